import { isDeepStrictEqual } from 'node:util';
import type { Description, Model, Row } from '@rest-gen/model/core';
import { refuseParameter } from '../../core/dispatch/refuse-parameter.ts';
import type { ListQuery } from './types.ts';

/** Maps a row to the record that is shown. */
export type Show = (row: Row) => unknown;

/**
 * The columns that clients may filter and sort by: those that `show` leaves unchanged in the first record of the list, and the
 * primary key, which is part of every path.
 *
 * Any other column would reveal, by the records found and by cursors, a value that `show` removes. Without records nothing can be revealed.
 *
 * @param isAsked - the request filters or sorts by something that the logic does not declare
 */
export async function comparableColumns(
  description: Description,
  isAsked: boolean,
  model: Model,
  show: Show,
): Promise<Description> {
  const first = isAsked ? await model.limit(1).find() : undefined;
  if (first === undefined) return description;
  // `show` may modify its argument.
  const shown = await show({ ...first });
  const columns = [...description.columns].filter(
    ([name]) => description.primaryKey.includes(name) || keeps(shown, first, name),
  );
  return { ...description, columns: new Map(columns) };
}

/**
 * Refuse a list as soon as `show` changes a field of one of its records that the client has filtered or sorted by.
 *
 * @throws {HttpError} asynchronously, from the returned function: 400 `E_QUERY`
 */
export function checkShown(show: Show, { compared }: Pick<ListQuery, 'compared'>, { primaryKey }: Description): Show {
  const used = compared.filter(([, name]) => !primaryKey.includes(name));
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
