import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '@rest-gen/logic';
import { Refusal } from '@rest-gen/logic/common';
import type { SentBack } from '../contracts/request-context.ts';
import { toHttpError } from '../respond/to-http-error.ts';
import { toJson } from '../respond/write-body.ts';

/**
 * Compare what a client has sent back with what GET shows.
 *
 * @param shown - the record, or what the URL says of one that is to be added
 * @throws {HttpError} 422 `E_VALIDATION` naming each member that differs
 */
export function compareSentBack(sentBack: SentBack, shown: unknown): void {
  const record = JSON.parse(toJson(shown)) as Readonly<Record<string, unknown>>;
  const errors = sentBack.flatMap(({ name, value, error }): FieldError[] => {
    if (!Object.hasOwn(record, name)) return [error];
    if (isDeepStrictEqual(record[name], value)) return [];
    const { in: section, pointer, rule } = error;
    return [
      rule === 'unknown' ? { in: section, pointer, rule: 'readOnly', message: `${name} cannot be changed` } : error,
    ];
  });
  if (errors.length > 0) throw toHttpError(new Refusal(errors));
}
