import type { Allowed, Condition } from './conditions.ts';
import { DataError, isDataError } from './data-error.ts';
import { restricted } from './join-filters.ts';
import { columnsOf, keyOf, keyText, whereKeys } from './key.ts';
import type { Repository } from './provider.ts';
import type { ForeignKey, Id, Row } from './types.ts';

/**
 * Refuse values of a foreign key that name no record of the other table.
 *
 * @param list - the values to write; `null` and nothing refer to nothing
 * @param open - opens the other table as far as the request may see it
 * @param conditions - what the records have to meet besides
 * @throws {DataError} `invalid_value`, with the field and its value
 */
export async function requireRecords(
  list: readonly Row[],
  { column, key }: Pick<ForeignKey, 'column' | 'key'>,
  open: () => Repository,
  conditions: Allowed = [],
): Promise<void> {
  const columns = columnsOf(column);
  const keys = columnsOf(key);
  const values = list.map((row) => (refersBy(row, columns) ? keyOf(row, columns) : undefined));
  const named = new Map(values.flatMap((value) => (value === undefined ? [] : [[keyText(value), value] as const])));
  if (named.size === 0) return;
  const find = async (ids: readonly Id[]): Promise<Set<string>> => {
    const rows = conditions === false ? [] : await findKeys(open(), keys, ids, conditions);
    return new Set(rows.map((row) => keyText(keyOf(row, keys))));
  };
  const found = await find([...named.values()]);
  let missing: string | undefined;
  // A database may write a key in another form than it was sent.
  for (const [text, value] of found.size >= named.size ? [] : named) {
    if (found.has(text) || (found.size > 0 && (await find([value])).size > 0)) continue;
    missing = text;
    break;
  }
  if (missing === undefined) return;
  const index = values.findIndex((value) => value !== undefined && keyText(value) === missing);
  const field = columns.at(-1) as string;
  throw new DataError('invalid_value', `There is no record that "${columns.join('", "')}" could refer to`, {
    field,
    value: list[index]?.[field],
    index: values.length > 1 ? index : undefined,
  });
}

export function isMissing(value: unknown): boolean {
  return value === null || value === undefined;
}

/** Whether a row refers by these columns: all of them have a value. */
export function refersBy(row: Row, columns: readonly string[]): boolean {
  return columns.every((name) => !isMissing(row[name]));
}

// --- internal ---

async function findKeys(
  repository: Repository,
  names: readonly string[],
  ids: readonly Id[],
  conditions: readonly Condition[],
): Promise<Row[]> {
  try {
    const where = restricted(whereKeys(ids, names), conditions);
    // Nobody deletes it before the transaction ends.
    return await repository.findMany({ where, fields: names, lock: 'share' });
  } catch (error) {
    // The column cannot hold such a value: there is no such record.
    if (isDataError(error) && error.code === 'invalid_filter') return [];
    throw error;
  }
}
