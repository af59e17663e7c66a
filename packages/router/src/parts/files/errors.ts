import { type CreateError, type ErrorTable, errorsOf } from '../../core/errors.ts';

const ERRORS = {
  E_RANGE: [416, 'The file does not have the requested range.'],
} as const;

/** A code of this part. */
export type FilesCode = keyof typeof ERRORS;

/** The codes of files. */
export const FILES_CODES: ErrorTable<FilesCode> = ERRORS;

/** Make the error of one of these codes. */
export const filesError: CreateError<FilesCode> = errorsOf(FILES_CODES);
