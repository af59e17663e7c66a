import { sentence } from './text.ts';

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
  /** A migration failed with an error without a code. */
  E_MIGRATE: 1,
  /** A file in `seeds` cannot be loaded, or failed with an error without a code. */
  E_SEED: 1,
  /** The code of the project threw while it was loaded; errors of the router keep their code. */
  E_PROJECT: 1,
  /** The code of the project ended the process that loaded it. */
  E_PROJECT_EXIT: 1,
  /** The project was not loaded in time. */
  E_PROJECT_TIMEOUT: 1,
  /** `npm install` failed in a new project; its files stay. */
  E_INSTALL: 1,
  /** A command, option or argument is unknown, missing or wrong. */
  E_USAGE: 2,
  /** A controller name that cannot be a path, a route and a class at the same time. */
  E_NAME: 2,
  /** A field that is not `name:type`, or whose name or type is not usable. */
  E_FIELD: 2,
  /** The name of an action is not an identifier, or an HTTP method has it. */
  E_ACTION: 2,
  /** There is no table of this name. */
  E_TABLE: 2,
  /** There is no controller of this name. */
  E_NO_CONTROLLER: 2,
  /** The directory of `--cwd` does not exist. */
  E_NO_DIRECTORY: 2,
  /** The token of `--as` is not valid, or has ended. */
  E_TOKEN: 2,
  /** A file is not an OpenAPI document to compare with. */
  E_DOCUMENT: 2,
  /** `migrate --fresh` or `seed` in production, without `--force`. */
  E_PRODUCTION: 2,
  /** A directory is not a ThinkJS project, or one of its files cannot be parsed. */
  E_THINKJS: 2,
  /** An existing file differs. */
  E_CONFLICT: 3,
  /** The controller, its logic or a rule has the action already. */
  E_ACTION_EXISTS: 3,
  /** A file does not have the shape that the generator can change. */
  E_EDIT: 3,
  /** The directory of a new project is not empty. */
  E_NOT_EMPTY: 3,
  /** A file changed between reading and writing it. */
  E_CHANGED: 3,
  /** A template of the project failed. */
  E_TEMPLATE: 3,
  /** A file to write, or a template, is outside of the project because of a symbolic link. */
  E_OUTSIDE: 3,
  /** `package.json` exists, but cannot be read. */
  E_PACKAGE: 4,
  /** There is no `package.json`, and the command needs a project. */
  E_NO_PROJECT: 4,
  /** The project does not have `@rest-gen/router`. */
  E_NO_ROUTER: 4,
  /** The project does not have `@rest-gen/openapi`, which the command needs. */
  E_NO_OPENAPI: 4,
  /** The project does not have `@rest-gen/inspect`, which the command needs. */
  E_NO_INSPECT: 4,
  /** The project does not have `@rest-gen/mcp`, which `mcp --stdio` needs. */
  E_NO_MCP: 4,
  /** The project does not have `@rest-gen/changes`, which `work` and `webhooks` need. */
  E_NO_CHANGES: 4,
  /** The project has no `src/auth` that knows the token of `--as`. */
  E_NO_AUTH: 4,
  /** There is no `config/router`. */
  E_NO_RULES: 4,
  /** The sources are TypeScript, which nothing here runs, and the project is not built. */
  E_TYPESCRIPT: 4,
  /** There is no `config/model` that this Node can run. */
  E_NO_MODEL: 4,
  /** `config/model` cannot be loaded, or its export has no migrations. */
  E_MODEL: 4,
  /** The command was interrupted while it wrote its files, which were undone; 128 and the number of SIGINT, as shells say it. */
  E_INTERRUPTED: 130,
  /** A file could not be written; the others were undone. */
  E_WRITE: 70,
  /** A bug in rest-gen. */
  E_INTERNAL: 70,
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** An error of a command: `message` says what is wrong and where, `fix` how to fix it. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly code: string;
  readonly fix: string;

  constructor(code: ErrorCode, message: string, fix: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.fix = fix;
  }

  /** Errors of the project, with a code of its router or store, exit with 1. */
  get exitCode(): number {
    return (ERRORS as Readonly<Record<string, number>>)[this.code] ?? EXIT.findings;
  }
}

/** An error of the code of a project. */
export function projectError(code: string, message: string, fix: string): CliError {
  return new CliError(code as ErrorCode, message, fix);
}

/**
 * The error of a command for an error of the models, whose code and hint it keeps.
 *
 * @param code - for errors without one, of other providers
 * @param place - beginning of the message
 */
export function storeError(thrown: unknown, code: string, fix: string, place = ''): CliError {
  const fault = (thrown instanceof Error ? thrown : { message: String(thrown) }) as Fault;
  return projectError(
    typeof fault.code === 'string' ? fault.code : code,
    sentence(place + fault.message),
    typeof fault.hint === 'string' ? fault.hint : fix,
  );
}

// --- internal ---

interface Fault {
  readonly message: string;
  readonly code?: unknown;
  readonly hint?: unknown;
}
