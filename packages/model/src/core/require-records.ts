import type { Allowed, Condition } from './conditions.ts';
import { DataError, isDataError } from './data-error.ts';
import { restricted } from './join-filters.ts';
import type { Repository } from './provider.ts';
import type { Filter, ForeignKey, Row, Scalar } from './types.ts';

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
  const values = list.map((row) => row[column]);
  const named = new Map(values.filter((value) => !isMissing(value)).map((value) => [String(value), value]));
  if (named.size === 0) return;
  const find = async (keys: readonly unknown[]): Promise<Set<string>> => {
    const rows = conditions === false ? [] : await findKeys(open(), key, keys, conditions);
    return new Set(rows.map((row) => String(row[key])));
  };
  const found = await find([...named.values()]);
  let missing: unknown;
  // A database may write a key in another form than it was sent.
  for (const [text, value] of found.size >= named.size ? [] : named) {
    if (found.has(text) || (found.size > 0 && (await find([value])).size > 0)) continue;
    missing = value;
    break;
  }
  if (missing === undefined) return;
  const index = values.indexOf(missing);
  throw new DataError('invalid_value', `There is no record that "${column}" could refer to`, {
    field: column,
    value: values[index],
    index: values.length > 1 ? index : undefined,
  });
}

export function isMissing(value: unknown): boolean {
  return value === null || value === undefined;
}

// --- internal ---

async function findKeys(
  repository: Repository,
  name: string,
  keys: readonly unknown[],
  conditions: readonly Condition[],
): Promise<Row[]> {
  try {
    const where = restricted({ [name]: keys as Scalar[] } as Filter, conditions);
    // Nobody makes it unreadable, or deletes it, before the transaction ends.
    return await repository.findMany({ where, fields: [name], lock: 'share' });
  } catch (error) {
    // The column cannot hold such a value: there is no such record.
    if (isDataError(error) && error.code === 'invalid_filter') return [];
    throw error;
  }
}
