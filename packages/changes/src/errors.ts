import { HttpError, type HttpErrorOptions } from '@rest-gen/router';

/** The codes of the answers of this package. */
export type ChangeCode = 'E_HISTORY' | 'E_OFFSET' | 'E_OFFSET_GONE' | 'E_STREAM' | 'E_STREAM_LIMIT' | 'E_STREAMS_FULL';

/**
 * Every code of this package: the status of its answer, and what it means.
 *
 * @see docs/errors-packages.md
 */
export const CHANGE_CODES: Readonly<Record<ChangeCode, readonly [status: number, meaning: string]>> = {
  E_HISTORY: [404, 'What the record was at this time is not known.'],
  E_OFFSET: [400, 'This is no offset of this list.'],
  E_OFFSET_GONE: [410, 'The changes behind this offset are no longer kept. Begin again with offset=-1.'],
  E_STREAM: [400, 'The changes of this list cannot be read.'],
  E_STREAM_LIMIT: [429, 'This user has too many open streams.'],
  E_STREAMS_FULL: [503, 'The server has too many open streams.'],
};

/** Make the error of a code. */
export function changeError(code: ChangeCode, detail?: string, options: HttpErrorOptions = {}): HttpError {
  const [status, meaning] = CHANGE_CODES[code];
  return new HttpError(status, detail ?? meaning, { ...options, code });
}
