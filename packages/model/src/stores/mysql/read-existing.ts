import type { SqlQuery } from '../../sql/sql-client.ts';

/** A column of a table that is there already. */
export interface ExistingColumn {
  /** Its type as a definition writes it: `varchar(20) character set latin1 collate latin1_bin`. */
  readonly declaration: string;
  /** An index takes only its beginning. */
  readonly isLong: boolean;
  readonly isRequired: boolean;
  /** The default as SQL. */
  readonly fallback: string | undefined;
  /** What a definition says after the default: `auto_increment`, `comment 'text'`. */
  readonly rest: string;
  readonly isGenerated: boolean;
}

/** The columns of a table; none when it is not there. */
export async function readExisting(
  query: SqlQuery,
  table: string,
  isMariaDb: boolean,
): Promise<ReadonlyMap<string, ExistingColumn>> {
  const { rows } = await query(COLUMNS, [table]);
  return new Map(
    rows.map(({ name, type, characters, collation, length, nullable, fallback, extra, comment, expression }) => {
      const charset = characters === null ? '' : ` character set ${characters} collate ${collation}`;
      const isLong = /(?:text|blob)$/i.test(String(type)) || Number(length ?? 0) > LONGEST_KEY;
      const column = {
        declaration: `${type}${charset}`,
        isLong,
        isRequired: nullable === 'NO',
        fallback: parseFallback(fallback, String(extra), isMariaDb),
        rest: `${/auto_increment|on update \S+/i.exec(String(extra))?.[0] ?? ''} comment '${String(comment).replaceAll("'", "''")}'`,
        isGenerated: Boolean(expression),
      };
      return [String(name), column];
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

/** The checks of columns, which MariaDB drops with their definition; those of MySQL belong to the table. */
export async function readColumnChecks(query: SqlQuery, table: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await query(CHECKS, [table]);
  return new Map(rows.map(({ name, clause }) => [String(name), String(clause)]));
}

/** MariaDB keeps a default as SQL; MySQL 8 as text, unless it is an expression. */
export function parseFallback(fallback: unknown, extra: string, isMariaDb: boolean): string | undefined {
  if (fallback === null || fallback === undefined || /^null$/i.test(String(fallback))) return undefined;
  if (isMariaDb) return String(fallback);
  if (!/default_generated/i.test(extra)) return `'${String(fallback).replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
  return /^current_timestamp/i.test(String(fallback)) ? String(fallback) : `(${fallback})`;
}

// --- internal ---

const CHECKS = `select constraint_name as name, check_clause as clause from information_schema.check_constraints
  where constraint_schema = database() and table_name = ? and level = 'Column'`;

/** Bytes. */
const LONGEST_KEY = 3_072;
const COLUMNS = `select column_name as name, column_type as type, character_set_name as characters, collation_name as collation,
  character_octet_length as length, is_nullable as nullable, column_default as fallback, extra as extra, column_comment as comment,
  generation_expression as expression from information_schema.columns where table_schema = database() and table_name = ?`;
const FOREIGN_KEYS = `select constraint_name as name, column_name as field from information_schema.key_column_usage
  where table_schema = database() and table_name = ? and referenced_table_name is not null`;
