/** Exit codes of every command. */
export const EXIT: Readonly<Record<'done' | 'findings' | 'usage' | 'conflict' | 'noProject' | 'internal', number>> = {
  done: 0,
  findings: 1,
  usage: 2,
  conflict: 3,
  noProject: 4,
  internal: 70,
};

/** Every error code of the command line, with the exit code that it leads to. */
export const ERRORS: Readonly<Record<ErrorCode, number>> = {
  /** The models refused to migrate, with an error that has no code of its own. */
  E_MIGRATE: EXIT.findings,
  /** The code of the project threw while it was read; an error of the router keeps its own code. */
  E_PROJECT: EXIT.findings,
  /** The code of the project ended the process that read it. */
  E_PROJECT_EXIT: EXIT.findings,
  /** The project was not read in time. */
  E_PROJECT_TIMEOUT: EXIT.findings,
  /** npm could not install what a new project needs; its files are there. */
  E_INSTALL: EXIT.findings,
  /** An option or a command that is not there, or that lacks its argument. */
  E_USAGE: EXIT.usage,
  /** A controller name that cannot be a path, a route and a class at the same time. */
  E_NAME: EXIT.usage,
  /** A field that is not `name:type`, or whose name or type is not usable. */
  E_FIELD: EXIT.usage,
  /** There is no controller of the name that is to be destroyed. */
  E_NO_CONTROLLER: EXIT.usage,
  /** `--cwd` names no directory. */
  E_NO_DIRECTORY: EXIT.usage,
  /** A file is no OpenAPI document that can be compared with. */
  E_DOCUMENT: EXIT.usage,
  /** What would destroy records was asked for in production, without `--force`. */
  E_PRODUCTION: EXIT.usage,
  /** A file to be written is there already, with other contents. */
  E_CONFLICT: EXIT.conflict,
  /** The directory of a new project is not empty. */
  E_NOT_EMPTY: EXIT.conflict,
  /** A file changed between reading and writing it. */
  E_CHANGED: EXIT.conflict,
  /** `.rest-gen/manifest.json` is not as it was written. */
  E_MANIFEST: EXIT.conflict,
  /** A template of the project cannot be loaded, throws, or gives something else than lines. */
  E_TEMPLATE: EXIT.conflict,
  /** Another run writes in the project, or was stopped while it did. */
  E_LOCKED: EXIT.conflict,
  /** A path to be written, or a template, leads out of the project through a symbolic link. */
  E_OUTSIDE: EXIT.conflict,
  /** `package.json` is there, but cannot be read. */
  E_PACKAGE: EXIT.noProject,
  /** There is no `package.json`, and the command needs a project. */
  E_NO_PROJECT: EXIT.noProject,
  /** The project does not have `@rest-gen/router`. */
  E_NO_ROUTER: EXIT.noProject,
  /** The project does not have `@rest-gen/openapi`, which the command needs. */
  E_NO_OPENAPI: EXIT.noProject,
  /** There is no `config/router`. */
  E_NO_RULES: EXIT.noProject,
  /** The sources are TypeScript that nothing here runs, and nothing is built. */
  E_TYPESCRIPT: EXIT.noProject,
  /** There is no `config/model` that this Node can run. */
  E_NO_MODEL: EXIT.noProject,
  /** `config/model` cannot be loaded, or what it exports has no migrations. */
  E_MODEL: EXIT.noProject,
  /** The file system refused; everything written before was taken back. */
  E_WRITE: EXIT.internal,
  /** A defect of rest-gen. */
  E_INTERNAL: EXIT.internal,
};

export type ErrorCode =
  | 'E_MIGRATE'
  | 'E_PROJECT'
  | 'E_PROJECT_EXIT'
  | 'E_PROJECT_TIMEOUT'
  | 'E_INSTALL'
  | 'E_USAGE'
  | 'E_NAME'
  | 'E_FIELD'
  | 'E_NO_CONTROLLER'
  | 'E_NO_DIRECTORY'
  | 'E_DOCUMENT'
  | 'E_PRODUCTION'
  | 'E_CONFLICT'
  | 'E_NOT_EMPTY'
  | 'E_CHANGED'
  | 'E_MANIFEST'
  | 'E_TEMPLATE'
  | 'E_LOCKED'
  | 'E_OUTSIDE'
  | 'E_PACKAGE'
  | 'E_NO_PROJECT'
  | 'E_NO_ROUTER'
  | 'E_NO_OPENAPI'
  | 'E_NO_RULES'
  | 'E_TYPESCRIPT'
  | 'E_NO_MODEL'
  | 'E_MODEL'
  | 'E_WRITE'
  | 'E_INTERNAL';

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
