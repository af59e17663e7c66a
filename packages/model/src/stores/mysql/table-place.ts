import type { SqlQuery } from '../../sql/sql-client.ts';
import type { IndexPart } from '../../sql/stored-table.ts';

/** Where a table is: `schema` is `undefined` in the database that is connected to. */
export interface TablePlace {
  readonly schema: string | undefined;
  readonly table: string;
}

/** The tables that a name can mean: one of the database that is connected to, else one of another database, `sales.customer`. */
export function placesOf(name: string): readonly [own: TablePlace, other?: TablePlace] {
  const own = { schema: undefined, table: name };
  const end = name.indexOf('.');
  return end < 0 ? [own] : [own, { schema: name.slice(0, end), table: name.slice(end + 1) }];
}

/** Ask for what `information_schema` has of a table: each `?` of the text is its name, and `database()` its schema. */
export async function ask<Row>(query: SqlQuery, text: string, { schema, table }: TablePlace): Promise<readonly Row[]> {
  // A literal, because the servers look into every database where they cannot tell which one is meant before they start.
  const literal = `_utf8mb4 0x${Buffer.from(schema ?? '').toString('hex')}`;
  const located = schema === undefined ? text : text.replaceAll('database()', literal);
  const count = text.split('?').length - 1;
  const { rows } = await query(located, Array(count).fill(table));
  return rows as readonly object[] as readonly Row[];
}

/** The columns of the indexes of a table. */
export const INDEXES: string = `select index_name as \`index\`, column_name as field, non_unique as others from information_schema.statistics
  where table_schema = database() and table_name = ? order by index_name, seq_in_index`;

/** A column of an index. */
export interface IndexFacts extends IndexPart {
  /** 0 where the index is unique. */
  readonly others: number;
}
