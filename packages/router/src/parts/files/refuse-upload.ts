import { isError } from '@rest-gen/model/core';
import { requestError } from '../../core/errors.ts';

/**
 * Translate an error of an upload middleware: those of multer by their codes, and those of its parser.
 *
 * @returns 413 `E_BODY_TOO_LARGE`, 422 `E_VALIDATION` for a file that is not expected, 400 `E_BAD_BODY`; any other error as it is
 */
export function refuseUpload(error: unknown): unknown {
  if (!isError(error)) return error;
  if (error.name !== 'MulterError') return MALFORMED.has(error.message) ? malformed(error.message) : error;
  const { code, field, message } = error as Error & { code?: unknown; field?: unknown };
  const name = typeof field === 'string' ? field : undefined;
  if (code === 'LIMIT_UNEXPECTED_FILE') return unexpected(name);
  if (!TOO_LARGE.has(code)) return malformed(message);
  const where = name === undefined ? '' : `: ${JSON.stringify(name)}`;
  return requestError('E_BODY_TOO_LARGE', `${message}${where}.`, {
    extra: name === undefined ? {} : { errors: [failed(code === 'LIMIT_FILE_SIZE' ? 'files' : 'body', name, message)] },
    hint: 'Send less, or allow more: the option limits of the upload middleware.',
  });
}

// --- internal ---

/** Codes of multer for requests that are larger than allowed. All others are about names. */
const TOO_LARGE: ReadonlySet<unknown> = new Set([
  'LIMIT_FILE_SIZE',
  'LIMIT_FILE_COUNT',
  'LIMIT_FIELD_VALUE',
  'LIMIT_FIELD_COUNT',
  'LIMIT_PART_COUNT',
]);

/** Messages of busboy, the parser of multer, whose errors have no code; and of multer for a body that ends too early. */
const MALFORMED: ReadonlySet<string> = new Set([
  'Malformed content type',
  'Malformed part header',
  'Multipart: Boundary not found',
  'Unexpected end of file',
  'Unexpected end of form',
  'Request aborted',
  'Request closed',
]);

function malformed(reason: string) {
  return requestError('E_BAD_BODY', `The body is not a valid form: ${reason}.`);
}

/** Multer has one code for a field that is not expected, and for one file too many in a field. */
function unexpected(name = '') {
  const message = `The file ${JSON.stringify(name)} is not expected, or is one too many.`;
  return requestError('E_VALIDATION', message, { extra: { errors: [failed('files', name, message, 'unknown')] } });
}

function failed(section: 'body' | 'files', name: string, message: string, rule = 'limit') {
  // RFC 6901.
  const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return { in: section, pointer, rule, message };
}
