import type { RequestContext } from '../contracts/request-context.ts';
import { isHttpError, requestError } from '../errors.ts';
import { isDataError } from '../model/data-error.ts';
import type { Description, Filter, Row } from '../model/types.ts';
import { tableOf } from '../table-of.ts';
import { openModel } from './open-model.ts';

/**
 * Refuse a collection whose parent does not exist. A parent is a record that a foreign key of the class's table refers to, by a column that the rule maps:
 * `issue_id` of `/issue/:issue_id/comment`.
 *
 * @throws {HttpError} asynchronously: 404 `E_NOT_FOUND`
 */
export async function requireParents(context: RequestContext, { foreignKeys = [] }: Description): Promise<void> {
  const params = (context.input?.params ?? context.params) as Row;
  for (const { column, table, key } of foreignKeys) {
    const value = column === 'id' || !context.paramNames.has(column) ? undefined : params[column];
    if (value === undefined) continue;
    const parent = openModel(context, table).where({ [key]: value } as Filter);
    if ((await parent.field(key).find()) === undefined) throw requestError('E_NOT_FOUND');
  }
}

/** Whether an error may mean that the parent of a new record does not exist: databases do not say which foreign key has failed. */
export function mayLackParent(error: unknown, { paramNames, req }: RequestContext): boolean {
  if (paramNames.size === 0 || (req.method !== 'POST' && req.method !== 'PUT')) return false;
  try {
    const cause = isHttpError(error) ? error.cause : error;
    return isDataError(cause) && cause.code === 'foreign_key';
  } catch {
    // A getter or a proxy that throws on access.
    return false;
  }
}

/**
 * Find out whether a record could not be added because its parent does not exist. Called when the transaction of the write is over.
 *
 * @returns 404 `E_NOT_FOUND`, or the error as it is
 */
export async function explainForeignKey(error: unknown, context: RequestContext): Promise<unknown> {
  try {
    const model = openModel(context, tableOf(context.controller));
    await requireParents(context, await model.describe());
    return error;
  } catch (reason) {
    // What the store refuses now does not explain the first error.
    return isHttpError(reason) && reason.status === 404 ? reason : error;
  }
}
