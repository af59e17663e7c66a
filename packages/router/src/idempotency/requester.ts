import type { Id } from '@rest-gen/model/core';
import type { RequestContext } from '../contracts/request-context.ts';
import { openModel } from '../controller/open-model.ts';
import { including } from '../list/read-include.ts';
import { digest } from './fingerprint.ts';
import type { ShownRecords } from './types.ts';

/**
 * Hash what decides for the requester: the user, and what the policies say of him. While it is the same, he may be answered the
 * same. Times, and what a new token of the same user changes, do not count.
 */
export function readerOf({ user, access }: Pick<RequestContext, 'user' | 'access'>): string {
  return digest([membersOf(user), access?.decisions()]);
}

/**
 * Hash what the requester may read of records that an answer shows: which of them, and the fields that a policy can hide. Of records with
 * others included, everything.
 *
 * @param ids - of the controller's table
 * @returns `undefined` where no policy hides any
 */
export async function shownOf(context: RequestContext, ids: readonly Id[]): Promise<ShownRecords | undefined> {
  const { access, list, included } = context;
  const table = access?.find(list.table);
  if (table === undefined) return undefined;
  const masks = [...table.readMasks().keys()];
  const model = openModel(context, list.table);
  const { primaryKey } = await model.describe();
  const records = model.where({ [primaryKey]: [...ids] }).order(primaryKey);
  const rows = await (included.length > 0
    ? including(records, included).select()
    : records.field([primaryKey, ...masks]).select());
  return { ids, hash: digest(rows) };
}

// --- internal ---

/** Of a token (RFC 7519 section 4.1): each new one has others. */
const OF_TOKEN: ReadonlySet<string> = new Set(['exp', 'iat', 'nbf', 'jti']);
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:/;

function membersOf(user: unknown): unknown {
  if (typeof user !== 'object' || user === null) return user;
  return Object.entries(user).filter(([name, value]) => !OF_TOKEN.has(name) && isPlain(value));
}

function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain);
  if (typeof value === 'string') return !TIME.test(value);
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean';
}
