import { requestError } from '../errors.ts';
import { isDataError } from '../respond/to-http-error.ts';
import type { Controller } from './controller.ts';

/**
 * Turn what a store says of a parent in the URL that its column cannot hold into 404 `E_NOT_FOUND`, as for an id; other errors stay.
 *
 * A body never sets such a field, so that it can only be the URL's.
 */
export function blameUrl(error: unknown, { scope }: Controller): unknown {
  if (!isDataError(error) || error.field === undefined || !Object.hasOwn(scope, error.field)) return error;
  if (error.code !== 'invalid_filter' && error.code !== 'invalid_value') return error;
  return requestError('E_NOT_FOUND', undefined, { cause: error });
}
