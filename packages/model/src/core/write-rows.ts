import { byKey, keyIn, keyOf, keyRow, keyText, movedKey, whereKeys } from './key.ts';
import type { Repository } from './provider.ts';
import type { Filter, Id, Row } from './types.ts';

/**
 * Insert records, with `insertRows` of the repository where it has it, else one by one.
 *
 * @returns the records as they are stored, in the order of the list
 * @throws {DataError} with the place of the refused record as `index`, where it is known
 */
export function insertRows(repository: Repository, list: readonly Row[]): Promise<Row[]> {
  if (list.length === 0) return Promise.resolve([]);
  return repository.insertRows?.(list) ?? insertOneByOne(repository, list);
}

/**
 * Update rows, with `updateRows` of the repository where it has it, else the rows are read afterwards.
 *
 * @returns the rows that the filter matched, as they are stored now
 */
export async function updateRows(repository: Repository, where: Filter, values: Row): Promise<Row[]> {
  if (repository.updateRows) return repository.updateRows(where, values);
  const { primaryKey } = await repository.describe();
  // The values may change what the filter compares with, so the rows are found again by their keys.
  const key = keyIn(where, primaryKey);
  const ids = key === undefined ? await findIds(repository, primaryKey, where) : [key];
  if (ids.length === 0 || (await repository.update(where, values)) === 0) return [];
  const moved = ids.map((id) => movedKey(id, values, primaryKey));
  return [...(await findById(repository, primaryKey, moved)).values()];
}

/** Add to an error the place of its record in the list, as `index`, in place of that in an inner list. @returns the error */
export function markRecord(error: unknown, index: number | undefined): unknown {
  if (typeof error === 'object' && error !== null)
    Reflect.defineProperty(error, 'index', { value: index, configurable: true });
  return error;
}

/** The place in the list of the record that an error is about, where it is known. */
export function placeOf(error: unknown): number | undefined {
  const index = (error as { index?: unknown } | null | undefined)?.index;
  return typeof index === 'number' ? index : undefined;
}

/** Add to an error where in its record the value is that it is about, as a JSON Pointer. @returns the error */
export function markPointer(error: unknown, pointer: string): unknown {
  if (typeof error === 'object' && error !== null)
    Reflect.defineProperty(error, 'pointer', { value: pointer, configurable: true });
  return error;
}

/** Where in its record the value is that an error is about, if that is not the field that it names. */
export function pointerOf(error: unknown): string | undefined {
  const pointer = (error as { pointer?: unknown } | null | undefined)?.pointer;
  return typeof pointer === 'string' ? pointer : undefined;
}

/** Split a list into parts for one statement each: databases limit the parameters of a statement. */
export function* inParts<T>(list: readonly T[], size = 500): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size);
}

// --- internal ---

async function insertOneByOne(repository: Repository, list: readonly Row[]): Promise<Row[]> {
  const ids: Id[] = [];
  for (const [index, values] of list.entries()) {
    try {
      ids.push(await repository.insert(values));
    } catch (error) {
      throw markRecord(error, index);
    }
  }
  const { primaryKey } = await repository.describe();
  const found = await findById(repository, primaryKey, ids);
  // A record that another request has deleted meanwhile was stored all the same.
  return ids.map((id, index) => found.get(keyText(id)) ?? { ...list[index], ...keyRow(id, primaryKey) });
}

async function findById(
  repository: Repository,
  primaryKey: readonly string[],
  ids: readonly Id[],
): Promise<Map<string, Row>> {
  return byKey(await repository.findMany({ where: whereKeys(ids, primaryKey) }), primaryKey);
}

async function findIds(repository: Repository, primaryKey: readonly string[], where: Filter): Promise<Id[]> {
  const rows = await repository.findMany({ where, fields: primaryKey });
  return rows.map((row) => keyOf(row, primaryKey));
}
