import { isDeepStrictEqual } from 'node:util';
import { Refusal, toPointer } from '@rest-gen/logic/common';
import { type Description, isDataError, keyRow, type Row, readValue, type Stored } from '@rest-gen/model/core';
import { requestError } from '../../core/errors.ts';
import { toHttpError } from '../../core/respond/to-http-error.ts';
import type { Resource } from '../contracts/resource.ts';
import type { ResourceStatics } from '../contracts/statics.ts';
import { urlKey } from '../keys.ts';
import type { RecordMembers } from './types.ts';

/**
 * Add the record that a PUT has not found, under the id and the parents of the URL; the store gives a singleton its id.
 *
 * An id that exists under another parent is a conflict (409): the record is never taken over.
 *
 * @returns the record; `undefined` when an override of `addRecords` has added none
 * @throws {HttpError} 404 `E_NOT_FOUND`: another method, a class without `static upsert`, an id or parent that the column cannot hold,
 *   an id that contradicts a parent
 */
export async function upsertRecord(
  controller: RecordMembers,
  { exchange: { req }, table }: Resource,
  values: Row,
): Promise<Stored | undefined> {
  const { upsert = false } = controller.constructor as ResourceStatics;
  const { id, scope } = controller;
  if (!upsert || req.method !== 'PUT' || !controller.isItem) throw requestError('E_NOT_FOUND');
  const description = await controller.model().describe();
  const key: Row = id === undefined ? {} : keyRow(id, urlKey(table, description));
  const named = { ...scope, ...key };
  const isUnderParents = Object.keys(key).every((name) => isSame(name, key[name], scope, description));
  if (!isUnderParents || !canHold(description, named)) throw requestError('E_NOT_FOUND');
  for (const [name, value] of Object.entries(key)) requireSame(name, value, values, description);
  try {
    const [stored] = await controller.addRecords([{ ...values, ...key }]);
    return stored;
  } catch (error) {
    // The store knows better than the type of the column what an id may be.
    const isOfUrl = isDataError(error) && error.code === 'invalid_value' && Object.hasOwn(named, error.field ?? '');
    throw isOfUrl ? requestError('E_NOT_FOUND', undefined, { cause: error }) : error;
  }
}

// --- internal ---

/** @throws {HttpError} 422 `E_VALIDATION` where the body names another record than the URL */
function requireSame(name: string, value: unknown, values: Row, description: Description): void {
  if (isSame(name, value, values, description)) return;
  const message = `${name} differs from that of the URL`;
  throw toHttpError(new Refusal([{ in: 'body', pointer: toPointer([name]), rule: 'readOnly', message }]));
}

/** Whether values say nothing else of a column. */
function isSame(name: string, value: unknown, values: Row, { columns }: Description): boolean {
  const column = columns.get(name) ?? { type: 'string' };
  return values[name] === undefined || isDeepStrictEqual(readValue(values[name], column), readValue(value, column));
}

function canHold({ columns }: Description, values: Row): boolean {
  return Object.entries(values).every(([name, value]) => {
    const column = columns.get(name);
    return column === undefined || readValue(value, column) !== undefined;
  });
}
