import { isError } from '@rest-gen/model/core';
import type { HttpError } from '../errors.ts';
import { toLogLine, toLogLines } from '../log-text.ts';

/**
 * Write a failure to stderr, as Express does: a line with the request, and what caused it.
 *
 * While a store is away, every request fails in the same way. Of those that fail for the same reason within a second, the first one is written, then a line
 * with the number of the others; when the process ends, too.
 *
 * @param request - writes the request as text
 */
export function logFailure(error: HttpError, request: () => string): void {
  const { code, detail, hint, cause } = error;
  const reason = `${code}: ${detail}${hint === undefined ? '' : ` ${hint}`}`;
  if (code === 'E_UNAVAILABLE' && isRepeated(`${reason} ${nameOf(cause)}`)) return;
  const said = toLogLine(`${request()}: ${reason}`);
  console.error(cause === undefined ? said : `${said}\n${toLogLines(cause)}`);
}

// --- internal ---

/** Milliseconds. */
const PERIOD = 1_000;
const MOST_REASONS = 100;

/** Failures that have not been written, by their reason; one of each has been. */
const repeated = new Map<string, number>();
let timer: NodeJS.Timeout | undefined;

function isRepeated(reason: string): boolean {
  const count = repeated.get(reason);
  if (count !== undefined) repeated.set(reason, count + 1);
  else if (repeated.size < MOST_REASONS) {
    repeated.set(reason, 0);
    if (timer === undefined) {
      timer = setInterval(writeCounts, PERIOD).unref();
      process.on('exit', writeCounts);
    }
  }
  return count !== undefined;
}

/** A reason that has not come again is new the next time. */
function writeCounts(): void {
  for (const [reason, count] of repeated) {
    if (count === 0) repeated.delete(reason);
    else {
      repeated.set(reason, 0);
      console.error(toLogLine(`${reason}: ${count} more ${count === 1 ? 'request' : 'requests'} within a second`));
    }
  }
  if (repeated.size > 0) return;
  clearInterval(timer);
  timer = undefined;
  process.off('exit', writeCounts);
}

/** `(DataError: The database is not available)`; an error may throw when it is looked at. */
function nameOf(cause: unknown): string {
  try {
    return isError(cause) ? `(${cause.name}: ${cause.message})` : '';
  } catch {
    return '';
  }
}
