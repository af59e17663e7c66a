import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '@rest-gen/logic';
import { isPlainObject, Refusal } from '@rest-gen/logic/common';
import {
  type Description,
  type Id,
  isDataError,
  keyRow,
  type Model,
  type Row,
  readValue,
  whereKeys,
} from '@rest-gen/model/core';
import { type HttpError, requestError } from '../../core/errors.ts';
import { checkPreconditions, type Preconditions, parsePreconditions } from '../../core/respond/preconditions.ts';
import { toHttpError } from '../../core/respond/to-http-error.ts';
import { tagOfShown, toJson } from '../../core/respond/write-body.ts';
import type { ReadOnlyMembers, Resource } from '../contracts/resource.ts';
import type { ResourceStatics } from '../contracts/statics.ts';
import { urlKey } from '../keys.ts';
import { refuseUndeclared } from '../list/collect-parameters.ts';
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
  resource: Resource,
  record: () => Model,
  work: (record: Model) => Promise<T>,
): Promise<T> {
  if (resource.isBulkWrite) throw notOneRecord(resource);
  if (resource.guarded) return work(record());
  refuseUndeclared(resource);
  const { requirePrecondition = false, upsert = false } = controller.constructor as ResourceStatics;
  const preconditions = parsePreconditions(resource.exchange.req, requirePrecondition);
  const guarded = async (): Promise<T> => {
    const found = await underParents(resource, record());
    return work(reads ? await compare(preconditions, controller, resource, found) : found);
  };
  const reads = preconditions !== undefined || resource.readOnlyMembers !== undefined;
  const attempt = () => (reads || readsInWork(resource) ? inTransaction(resource, guarded) : guarded());
  resource.guarded = true;
  try {
    return await (upsert && resource.exchange.req.method === 'PUT' ? twiceOnConflict(resource, attempt) : attempt());
  } finally {
    resource.guarded = false;
  }
}

// --- internal ---

/** A base class from before `static bulk` had PATCH and DELETE would take the only record of a collection for the one that the URL names. */
function notOneRecord({ exchange: { action, controller } }: Resource): HttpError {
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
  resource: Resource,
  record: Model,
): Promise<Model> {
  const current = await record.lock().find();
  const shown = current && (await controller.show(current));
  if (preconditions) checkPreconditions(preconditions, current && (await tagOfShown(shown, resource.exchange)));
  const { readOnlyMembers } = resource;
  if (current) {
    if (readOnlyMembers) compareReadOnly(readOnlyMembers, shown);
    return record;
  }
  const description = await record.describe();
  const { upsert = false } = controller.constructor as ResourceStatics;
  if (readOnlyMembers && upsert && resource.exchange.req.method === 'PUT')
    compareReadOnly(readOnlyMembers, namedBy(controller, urlKey(resource.table, description), description));
  // A missing row cannot be locked: a record that another request adds from here on must not be replaced, at any isolation level.
  return record.where(whereKeys([], description.primaryKey));
}

/** What the URL says of a record that is to be added, as it will be stored. */
function namedBy({ id, scope }: RecordMembers, keys: readonly string[], { columns }: Description): Row {
  const key = id === undefined ? [] : Object.entries(keyRow(id as Id, keys));
  const read = key.map(([name, value]) => [name, readValue(value, columns.get(name) ?? { type: 'string' }) ?? value]);
  return { ...scope, ...Object.fromEntries(read) };
}

/**
 * Compare what a client has sent back with what GET shows.
 *
 * @param shown - the record, or what the URL says of one that is to be added
 * @throws {HttpError} 422 `E_VALIDATION` naming each member that differs
 */
function compareReadOnly(members: ReadOnlyMembers, shown: unknown): void {
  const record = JSON.parse(toJson(shown)) as Readonly<Record<string, unknown>>;
  const errors = members.flatMap(({ name, value, error }): FieldError[] => {
    if (!Object.hasOwn(record, name)) return [error];
    if (isDeepStrictEqual(record[name], value)) return [];
    const { in: section, pointer, rule } = error;
    return [
      rule === 'unknown' ? { in: section, pointer, rule: 'readOnly', message: `${name} cannot be changed` } : error,
    ];
  });
  if (errors.length > 0) throw toHttpError(new Refusal(errors));
}

/** An object in a merge patch is merged into what is stored, and a null of a field that the user may not see is none: the record is read first (see `merge`). */
function readsInWork(resource: Resource): boolean {
  const body = resource.exchange.input?.body;
  if (typeof body !== 'object' || body === null) return false;
  const isMerged = resource.exchange.req.method === 'PATCH' && Object.values(body).some(isPlainObject);
  return isMerged || unseenNulls(body as Row, resource).length > 0;
}

/** Another request may add the record between the read and the insert: then it is replaced. */
async function twiceOnConflict<T>(resource: Resource, attempt: () => Promise<T>): Promise<T> {
  const {
    exchange: { answer },
  } = resource;
  try {
    return await attempt();
  } catch (error) {
    if (!isDataError(error) || error.code !== 'conflict') throw error;
    resource.exchange.answer = answer;
    return attempt();
  }
}
