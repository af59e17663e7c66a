/** Exit codes of every command. */
export const EXIT: Readonly<Record<'done' | 'findings' | 'usage' | 'conflict' | 'noProject' | 'internal', number>> = {
  done: 0,
  findings: 1,
  usage: 2,
  conflict: 3,
  noProject: 4,
  internal: 70,
};

/** Every error code of the command line, with its exit code. */
export const ERRORS = {
  /** The models refused to migrate, with an error that has no code of its own. */
  E_MIGRATE: 1,
  /** The code of the project threw while it was read; an error of the router keeps its own code. */
  E_PROJECT: 1,
  /** The code of the project ended the process that read it. */
  E_PROJECT_EXIT: 1,
  /** The project was not read in time. */
  E_PROJECT_TIMEOUT: 1,
  /** npm could not install what a new project needs; its files are there. */
  E_INSTALL: 1,
  /** An option or a command that is not there, or that lacks its argument. */
  E_USAGE: 2,
  /** A controller name that cannot be a path, a route and a class at the same time. */
  E_NAME: 2,
  /** A field that is not `name:type`, or whose name or type is not usable. */
  E_FIELD: 2,
  /** There is no controller of the name that is to be destroyed. */
  E_NO_CONTROLLER: 2,
  /** `--cwd` names no directory. */
  E_NO_DIRECTORY: 2,
  /** A file is no OpenAPI document that can be compared with. */
  E_DOCUMENT: 2,
  /** What would destroy records was asked for in production, without `--force`. */
  E_PRODUCTION: 2,
  /** A file to be written is there already, with other contents. */
  E_CONFLICT: 3,
  /** The directory of a new project is not empty. */
  E_NOT_EMPTY: 3,
  /** A file changed between reading and writing it. */
  E_CHANGED: 3,
  /** A template of the project cannot be loaded, throws, or gives something else than lines. */
  E_TEMPLATE: 3,
  /** A path to be written, or a template, leads out of the project through a symbolic link. */
  E_OUTSIDE: 3,
  /** `package.json` is there, but cannot be read. */
  E_PACKAGE: 4,
  /** There is no `package.json`, and the command needs a project. */
  E_NO_PROJECT: 4,
  /** The project does not have `@rest-gen/router`. */
  E_NO_ROUTER: 4,
  /** The project does not have `@rest-gen/openapi`, which the command needs. */
  E_NO_OPENAPI: 4,
  /** There is no `config/router`. */
  E_NO_RULES: 4,
  /** The sources are TypeScript that nothing here runs, and nothing is built. */
  E_TYPESCRIPT: 4,
  /** There is no `config/model` that this Node can run. */
  E_NO_MODEL: 4,
  /** `config/model` cannot be loaded, or what it exports has no migrations. */
  E_MODEL: 4,
  /** The file system refused; everything written before was taken back. */
  E_WRITE: 70,
  /** A defect of rest-gen. */
  E_INTERNAL: 70,
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** What stops a command: `message` says what and where, `wayOut` what to do about it. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly code: ErrorCode;
  readonly wayOut: string;

  constructor(code: ErrorCode, message: string, wayOut: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.wayOut = wayOut;
  }

  get exitCode(): number {
    return ERRORS[this.code];
  }
}

/** What the code of a project threw, or its router says of it; exit code 1. */
export class ProjectError extends Error {
  override readonly name = 'ProjectError';
  /** Of the router (`E_RULE_PATTERN`) or a store; `E_PROJECT` for an error without one. */
  readonly code: string;
  readonly wayOut: string;
  readonly exitCode: number = EXIT.findings;

  constructor(code: string, message: string, wayOut: string) {
    super(message);
    this.code = code;
    this.wayOut = wayOut;
  }
}
