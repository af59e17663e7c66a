import type { FieldError } from '@rest-gen/logic';
import { HttpError } from '../../core/errors.ts';

/**
 * An error of a record that is a part of the body: its pointers begin with the place of the record.
 *
 * @param place - `/3`, `/comments/2`
 */
export function atPlace({ status, detail, code, headers, extra, hint, cause }: HttpError, place: string): HttpError {
  const placed = { ...extra };
  if (Array.isArray(extra.errors)) {
    placed.errors = (extra.errors as readonly FieldError[]).map((error) => ({
      ...error,
      pointer: `${place}${error.pointer}`,
    }));
  } else if (status < 500 && status !== 404) {
    const inside = extra.pointer ?? (typeof extra.field === 'string' ? `/${extra.field}` : '');
    placed.pointer = `${place}${inside}`;
  }
  return new HttpError(status, detail, { code, headers, extra: placed, hint, cause });
}
