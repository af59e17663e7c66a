import { types } from 'node:util';
/** What we read of an error of PostgreSQL (https://www.postgresql.org/docs/current/protocol-error-fields.html). */
export interface PostgresError {
  /** SQLSTATE. */
  readonly code: string;
  readonly severity?: string;
  readonly column?: string;
  readonly detail?: string;
  readonly constraint?: string;
  readonly message: string;
}

/** Find the error of PostgreSQL in an error or in what caused it; ORMs wrap it. */
export function findPostgresError(error: unknown): PostgresError | undefined {
  let current = error;
  for (let depth = 0; depth < DEEPEST && typeof current === 'object' && current !== null; depth += 1) {
    const { code, cause } = current as { code?: unknown; cause?: unknown };
    if (typeof code === 'string' && sqlstate.test(code)) return current as PostgresError;
    current = cause;
  }
  return undefined;
}

/** Find the error of the network, or of the driver, that says that a connection is lost. */
export function isConnectionError(error: unknown): boolean {
  let current = error;
  for (let depth = 0; depth < DEEPEST && types.isNativeError(current); depth += 1) {
    if ('syscall' in current || lost.test(current.message)) return true;
    current = current.cause;
  }
  return false;
}

/**
 * What an error says about the connection it came from.
 *
 * @returns `lost`: it cannot be used any more; `unfit`: the server can only be read
 */
export function judge(error: unknown): 'lost' | 'unfit' | undefined {
  const found = findPostgresError(error);
  if (found === undefined) return isConnectionError(error) ? 'lost' : undefined;
  if (found.code === '25006') return 'unfit';
  const isFatal = found.severity === 'FATAL' || found.severity === 'PANIC';
  return isFatal || fatal.test(found.code) ? 'lost' : undefined;
}

// --- internal ---

const DEEPEST = 10;

// No class begins with E, as the codes of system errors do: EPIPE has five letters too.
const sqlstate = /^[0-9A-DF-Z][0-9A-Z]{4}$/;

/** Connection exceptions, and a server that stops. */
const fatal = /^(?:08...|57P0[1-5])$/;

/** Texts of `pg` for what has no code. */
const lost =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/;
