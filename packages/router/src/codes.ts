import { CORE_CODES, type CoreCode, type ErrorTable } from './core/errors.ts';
import { CSV_CODES, type CsvCode } from './parts/csv/errors.ts';
import { FILES_CODES, type FilesCode } from './parts/files/errors.ts';
import { IDEMPOTENCY_CODES, type IdempotencyCode } from './parts/idempotency/errors.ts';
import { RESOURCE_CODES, type ResourceCode } from './resource/errors.ts';

export type RequestCode = CoreCode | ResourceCode | IdempotencyCode | FilesCode | CsvCode;

/**
 * Every code that an answer can carry of itself, with its status and what it means. A `fail(409)` of an action carries the code of its status.
 *
 * @see docs/errors.md
 */
export const REQUEST_CODES: ErrorTable<RequestCode> = byStatus({
  ...CORE_CODES,
  ...IDEMPOTENCY_CODES,
  ...RESOURCE_CODES,
  ...FILES_CODES,
  ...CSV_CODES,
});

// --- internal ---

function byStatus(table: ErrorTable<RequestCode>): ErrorTable<RequestCode> {
  const rows = Object.entries(table).sort(([, [a]], [, [b]]) => a - b);
  return Object.fromEntries(rows) as ErrorTable<RequestCode>;
}
