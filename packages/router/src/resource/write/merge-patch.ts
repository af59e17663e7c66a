import { Buffer } from 'node:buffer';
import { isPlainObject } from '@rest-gen/logic/common';
import { keyOf, type Model, type Row, whereKeys } from '@rest-gen/model/core';
import { requestError } from '../../core/errors.ts';
import { toJson } from '../../core/respond/write-body.ts';

/**
 * Apply a merge patch to a value (RFC 7396 section 2): `null` removes a member, an object is merged, everything else replaces.
 *
 * @example mergePatch({ a: 1, b: { c: 2, d: 3 } }, { a: null, b: { c: 4 } }) // { b: { c: 4, d: 3 } }
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isPlainObject(patch)) return patch;
  // A map, because the client chooses the names.
  const members = new Map(isPlainObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) members.delete(name);
    else members.set(name, mergePatch(members.get(name), value));
  }
  return Object.fromEntries(members);
}

/**
 * Compute the values to write for a merge patch: objects are merged into the stored JSON, other values stay unchanged.
 *
 * The record is read only when there is an object to merge, and the user can read it.
 *
 * @param record - in a transaction: it is locked
 * @param limit - maximum size of a merged field in bytes, so that repeated patches cannot grow a field without limit; not of one that
 *   the user may not read, whose size the error would tell
 * @throws {HttpError} 413 `E_BODY_TOO_LARGE`
 */
export async function mergeIntoRecord(record: Model, values: Row, limit: number): Promise<Row> {
  const names = Object.keys(values).filter((name) => isPlainObject(values[name]));
  if (names.length === 0) return values;
  // Hidden fields can be written, and are merged like others.
  const whole = record.whole();
  const { columns } = await whole.describe();
  const merged = names.filter((name) => columns.get(name)?.type === 'json');
  if (merged.length === 0) return values;
  const { seen, stored } = await readBoth(whole, merged);
  const mergeField = (name: string): [string, unknown] => {
    const before = stored?.[name] ?? null;
    const after = mergePatch(before, values[name]);
    const isSeen = (seen?.[name] ?? null) !== null || before === null;
    const bytes = isSeen ? sizeOf(after) : 0;
    if (bytes > limit && bytes > sizeOf(before))
      throw requestError('E_BODY_TOO_LARGE', `"${name}" would grow to more than ${limit} bytes.`);
    return [name, after];
  };
  return { ...values, ...Object.fromEntries(merged.map(mergeField)) };
}

// --- internal ---

/** A record as the user reads it, and what is stored of it, also in fields that the user may not read: a patch does not lose what it does not see. */
async function readBoth(whole: Model, fields: readonly string[]): Promise<{ seen?: Row; stored?: Row }> {
  const { primaryKey } = await whole.describe();
  const seen = await whole
    .field([...new Set([...primaryKey, ...fields])])
    .lock()
    .find();
  if (seen === undefined) return {};
  const all = whole.unrestricted();
  if (all === whole) return { seen, stored: seen };
  const stored = await all
    .where(whereKeys([keyOf(seen, primaryKey)], primaryKey))
    .field([...fields])
    .find();
  return { seen, ...(stored && { stored }) };
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(toJson(value));
}
