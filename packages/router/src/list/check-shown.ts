import { isDeepStrictEqual } from 'node:util';
import type { Model } from '../model/model.ts';
import type { Description, Row } from '../model/types.ts';
import { RESERVED } from './read-list-query.ts';
import { refuseParameter } from './refuse-parameter.ts';
import type { ListQuery } from './types.ts';

/** What is shown of a row. */
export type Show = (row: Row) => unknown;

/**
 * The columns that clients may filter and sort by: those that `show` keeps as they are, for this request, in the first record of the list; and the
 * primary key, which is in every path.
 *
 * Everything else would tell, by the records found and by cursors, what `show` removes. Without records there is nothing to tell.
 *
 * @param names - the parameters that the logic does not declare
 */
export async function comparableColumns(
  description: Description,
  names: readonly string[],
  model: Model,
  show: Show,
): Promise<Description> {
  const asks = names.some((name) => name === 'sort' || !RESERVED.has(name));
  const first = asks ? await model.limit(1).find() : undefined;
  if (first === undefined) return description;
  // A copy, which `show` may change.
  const shown = await show({ ...first });
  const columns = [...description.columns].filter(
    ([name]) => name === description.primaryKey || keeps(shown, first, name),
  );
  return { ...description, columns: new Map(columns) };
}

/**
 * Refuse a list as soon as one of its records does not keep what the client has filtered or sorted by.
 *
 * @throws {HttpError} later, from what it gives: 400 `E_QUERY`
 */
export function checkShown(
  show: Show,
  { filters, sort }: ListQuery,
  { primaryKey }: Description,
  declared: ReadonlySet<string>,
): Show {
  const sorted = declared.has('sort') ? [] : sort.map(([name]) => ['sort', name] as const);
  const filtered = filters.flatMap((filter) => Object.keys(filter)).map((name) => [name, name] as const);
  const used = [...filtered, ...sorted].filter(([, name]) => name !== primaryKey);
  return async (row) => {
    const shown = await show({ ...row });
    for (const [parameter, name] of used) {
      if (!keeps(shown, row, name))
        throw refuseParameter(parameter, `names "${name}", which is not a field of all records`);
    }
    return shown;
  };
}

// --- internal ---

function keeps(shown: unknown, row: Row, name: string): boolean {
  const isThere = typeof shown === 'object' && shown !== null && Object.hasOwn(shown, name);
  return isThere && isDeepStrictEqual((shown as Row)[name], row[name]);
}
