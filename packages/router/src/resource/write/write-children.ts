import {
  columnsOf,
  type Id,
  insertRows,
  keyRow,
  markRecord,
  placeOf,
  type Repository,
  type Row,
} from '@rest-gen/model/core';
import { isHttpError } from '../../core/errors.ts';
import type { Resource } from '../contracts/resource.ts';
import type { WritableChild } from '../contracts/table.ts';
import { toSentError } from '../map-store-error.ts';
import { atPlace } from './at-place.ts';
import { findRefused, isAboutRecord } from './find-refused.ts';
import { inTransaction, sessionOf } from './in-transaction.ts';

/** The table of new records, in the transaction that the running code belongs to, and what was sent of them. */
export interface OpenChildren {
  readonly repository: Repository;
  readonly resource: Resource;
}

/**
 * Add new records that refer to others, all together.
 *
 * @param keys - of the records that they refer to
 * @param lists - the new records of each
 * @throws {HttpError} with a pointer: `/comments/2/text`
 */
export async function addChildren(
  name: string,
  { relation }: WritableChild,
  keys: readonly Id[],
  lists: readonly (readonly Row[] | undefined)[],
  { repository, resource }: OpenChildren,
): Promise<void> {
  const places = keys.flatMap((_, parent) => (lists[parent] ?? []).map((values, child) => ({ parent, child, values })));
  const to = columnsOf(relation.to);
  const rows = places.map(({ parent, values }) => ({ ...values, ...keyRow(keys[parent] as Id, to) }));
  if (rows.length === 0) return;
  const add = (some: readonly Row[]): Promise<Row[]> => insertRows(repository, some);
  const place = (error: unknown): unknown => {
    const at = places[rows.length === 1 ? 0 : (placeOf(error) ?? -1)];
    if (at === undefined || !(isHttpError(error) || isAboutRecord(error))) return error;
    return markRecord(atPlace(toSentError(error, resource.exchange), `/${name}/${at.child}`), at.parent);
  };
  try {
    // A nested transaction leaves the outer one usable, to find the record.
    await sessionOf(resource).placing(place, () =>
      rows.length === 1 ? add(rows) : inTransaction(resource, () => add(rows)),
    );
  } catch (thrown) {
    const isKnown = placeOf(thrown) !== undefined || rows.length === 1;
    throw place(isKnown ? thrown : await findRefused(resource, rows, thrown, add));
  }
}
