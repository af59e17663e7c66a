import { types } from 'node:util';
import { findCause } from '../../sql/driver-error.ts';

/** What is known of an error of a driver for MySQL or MariaDB. */
export interface ServerError {
  /** The number of the server, or of its client library (2000 and up); 0 for none. */
  readonly number: number;
  /** The name that the driver gave: `ER_DUP_ENTRY`, `ECONNREFUSED`. */
  readonly code: string;
  /** The text of the server; it may hold values. */
  readonly message: string;
  /** The connection is of no use any more. */
  readonly isFatal: boolean;
}

/** Find the error of the driver in an error or its causes. */
export function findServerError(error: unknown): ServerError | undefined {
  return findCause(error, (one) => {
    if (!types.isNativeError(one)) return undefined;
    const { errno, code, fatal, message } = one as Error & { errno?: unknown; code?: unknown; fatal?: unknown };
    const name = typeof code === 'string' ? code : '';
    const isFatal = fatal === true || isConnectionCode(name);
    if (typeof errno !== 'number' && !isFatal) return undefined;
    // Errors of the system have negative numbers.
    return { number: Math.max(0, Number(errno ?? 0)), code: name, message, isFatal };
  });
}

/** The server does not take this work, and has done none of it; another one may. */
export function isUnfit({ number, message }: ServerError): boolean {
  // The same number stands for other options that forbid something.
  return unfit.has(number) || (number === 1290 && /read[-_]only/i.test(message));
}

/** The connection is of no use any more. */
export function isLost({ number, isFatal }: ServerError): boolean {
  return isFatal || lost.has(number) || (number >= 2000 && number < 2100);
}

// --- internal ---

function isConnectionCode(code: string): boolean {
  return /^(?:PROTOCOL_|HANDSHAKE_|AUTH_SWITCH_|ECONN|EHOST|ENET|EAI_|ENOTFOUND$|ETIMEDOUT$|EPIPE$|ENOENT$|EACCES$|ERR_TLS|ERR_SSL|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_)/.test(
    code,
  );
}

/** Galera: not ready; the server is read-only, off line, starting, or no primary of its group. */
const unfit: ReadonlySet<number> = new Set([1047, 1077, 1079, 1792, 1836, 3032, 3100]);
/** Packets that are too large or damaged, a time-out of the server, a connection that was killed. */
const lost: ReadonlySet<number> = new Set([1053, 1153, 1156, 1157, 1158, 1159, 1160, 1161, 1184, 1927, 3169, 4031]);
