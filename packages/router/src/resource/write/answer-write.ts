import {
  byKey,
  type Id,
  isStored,
  isThenable,
  keyText,
  type Model,
  type Row,
  type Stored,
  whereKeys,
} from '@rest-gen/model/core';
import type { Answer } from '../../core/contracts/answer.ts';
import { requestError } from '../../core/errors.ts';
import { locationOf, pathOf } from '../../core/respond/location.ts';
import { parseReturn, preferOf } from '../../core/respond/prefer.ts';
import type { Resource } from '../contracts/resource.ts';
import { urlKey, writeKey } from '../keys.ts';
import { including } from '../list/parse-include.ts';
import { readShown, showRecord } from './answer-record.ts';
import type { RecordMembers } from './types.ts';

/** A record as it was stored; what to answer as it is; or the model that reads the record, which is used only when the response includes it. */
export type Written = Stored | Row | Model | undefined;

/**
 * Answer 201 with the `Location` of a new record, and with what GET shows of it unless the client prefers `return=minimal` (RFC 7240 section 4.2).
 *
 * For a PUT, and a POST to a singleton, the location is the URL of the request.
 */
export async function answerCreated(
  controller: RecordMembers,
  resource: Resource,
  created: Stored | Id | undefined,
  data: Written,
): Promise<unknown> {
  if (created === undefined) {
    const hint = 'created() was called without a record: addRecords must return what it has added.';
    throw requestError('E_INTERNAL', undefined, { hint });
  }
  const {
    exchange: { req },
  } = resource;
  const [id, record] = isStored(created) ? [created.id, created] : [created, data];
  const Location = controller.isItem ? pathOf(req) : locationOf(req, writeKey(id));
  return answer(controller, resource, record, { status: 201, headers: { Location } });
}

/** Answer 200 with what GET shows of a changed record; 204 when the client prefers `return=minimal`. */
export async function answerChanged(controller: RecordMembers, resource: Resource, record: Written): Promise<unknown> {
  return answer(controller, resource, record, { status: undefined, headers: {} });
}

/**
 * Answer with a list of records that were written; without it when the client prefers `return=minimal`.
 *
 * @param followed - preferences that were followed besides
 */
export async function answerList(
  controller: RecordMembers,
  resource: Resource,
  list: readonly Stored[],
  status: number | undefined,
  followed: readonly string[] = [],
): Promise<readonly unknown[] | undefined> {
  const { wants, headers } = readApplied(resource, followed);
  const isSilent = wants === 'minimal' || !list.every(({ isReadable }) => isReadable);
  const data = isSilent ? undefined : await showAll(controller, resource, list);
  resource.exchange.answer = { data, status, headers, ...(data && { records: list.map(({ id }) => id) }) };
  return data;
}

// --- internal ---

async function answer(
  controller: RecordMembers,
  resource: Resource,
  record: Written,
  { status, headers }: Pick<Answer, 'status' | 'headers'>,
): Promise<unknown> {
  const { wants, headers: applied } = readApplied(resource);
  const base = { status, headers: { ...headers, ...applied } };
  const isSilent = wants === 'minimal' || (isStored(record) && !record.isReadable);
  if (isSilent || !(isStored(record) || isModel(record))) {
    const data = isSilent ? undefined : record;
    resource.exchange.answer = { data, ...base };
    return data;
  }
  const data = isStored(record)
    ? (await showAll(controller, resource, [record]))[0]
    : (await readShown(controller, resource, record))?.shown;
  // The stored record differs from the body of a PUT, so its response must not have a validator (RFC 9110 section 9.3.4).
  const tagged = resource.exchange.req.method !== 'PUT';
  resource.exchange.answer = { data, ...base, tagged, ...(isStored(record) && { records: [record.id] }) };
  return data;
}

/** What a write has read is shown at once; with what is included the records are read again, all together. */
async function showAll(controller: RecordMembers, resource: Resource, list: readonly Stored[]): Promise<unknown[]> {
  const { included } = resource;
  const read = included.length === 0 ? undefined : await readAgain(controller, resource, list);
  const shown: unknown[] = [];
  for (const { id, row } of list) {
    const whole = read?.get(keyText(id));
    // Another request may have deleted it meanwhile.
    const one = whole ? showRecord(controller, resource, whole, included) : controller.show(row);
    shown.push(isThenable(one) ? await one : one);
  }
  return shown;
}

async function readAgain(
  controller: RecordMembers,
  { table, included }: Resource,
  list: readonly Stored[],
): Promise<Map<string, Row>> {
  const model = controller.model();
  const key = urlKey(table, await model.describe());
  const ids = list.map(({ id }) => id);
  return byKey(await including(model.where(whereKeys(ids, key)), included).select(), key);
}

function readApplied(
  { exchange: { req } }: Resource,
  followed: readonly string[] = [],
): { wants: ReturnType<typeof parseReturn>; headers: Record<string, string> } {
  const wants = parseReturn(preferOf(req));
  const applied = wants ? [...followed, `return=${wants}`] : followed;
  return { wants, headers: applied.length > 0 ? { 'Preference-Applied': applied.join(', ') } : {} };
}

/** By its methods: a program may hold several copies of the package. No column holds a function. */
function isModel(record: Written): record is Model {
  return typeof (record as Partial<Model> | undefined)?.find === 'function';
}
