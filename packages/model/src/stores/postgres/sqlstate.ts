import { findCause } from '../../sql/driver-error.ts';

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

/** Find the error of PostgreSQL in an error or in what caused it. */
export function findPostgresError(error: unknown): PostgresError | undefined {
  return findCause(error, (one) =>
    sqlstate.test(String((one as PostgresError).code)) ? (one as PostgresError) : undefined,
  );
}

/** Whether an error of the network, or of the driver, says that a connection is lost. */
export function isConnectionError(error: unknown): boolean {
  return findCause(error, (one) => 'syscall' in one || lost.test((one as Error).message) || undefined) ?? false;
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

// No class begins with E, as the codes of system errors do: EPIPE has five letters too.
const sqlstate = /^[0-9A-DF-Z][0-9A-Z]{4}$/;

/** Connection exceptions, and a server that stops. */
const fatal = /^(?:08...|57P0[1-5])$/;

/** Texts of `pg` for what has no code. */
const lost =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/;
