import { isHttpError } from '../errors.ts';
import { DataError } from '../model/data-error.ts';
import { inParts } from '../model/in-parts.ts';
import { isPlainObject } from '../model/is-plain-object.ts';
import type { Repository } from '../model/provider.ts';
import { readValue } from '../model/read-value.ts';
import type { Relation } from '../model/relations.ts';
import type { Filter, Id, Row } from '../model/types.ts';
import { markPointer, markRecord, placeOf } from '../model/write-rows.ts';
import { atPlace } from './at-place.ts';
import type { LinkTable } from './link-table.ts';

/** A record, and the ids of all records that it is to be linked to. */
export interface LinkedRecord {
  readonly key: Id;
  readonly ids: readonly Id[];
  /** Its place in the list of records that are written. */
  readonly index: number;
}

/** The tables of a relation, as the user may use them. */
export interface LinkTables {
  targetOf(relation: Relation): Repository;
  linksOf(relation: Relation): LinkTable;
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
  { target, where }: Relation,
  targets: Repository,
): Promise<(Id[] | undefined)[]> {
  const column = target.columns.get(target.primaryKey) ?? { type: 'string' };
  const wanted = lists.map((list, index) => (list === undefined ? undefined : readList(name, list, index)));
  const read = (item: unknown): Id | undefined => readValue(idOf(item) ?? undefined, column) as Id | undefined;
  const ids = new Map(wanted.flatMap((list) => (list ?? []).map(read)).map((id) => [String(id), id]));
  const known = await findKeys(
    targets,
    target.primaryKey,
    [...ids.values()].filter((id) => id !== undefined),
    where,
  );
  return wanted.map((list, index) => {
    if (list === undefined) return undefined;
    const keys = new Map<string, Id>();
    for (const [place, item] of list.entries()) {
      const key = known.get(String(read(item)).toLowerCase());
      if (key === undefined) throw markRecord(noRecord(name, item, `/${name}/${place}`), index);
      keys.set(String(key), key);
    }
    return [...keys.values()];
  });
}

/**
 * Link each record to the records that its ids name: links that are missing are added, others are removed where the user may read both the link and the record.
 *
 * @param isNew - the records have no links yet
 * @throws {DataError} with the pointer of the list
 */
export async function writeLinks(
  name: string,
  relation: Relation,
  records: readonly LinkedRecord[],
  tables: LinkTables,
  isNew: boolean,
): Promise<void> {
  const { from, to } = relation.through as NonNullable<Relation['through']>;
  const links = tables.linksOf(relation);
  const known = isNew ? [] : await links.find({ [from]: records.map(({ key }) => key) });
  const added: { row: Row; index: number }[] = [];
  for (const { key, ids, index } of records) {
    const own = known.filter((row) => String(row[from]) === String(key)).map((row) => row[to] as Id);
    const [before, after] = [own, ids].map((keys) => new Set(keys.map(String)));
    const gone = own.filter((id) => !after?.has(String(id)));
    await atRecord(name, index, async () => {
      for (const part of inParts(await findVisible(gone, relation, tables)))
        await links.remove({ [from]: key, [to]: part } as Filter);
    });
    for (const id of ids) if (!before?.has(String(id))) added.push({ row: { [from]: key, [to]: id }, index });
  }
  if (added.length === 0) return;
  const [only] = new Set(added.map(({ index }) => index));
  const isOne = added.every(({ index }) => index === only);
  try {
    await links.add(added.map(({ row }) => row));
  } catch (error) {
    throw placed(error, name, added[placeOf(error) ?? -1]?.index ?? (isOne ? only : undefined));
  }
}

// --- internal ---

function readList(name: string, list: unknown, index: number): readonly unknown[] {
  if (list === null) return [];
  if (Array.isArray(list)) return list;
  const error = new DataError('invalid_value', `"${name}" takes a list of ids`, { field: name, value: list });
  throw markRecord(error, index);
}

function idOf(item: unknown): unknown {
  return isPlainObject(item) && Object.hasOwn(item, 'id') ? (item as Row).id : item;
}

function noRecord(name: string, item: unknown, pointer: string): unknown {
  const message = `There is no record that "${name}" could refer to`;
  return markPointer(new DataError('invalid_value', message, { field: name, value: idOf(item) }), pointer);
}

/** @returns the keys as they are stored, by their text in lower case: some databases do not distinguish it */
async function findKeys(
  repository: Repository,
  primaryKey: string,
  ids: readonly Id[],
  where: Filter | undefined,
): Promise<Map<string, Id>> {
  const found = new Map<string, Id>();
  for (const part of inParts(ids)) {
    const named: Filter = { [primaryKey]: part };
    const rows = await repository.findMany({
      where: where === undefined ? named : { and: [named, where] },
      fields: [primaryKey],
    });
    for (const row of rows) found.set(String(row[primaryKey]).toLowerCase(), row[primaryKey] as Id);
  }
  return found;
}

/** Links to records that the user does not see are not part of what was sent, and stay. */
async function findVisible(ids: readonly Id[], relation: Relation, { targetOf }: LinkTables): Promise<Id[]> {
  if (ids.length === 0) return [];
  const { target, where } = relation;
  const seen = await findKeys(targetOf(relation), target.primaryKey, ids, where);
  return ids.filter((id) => seen.has(String(id).toLowerCase()));
}

async function atRecord(name: string, index: number, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw placed(error, name, index);
  }
}

function placed(error: unknown, name: string, index: number | undefined): unknown {
  const pointer = `/${name}`;
  return markRecord(isHttpError(error) ? atPlace(error, pointer) : markPointer(error, pointer), index);
}
