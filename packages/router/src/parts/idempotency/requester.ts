import { isPlainObject } from '@rest-gen/logic/common';
import { type Access, allowsEverything, type Id, keyOf, whereKeys } from '@rest-gen/model/core';
import type { Included, Resource } from '../../resource/contracts/resource.ts';
import { including } from '../../resource/list/parse-include.ts';
import { openModel } from '../../resource/write/open-model.ts';
import { digest } from './fingerprint.ts';
import type { ShownRecords } from './types.ts';

/**
 * Hash what decides for the requester: with policies what they say of the user, otherwise the whole user. While it is the same, the
 * answer may be the same.
 *
 * Times do not count, nor what a new token of the same user changes.
 */
export function readerOf({ exchange: { user }, access }: Resource): string {
  const { id, sub } = Object(user) as { id?: unknown; sub?: unknown };
  return digest(access === undefined ? withoutTimes(user, 0) : [id, sub, withoutTimes(access.decisions(), 0)]);
}

/**
 * Hash what the requester may read of records that an answer shows: which of them, and which fields are hidden. Of records with
 * others included, everything.
 *
 * @param ids - of the controller's table
 * @returns `undefined` where no policy hides any
 */
export async function shownOf(resource: Resource, ids: readonly Id[]): Promise<ShownRecords | undefined> {
  const { access, table, included } = resource;
  if (access === undefined) return undefined;
  const areOthersOpen = isAllOpen(access, included);
  if (areOthersOpen && isOpen(access, table.name)) return undefined;
  const masks = [...(access.find(table.name)?.readMasks().keys() ?? [])];
  const model = openModel(resource, table.name);
  const { primaryKey } = await model.describe();
  const records = model.where(whereKeys(ids, primaryKey)).order([...primaryKey]);
  if (!areOthersOpen) return { ids, hash: digest(await including(records, included).select()) };
  const rows = await records.field([...primaryKey, ...masks]).select();
  const hash = digest(rows.map((row) => [keyOf(row, primaryKey), masks.map((name) => row[name] === null)]));
  return { ids, hash };
}

// --- internal ---

/** Claims of a token that differ in each new one (RFC 7519 section 4.1). */
const OF_TOKEN: ReadonlySet<string> = new Set(['exp', 'iat', 'nbf', 'jti']);
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:/;
const DEEPEST = 5;

/** A value to compare: the order of lists of scalars does not count, and what is neither a scalar nor a plain object or list is left out. */
function withoutTimes(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return TIME.test(value) ? undefined : value;
  if (typeof value === 'function') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return undefined;
  if (Array.isArray(value) || value instanceof Set) {
    const all = Array.from(value, (one) => withoutTimes(one, depth + 1));
    return all.some((one) => typeof one === 'object') ? all : all.sort();
  }
  // The user itself may be of a class; what an object of another class refers to has no end.
  if (depth > 0 && !isPlainObject(value)) return undefined;
  const kept = Object.entries(value).filter(([name]) => depth > 0 || !OF_TOKEN.has(name));
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutTimes(member, depth + 1)]));
}

function isOpen(access: Access, table: string): boolean {
  const found = access.find(table);
  return found === undefined || (allowsEverything(found.decide('read')) && found.readMasks().size === 0);
}

function isAllOpen(access: Access, included: readonly Included[]): boolean {
  return included.every(({ relation, nested }) => isOpen(access, relation.target.name) && isAllOpen(access, nested));
}
