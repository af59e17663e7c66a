import { type CreateError, type ErrorTable, errorsOf } from '../../core/errors.ts';

const ERRORS = {
  E_IDEMPOTENCY_KEY: [400, 'The Idempotency-Key is missing, or is not one key.'],
  E_IDEMPOTENCY_RUNNING: [409, 'A request with this Idempotency-Key is still running.'],
  E_IDEMPOTENCY_MISMATCH: [422, 'This Idempotency-Key belongs to another request.'],
  E_IDEMPOTENCY_FORMAT: [503, 'The answer to this Idempotency-Key was stored by another version of the service.'],
} as const;

/** A code of this part. */
export type IdempotencyCode = keyof typeof ERRORS;

/** The codes of idempotency keys. */
export const IDEMPOTENCY_CODES: ErrorTable<IdempotencyCode> = ERRORS;

/** Make the error of one of these codes. */
export const idempotencyError: CreateError<IdempotencyCode> = errorsOf(IDEMPOTENCY_CODES);
