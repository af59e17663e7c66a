import { Buffer } from 'node:buffer';
import { isPlainObject } from '@rest-gen/logic/common';
import { byKey, keyOf, keyRow, keyText, type Model, type Row, Stored, whereKeys } from '@rest-gen/model/core';
import { requestError } from '../../core/errors.ts';
import { parsePreconditions } from '../../core/respond/preconditions.ts';
import { parsePreference, preferOf } from '../../core/respond/prefer.ts';
import { toJson } from '../../core/respond/write-body.ts';
import type { Resource } from '../contracts/resource.ts';
import { resourceError } from '../errors.ts';
import { urlKey } from '../keys.ts';
import { parseBulkSelection, type Selection } from '../list/bulk-selection.ts';
import type { Show } from '../list/check-shown.ts';
import { narrow } from '../list/sent-query.ts';
import { answerList } from './answer-write.ts';
import { inTransaction } from './in-transaction.ts';
import { mergeIntoRecord } from './merge-patch.ts';
import { requireParents, underParents } from './missing-parent.ts';
import type { RecordMembers } from './types.ts';

/** What a request that changes many records works on. */
export interface BulkWrite {
  readonly controller: RecordMembers;
  readonly resource: Resource;
  /** Gives the model of the collection; called in the transaction, too, where models belong to it. */
  readonly records: () => Model;
  /** `show` of the class; `undefined` where it has none of its own. */
  readonly show: Show | undefined;
}

/**
 * Change every record that the filters of the request match, in one transaction, and answer 200 with them; 204 for `Prefer: return=minimal`.
 *
 * An object for a JSON column is merged into that of each record (RFC 7396); else it is one statement, whatever the number of records.
 *
 * @throws {HttpError} 428 `E_UNBOUNDED`; 409 `E_MAX_AFFECTED`; 412 `E_PRECONDITION_FAILED`; 400 `E_QUERY`; 400 `E_PAGE_TOO_LARGE` for an answer that
 *   would be too large
 */
export async function changeAll(many: BulkWrite, values: Row): Promise<unknown> {
  const { controller, resource } = many;
  return write(many, async (matching, followed) => {
    const stored = await update(many, matching, values);
    return {
      count: stored.length,
      answer: async () => {
        const data = await answerList(controller, resource, stored, undefined, followed);
        if (data !== undefined) checkSize(data, resource);
        return data;
      },
    };
  });
}

/** Delete every record that the filters of the request match, in one transaction, and answer 204. @throws {HttpError} as {@link changeAll} */
export async function deleteAll(many: BulkWrite): Promise<undefined> {
  const { resource } = many;
  await write(many, async (matching, followed) => ({
    count: await matching.delete(),
    answer: async () => {
      const headers = { 'Preference-Applied': followed.join(', ') };
      resource.exchange.answer = { data: undefined, status: undefined, headers };
    },
  }));
}

// --- internal ---

/** What was written, and what answers it. */
interface Done {
  readonly count: number;
  readonly answer: () => Promise<unknown>;
}

async function write(
  many: BulkWrite,
  work: (matching: Model, followed: readonly string[]) => Promise<Done>,
): Promise<unknown> {
  const { resource, records, show } = many;
  if (!resource.isBulkWrite) {
    const hint = `${resource.exchange.action} changes many records of a collection only where static bulk lists its method.`;
    throw requestError('E_INTERNAL', undefined, { hint });
  }
  const selection = await parseBulkSelection(records(), resource, show);
  const most = readMost(selection, resource);
  checkPreconditions(resource);
  const { count, data } = await inTransaction(resource, async () => {
    const matching = narrow(await underParents(resource, records()), selection.filters);
    checkCount(await matching.count(), most);
    for (const row of selection.check ? await matching.lock().select() : []) await selection.check?.(row);
    const { count, answer } = await work(matching, [`max-affected=${most}`]);
    // Others may have been added since they were counted.
    checkCount(count, most);
    if (count === 0) await requireParents(resource, selection.description);
    return { count, data: await answer() };
  });
  // On the response itself, where `envelope` can read it.
  resource.exchange.res.setHeader('X-Total-Count', String(count));
  return data;
}

/** How many records the client allows to be changed. */
function readMost({ isNarrowed }: Selection, { exchange: { req, maxItems } }: Resource): number {
  const text = parsePreference(preferOf(req), 'max-affected') ?? '';
  const most = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (isNarrowed && most >= 1 && most <= maxItems) return most;
  const prefer = `Prefer: max-affected=N, N from 1 to ${maxItems}`;
  const detail = isNarrowed
    ? `The request has to say how many records it changes at most; send ${prefer}.`
    : 'The request has to say which records it changes: the query has no filter.';
  throw resourceError('E_UNBOUNDED', detail);
}

function checkCount(count: number, most: number): void {
  if (count <= most) return;
  throw resourceError('E_MAX_AFFECTED', `The request would change ${count} records, and allows ${most}.`, {
    extra: { matched: count, maxAffected: most },
  });
}

/** A collection exists, and has no entity tag that a write could be compared with. */
function checkPreconditions({ exchange: { req } }: Resource): void {
  const { ifMatch = '*', ifNoneMatch } = parsePreconditions(req, false) ?? {};
  if (ifMatch !== '*' || ifNoneMatch === '*')
    throw requestError('E_PRECONDITION_FAILED', 'A collection has no entity tag to be compared with.');
}

async function update({ resource, records }: BulkWrite, matching: Model, values: Row): Promise<Stored[]> {
  const description = await matching.whole().describe();
  const { columns, primaryKey } = description;
  const isMerged = Object.entries(values).some(
    ([name, value]) => isPlainObject(value) && columns.get(name)?.type === 'json',
  );
  if (!isMerged) return matching.updateMany(values);
  const rows = await matching
    .field([...primaryKey])
    .lock()
    .select();
  // What refuses any such request is found without records, too; one that matches from here on must not be replaced.
  if (rows.length === 0) return matching.where(whereKeys([], primaryKey)).updateMany(values);
  const stored: Stored[] = [];
  for (const row of rows) {
    // Not `matching`: what is written into one record may change which others match.
    const record = records().where(whereKeys([keyOf(row, primaryKey)], primaryKey));
    const one = await record.updateOne(await mergeIntoRecord(record, values, resource.exchange.bodyLimit));
    // What was written into another record has made this one unreadable: all or nothing.
    if (one === undefined) throw requestError('E_POLICY');
    stored.push(one);
  }
  return resource.access === undefined || stored.length < 2
    ? stored
    : readAgain(records(), urlKey(resource.table, description), stored);
}

/** What was written into a later record may have changed whether the user may read an earlier one. */
async function readAgain(records: Model, key: readonly string[], stored: readonly Stored[]): Promise<Stored[]> {
  const ids = stored.map(({ id }) => id);
  const shown = byKey(await records.where(whereKeys(ids, key)).select(), key);
  return stored.map(({ id }) => {
    const row = shown.get(keyText(id));
    return row === undefined ? new Stored(id, keyRow(id, key), false) : new Stored(id, row);
  });
}

/** Before the transaction ends: an answer that cannot be sent must not stand for a change. */
function checkSize(data: unknown, { exchange: { answerLimit } }: Resource): void {
  if (Buffer.byteLength(toJson(data)) <= answerLimit) return;
  const detail = `The answer would have more than ${answerLimit} bytes: change fewer records, or send Prefer: return=minimal.`;
  throw requestError('E_PAGE_TOO_LARGE', detail);
}
