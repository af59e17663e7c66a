import type { CheckedQuery } from '../core/read-query.ts';
import type { Row } from '../core/types.ts';
import { includeReader } from './decode-include.ts';
import { decodeInPlace, decodeRow } from './decode-row.ts';
import type { Dialect } from './dialect.ts';
import type { SqlResult } from './sql-client.ts';
import type { StoredColumn, StoredDescription } from './stored-table.ts';

/** Decode the rows of a result, with all columns of the table unless a query says otherwise. */
export function readRows(
  { rows }: SqlResult,
  { columns }: StoredDescription,
  dialect: Dialect,
  query?: CheckedQuery,
): Row[] {
  const read = query === undefined ? allOf(columns) : readColumns(query, columns);
  if (query === undefined || query.include.length === 0) {
    // A driver may have made a row with a column of that name in another way than others.
    const decode = columns.has('__proto__') ? decodeRow : decodeInPlace;
    return rows.map((row) => decode(row, read, dialect));
  }
  const included = query.include.map((one) => ({ name: one.name, readValue: includeReader(one, dialect) }));
  return rows.map((row) => {
    const decoded = decodeRow(row, read, dialect);
    for (const { name, readValue } of included) decoded[name] = readValue(row[name]);
    return decoded;
  });
}

// --- internal ---

type Columns = StoredDescription['columns'];

function readColumns({ fields, related }: CheckedQuery, columns: Columns): readonly StoredColumn[] {
  return fields.map((name) => columns.get(name) ?? (related.get(name)?.type as StoredColumn));
}

/** The columns, listed once for each description. */
function allOf(columns: Columns): readonly StoredColumn[] {
  let all = lists.get(columns);
  if (all === undefined) {
    all = [...columns.values()];
    lists.set(columns, all);
  }
  return all;
}

const lists = new WeakMap<Columns, readonly StoredColumn[]>();
