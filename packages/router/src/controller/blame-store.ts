import { requestError } from '../errors.ts';
import { isDataError } from '../model/data-error.ts';
import type { Controller } from './controller.ts';
import type { RequestContext } from './types.ts';

/**
 * Say who is to blame for what a store refuses in a field that the client has not sent; other errors stay.
 *
 * - A parent in the URL that its column cannot hold: 404 `E_NOT_FOUND`, as for an id. A body never sets such a field.
 * - A field that is hidden, and that the logic of the action does not declare: the program sets it. A conflict (409) does not name it;
 *   a value that is missing or wrong is 500 `E_INTERNAL`, whose hint does.
 */
export function blameStore(error: unknown, { scope }: Controller, { list, logic }: RequestContext): unknown {
  if (!isDataError(error) || error.field === undefined) return error;
  const { code, field } = error;
  const isValue = code === 'invalid_value';
  if (Object.hasOwn(scope, field) && (isValue || code === 'invalid_filter'))
    return requestError('E_NOT_FOUND', undefined, { cause: error });
  if (!list.unreadable.has(field) || logic?.fields('body')?.includes(field)) return error;
  if (code === 'conflict' || code === 'foreign_key') return requestError('E_CONFLICT', undefined, { cause: error });
  if (!isValue && code !== 'not_null') return error;
  return requestError('E_INTERNAL', undefined, {
    hint: `The hidden field "${field}" has to be set by the program: in the action, or by a default in a migration.`,
    cause: error,
  });
}
