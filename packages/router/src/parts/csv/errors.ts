import { type CreateError, type ErrorTable, errorsOf } from '../../core/errors.ts';

const ERRORS = {
  E_NOT_ACCEPTABLE: [406, 'The client accepts none of the media types of this list.'],
} as const;

/** A code of this part. */
export type CsvCode = keyof typeof ERRORS;

/** The codes of lists in CSV. */
export const CSV_CODES: ErrorTable<CsvCode> = ERRORS;

/** Make the error of one of these codes. */
export const csvError: CreateError<CsvCode> = errorsOf(CSV_CODES);
