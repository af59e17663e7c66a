import { requestError } from '../errors.ts';
import type { Model } from '../model/model.ts';
import type { Row } from '../model/types.ts';
import type { RequestContext } from './types.ts';

/**
 * Pick what may be written from a validated body (mass assignment is impossible: names come from the logic, not from the request).
 *
 * @throws {HttpError} 500 when the logic declares no body for this action
 */
export async function pickWritable(
  model: Model,
  body: unknown,
  context: RequestContext,
  replace: boolean,
): Promise<Row> {
  const { bodyFields, paramNames, controller } = context;
  if (!bodyFields) {
    throw requestError('E_INTERNAL', undefined, {
      hint: `Declare the body of this action in src/logic/${controller}: only fields that the logic declares are written.`,
    });
  }
  const { primaryKey, columns } = await model.describe();
  const values: Row = {};
  for (const name of bodyFields) {
    if (name === primaryKey || paramNames.has(name)) continue;
    if (typeof body === 'object' && body !== null && Object.hasOwn(body, name)) values[name] = (body as Row)[name];
    else if (replace && columns.get(name)?.nullable) values[name] = null;
  }
  return values;
}
