import type { SqlQuery } from '../../sql/sql-client.ts';

/** Where a table is: `schema` is `undefined` in the database that is connected to. */
export interface TablePlace {
  readonly schema: string | undefined;
  readonly table: string;
}

/** @param schema - where the name begins with it */
export function placeOf(name: string, schema?: string): TablePlace {
  return { schema, table: schema === undefined ? name : name.slice(schema.length + 1) };
}

/**
 * Ask for what `information_schema` has of a table, whose schema the text calls `database()`.
 *
 * @param count - how often the text asks for the name of the table
 */
export async function ask<Row>(
  query: SqlQuery,
  text: string,
  place: TablePlace,
  count: number,
): Promise<readonly Row[]> {
  const { schema, table } = place;
  // A literal, because the servers look into every database where they cannot tell which one is meant before they start.
  const literal = `_utf8mb4 0x${Buffer.from(schema ?? '').toString('hex')}`;
  const located = schema === undefined ? text : text.replaceAll('database()', literal);
  const { rows } = await query(located, Array(count).fill(table));
  return rows as readonly object[] as readonly Row[];
}

/** The columns of the indexes of a table. */
export const INDEXES: string = `select index_name as name, column_name as field, non_unique as others from information_schema.statistics
  where table_schema = database() and table_name = ? order by index_name, seq_in_index`;

export interface IndexFacts {
  name: string;
  /** Null for an expression. */
  field: string | null;
  /** 0 where the index is unique. */
  others: number;
}
