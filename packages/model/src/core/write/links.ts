import { isPlainObject } from '@rest-gen/logic/common';
import { DataError } from '../data-error.ts';
import type { Repository } from '../provider.ts';
import { readValue } from '../read-value.ts';
import type { Relation } from '../relations.ts';
import type { Filter, KeyValue, Row } from '../types.ts';
import { inParts, markPointer, markRecord, placeOf } from '../write-rows.ts';
import type { LinkColumns, LinkTable, LinkTables } from './relation-writer.ts';

/** A record, and the ids of all records that it is to be linked to. */
export interface LinkedRecord {
  readonly key: KeyValue;
  readonly ids: readonly KeyValue[];
  /** Its place in the list of records that are written. */
  readonly index: number;
}

/**
 * Find the records that lists of ids name, each of which the user has to be allowed to read.
 *
 * @param lists - ids, or objects with an `id`; `null` is an empty list
 * @returns the keys as they are stored, each once
 * @throws {DataError} `invalid_value` with the pointer of the first id that names no record
 */
export async function checkLinks(
  name: string,
  lists: readonly unknown[],
  { target, where, ...relation }: Relation,
  targets: Repository,
): Promise<(KeyValue[] | undefined)[]> {
  const to = relation.to as string;
  const column = target.columns.get(to) ?? { type: 'string' };
  const wanted = lists.map((list, index) => (list === undefined ? undefined : readList(name, list, index)));
  const read = (item: unknown): KeyValue | undefined =>
    readValue(idOf(item, to) ?? undefined, column) as KeyValue | undefined;
  const ids = new Map(wanted.flatMap((list) => (list ?? []).map(read)).map((id) => [String(id), id]));
  const known = await findKeys(
    targets,
    to,
    [...ids.values()].filter((id) => id !== undefined),
    where,
  );
  return wanted.map((list, index) => {
    if (list === undefined) return undefined;
    const keys = new Map<string, KeyValue>();
    for (const [place, item] of list.entries()) {
      const key = findKey(known, read(item));
      if (key === undefined) throw markRecord(noRecord(name, idOf(item, to), `/${name}/${place}`), index);
      keys.set(String(key), key);
    }
    return [...keys.values()];
  });
}

/**
 * Link new records to the records that their ids name.
 *
 * @throws {DataError} with the pointer of the list
 */
export async function addLinks(
  name: string,
  { through, ...relation }: Relation,
  records: readonly LinkedRecord[],
  tables: LinkTables,
): Promise<void> {
  const { from, to } = through as LinkColumns;
  const rows = records.flatMap(({ key, ids, index }) => ids.map((id) => ({ row: { [from]: key, [to]: id }, index })));
  await addRows(name, rows, tables.linksOf({ ...relation, through }), tables);
}

/**
 * Link records to the same others: links that are missing are added, others are removed where the user may read both the link and the record. The number of
 * statements does not grow with the records.
 *
 * @throws {DataError} with the pointer of the list
 */
export async function replaceLinks(
  name: string,
  relation: Relation,
  keys: readonly KeyValue[],
  ids: readonly KeyValue[],
  tables: LinkTables,
): Promise<void> {
  const { from, to } = relation.through as LinkColumns;
  const links = tables.linksOf(relation);
  const known: Row[] = [];
  for (const part of inParts(keys)) known.push(...(await links.find({ [from]: part })));
  const wanted = new Set(ids.map(String));
  const others = new Map(known.map((row) => [String(row[to]), row[to] as KeyValue]));
  const gone = [...others].flatMap(([text, id]) => (wanted.has(text) ? [] : [id]));
  try {
    for (const part of inParts(await findVisible(gone, relation, tables)))
      for (const some of inParts(keys)) await links.remove({ [from]: some, [to]: part } as Filter);
  } catch (error) {
    throw placed(error, name, keys.length === 1 ? 0 : undefined, tables);
  }
  const pairs = new Set(known.map((row) => pairOf(row[from], row[to])));
  const missing = keys.flatMap((key, index) =>
    ids.flatMap((id) => (pairs.has(pairOf(key, id)) ? [] : [{ row: { [from]: key, [to]: id }, index }])),
  );
  await addRows(name, missing, links, tables);
}

/** A record has its id in the member of its primary key. */
export function idOf(item: unknown, primaryKey: string): unknown {
  return isPlainObject(item) && Object.hasOwn(item, primaryKey) ? (item as Row)[primaryKey] : item;
}

// --- internal ---

/** A row of a table between two others, and the place of its record in the list of those that are written. */
interface Link {
  readonly row: Row;
  readonly index: number;
}

async function addRows(name: string, wanted: readonly Link[], links: LinkTable, tables: LinkTables): Promise<void> {
  if (wanted.length === 0) return;
  const [first] = wanted as [Link];
  const isOne = wanted.every(({ index }) => index === first.index);
  let added = wanted;
  const place = (error: unknown): unknown =>
    placed(error, name, added[placeOf(error) ?? -1]?.index ?? (isOne ? first.index : undefined), tables);
  try {
    await tables.session.placing(place, async () => {
      const rows = new Set(await links.restore(wanted.map(({ row }) => row)));
      added = wanted.filter(({ row }) => rows.has(row));
      if (rows.size > 0) await links.add([...rows]);
    });
  } catch (error) {
    throw place(error);
  }
}

function pairOf(key: unknown, id: unknown): string {
  return JSON.stringify([String(key), String(id)]);
}

function readList(name: string, list: unknown, index: number): readonly unknown[] {
  if (list === null) return [];
  if (Array.isArray(list)) return list;
  const error = new DataError('invalid_value', `"${name}" takes a list of ids`, { field: name, value: list });
  throw markRecord(error, index);
}

function noRecord(name: string, value: unknown, pointer: string): unknown {
  const message = `There is no record that "${name}" could refer to`;
  return markPointer(new DataError('invalid_value', message, { field: name, value }), pointer);
}

/** @returns the keys as they are stored, by their text */
async function findKeys(
  repository: Repository,
  primaryKey: string,
  ids: readonly KeyValue[],
  where: Filter | undefined,
): Promise<Map<string, KeyValue>> {
  const found = new Map<string, KeyValue>();
  for (const part of inParts(ids)) {
    const named: Filter = { [primaryKey]: part };
    const rows = await repository.findMany({
      where: where === undefined ? named : { and: [named, where] },
      fields: [primaryKey],
    });
    for (const row of rows) found.set(String(row[primaryKey]), row[primaryKey] as KeyValue);
  }
  return found;
}

/** Some databases do not distinguish cases: then the key is stored otherwise than it was sent. */
function findKey(known: ReadonlyMap<string, KeyValue>, sent: unknown): KeyValue | undefined {
  const text = String(sent);
  const exact = known.get(text);
  if (exact !== undefined) return exact;
  for (const [stored, key] of known) if (stored.toLowerCase() === text.toLowerCase()) return key;
  return undefined;
}

/** Links to records that the user does not see are not part of what was sent, and stay. */
async function findVisible(
  ids: readonly KeyValue[],
  relation: Relation,
  { targetOf }: LinkTables,
): Promise<KeyValue[]> {
  if (ids.length === 0) return [];
  const { to, where } = relation;
  const seen = await findKeys(targetOf(relation), to as string, ids, where);
  return ids.filter((id) => seen.has(String(id)));
}

function placed(error: unknown, name: string, index: number | undefined, tables: LinkTables): unknown {
  return markRecord(tables.placed(error, `/${name}`), index);
}
