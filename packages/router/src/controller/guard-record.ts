import { isDataError, isPlainObject, type Model, type Row } from '@rest-gen/model/core';
import type { ControllerStatics } from '../contracts/controller.ts';
import type { RequestContext } from '../contracts/request-context.ts';
import { type HttpError, requestError } from '../errors.ts';
import { refuseUndeclared } from '../list/read-parameters.ts';
import { checkPreconditions, type Preconditions, readPreconditions } from '../respond/preconditions.ts';
import { tagOfShown } from '../respond/write-body.ts';
import { compareSentBack } from './compare-sent-back.ts';
import { inTransaction } from './in-transaction.ts';
import { unseenNulls } from './keep-unseen.ts';
import { underParents } from './missing-parent.ts';
import type { RecordMembers } from './types.ts';

/**
 * Write a record if the preconditions of the request hold, in one transaction with their check (RFC 9110 section 13.2).
 *
 * Without preconditions, and without a merge that has to read first, no transaction is opened.
 *
 * @param record - gives the model of the record; called in the transaction, where models belong to it
 * @throws {HttpError} 400 `E_QUERY` for a query parameter that is not known; see `readPreconditions` and `checkPreconditions`
 */
export async function guardRecord<T>(
  controller: RecordMembers,
  context: RequestContext,
  record: () => Model,
  work: (record: Model) => Promise<T>,
): Promise<T> {
  if (context.many) throw notOneRecord(context);
  if (context.guarded) return work(record());
  refuseUndeclared(context);
  const { requirePrecondition = false, upsert = false } = controller.constructor as ControllerStatics;
  const preconditions = readPreconditions(context.req, requirePrecondition);
  const guarded = async (): Promise<T> => {
    const found = await underParents(context, record());
    return work(reads ? await compare(preconditions, controller, context, found) : found);
  };
  const reads = preconditions !== undefined || context.sentBack !== undefined;
  const attempt = () => (reads || readsInWork(context) ? inTransaction(context, guarded) : guarded());
  context.guarded = true;
  try {
    return await (upsert && context.req.method === 'PUT' ? twiceOnConflict(context, attempt) : attempt());
  } finally {
    context.guarded = false;
  }
}

// --- internal ---

/** A base class from before `static bulk` had PATCH and DELETE would take the only record of a collection for the one that the URL names. */
function notOneRecord({ action, controller }: RequestContext): HttpError {
  const [change, all] =
    action === 'deleteAction'
      ? ['deleting', 'deleteAll(() => this.records)']
      : ['changing', 'changeAll(() => this.records, values)'];
  const hint = `static bulk of the controller "${controller}" gives it ${action} without an id; before ${change} one record write: if (!this.isItem) return this.${all};`;
  return requestError('E_INTERNAL', undefined, { hint });
}

/** @returns the record for the work; a missing record stays missing */
async function compare(
  preconditions: Preconditions | undefined,
  controller: RecordMembers,
  context: RequestContext,
  record: Model,
): Promise<Model> {
  const current = await record.lock().find();
  const shown = current && (await controller.show(current));
  if (preconditions) checkPreconditions(preconditions, current && (await tagOfShown(shown, context)));
  const { sentBack } = context;
  if (current) {
    if (sentBack) compareSentBack(sentBack, shown);
    return record;
  }
  const { primaryKey } = await record.describe();
  const { id, scope } = controller;
  const { upsert = false } = controller.constructor as ControllerStatics;
  if (sentBack && upsert && context.req.method === 'PUT')
    compareSentBack(sentBack, { ...scope, ...(id !== undefined && { [primaryKey]: id }) });
  // A missing row cannot be locked: a record that another request adds from here on must not be replaced, at any isolation level.
  return record.where({ [primaryKey]: [] });
}

/** An object in a merge patch is merged into what is stored, and a null of a field that the user may not see is none: the record is read first (see `merge`). */
function readsInWork(context: RequestContext): boolean {
  const body = context.input?.body;
  if (typeof body !== 'object' || body === null) return false;
  const isMerged = context.req.method === 'PATCH' && Object.values(body).some(isPlainObject);
  return isMerged || unseenNulls(body as Row, context).length > 0;
}

/** Another request may add the record between the read and the insert: then it is replaced. */
async function twiceOnConflict<T>(context: RequestContext, attempt: () => Promise<T>): Promise<T> {
  const { answer } = context;
  try {
    return await attempt();
  } catch (error) {
    if (!isDataError(error) || error.code !== 'conflict') throw error;
    context.answer = answer;
    return attempt();
  }
}
