import type { SqlQuery } from '../../sql/sql-client.ts';

/** A column of a table that is there already. */
export interface ExistingColumn {
  /** Its type as a definition writes it: `varchar(20) character set latin1 collate latin1_bin`. */
  readonly declaration: string;
  /** An index takes only its beginning. */
  readonly isLong: boolean;
}

/** The columns of a table; none when it is not there. */
export async function readExisting(query: SqlQuery, table: string): Promise<ReadonlyMap<string, ExistingColumn>> {
  const { rows } = await query(COLUMNS, [table]);
  return new Map(
    rows.map(({ name, type, characters, collation, length }) => {
      const charset = characters === null ? '' : ` character set ${characters} collate ${collation}`;
      const isLong = /(?:text|blob)$/i.test(String(type)) || Number(length ?? 0) > LONGEST_KEY;
      return [String(name), { declaration: `${type}${charset}`, isLong }];
    }),
  );
}

/** The foreign keys of a table: their names, and the columns that refer. */
export async function readForeignKeys(query: SqlQuery, table: string): Promise<{ name: string; column: string }[]> {
  const { rows } = await query(FOREIGN_KEYS, [table]);
  return rows.map(({ name, field }) => ({ name: String(name), column: String(field) }));
}

/** `10.11.19-MariaDB`, `8.0.42`. */
export async function readVersion(query: SqlQuery): Promise<string> {
  const { rows } = await query('select version() as version', []);
  return String(rows[0]?.version);
}

// --- internal ---

/** Bytes. */
const LONGEST_KEY = 3_072;
const COLUMNS = `select column_name as name, column_type as type, character_set_name as characters, collation_name as collation,
  character_octet_length as length from information_schema.columns where table_schema = database() and table_name = ?`;
const FOREIGN_KEYS = `select constraint_name as name, column_name as field from information_schema.key_column_usage
  where table_schema = database() and table_name = ? and referenced_table_name is not null`;
