import type { ForeignKey, WriteKind } from '../../core/types.ts';
import { CHANGE_PREFIX } from '../../schema/recorded-changes.ts';
import { missingTable } from '../../sql/driver-error.ts';
import type { SqlQuery } from '../../sql/sql-client.ts';
import {
  describeTimestamp,
  findKey,
  groupIndexes,
  type StoredColumn,
  type StoredDescription,
  uniqueColumns,
  writeKinds,
} from '../../sql/stored-table.ts';
import { parseAffinity, parseDeclaredType } from './column-types.ts';
import { REFERENCES } from './foreign-keys.ts';
import { columnsAmong, parseChecks, parseEnums, quoteName } from './table-text.ts';
import { findTimeForm } from './time-form.ts';

/**
 * Read the description of a table or view from SQLite.
 *
 * @throws {DataError} `no_table` when it does not exist
 */
export async function describeTable(query: SqlQuery, table: string): Promise<StoredDescription> {
  const result = await query(
    `select name, type, "notnull" as required, dflt_value as fallback, pk, hidden,
      (select sql from sqlite_schema where type = 'table' and name = ?1 collate nocase and sql like '%check%') as text,
      (select own.type from sqlite_schema as t join sqlite_schema as own on own.name = t.tbl_name and own.type in ('table', 'view')
        where t.type = 'trigger' and t.tbl_name = ?1 collate nocase and substr(t.name, 1, ${CHANGE_PREFIX.length}) <> '${CHANGE_PREFIX}' limit 1) as triggers,
      (select 1 from sqlite_schema where type = 'view' and name = ?1 collate nocase) as is_view,
      (select json_group_array(sql) from sqlite_schema where type = 'trigger' and tbl_name = ?1 collate nocase) as instead,
      ${REFERENCES} as refs
    from pragma_table_xinfo(?1) where hidden <> 1 order by cid`,
    [table],
  );
  const rows = result.rows as readonly object[] as readonly ColumnFacts[];
  // SQLite reads a name up to a NUL.
  if (rows.length === 0 || table.includes('\0')) throw missingTable(table);
  const keys = rows.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk);
  const names = (some: readonly ColumnFacts[]) => some.map(({ name }) => name);
  const primaryKey = findKey(names(keys), names(rows));
  const text = rows[0]?.text ?? '';
  const enums = parseEnums(text);
  const checks = [...parseChecks(text)].map(([name, words]) => [name, columnsAmong(words, names(rows))] as const);
  const columns = rows.map((row): StoredColumn => {
    const values = enums.get(row.name.toLowerCase());
    return { ...toColumn(row, row.pk > 0, keys.length === 1), ...(values && { values }) };
  });
  const forms = rows[0]?.is_view ? NO_FORMS : await readForms(query, table, columns, rows);
  return {
    name: table,
    primaryKey,
    columns: new Map(columns.map((column) => [column.name, { ...column, ...forms.get(column.name) }])),
    checkFields: new Map(checks),
    ...(await readIndexes(query, table, keys)),
    foreignKeys: JSON.parse(rows[0]?.refs ?? '[]') as ForeignKey[],
    // What a view shows changes with other tables.
    ...((rows[0]?.triggers || rows[0]?.is_view) && { hasTriggers: true }),
    ...(rows[0]?.triggers === 'table' && { hasLateTriggers: true }),
    ...(rows[0]?.is_view && { writes: parseInstead(rows[0].instead), isUncounted: true }),
  };
}

/** The names of all tables and views, without those in which a virtual table stores its own. */
export async function listTables(query: SqlQuery): Promise<string[]> {
  const { rows } = await query(
    "select name from pragma_table_list where schema = 'main' and type <> 'shadow' and name not like 'sqlite\\_%' escape '\\'",
    [],
  );
  return rows.map(({ name }) => String(name));
}

// --- internal ---

interface ColumnFacts {
  name: string;
  /** As declared; empty for none. */
  type: string;
  required: number;
  fallback: string | null;
  /** Its place in the primary key, from 1; 0 outside of it. */
  pk: number;
  /** 2 and 3: generated. */
  hidden: number;
  /** The `create table`, if it has a check. */
  text: string | null;
  /** What the triggers belong to, if there are any. */
  triggers: 'table' | 'view' | null;
  is_view: 1 | null;
  /** The `create trigger` of each trigger, as JSON. */
  instead: string;
  /** The foreign keys of the table, as JSON. */
  refs: string;
}

/** What a view takes: that for which it has a trigger. */
function parseInstead(triggers: string): WriteKind[] {
  const found = new Set(
    (JSON.parse(triggers) as readonly string[]).map((text) =>
      /\binstead\s+of\s+(insert|update|delete)\b/i.exec(text)?.[1]?.toLowerCase(),
    ),
  );
  return writeKinds({ create: found.has('insert'), update: found.has('update'), delete: found.has('delete') });
}

const NO_FORMS: ReadonlyMap<string, Partial<StoredColumn>> = new Map();

/** Read how others write times, and whether they write text as bytes, by the first value of each column among the first 1,000 rows. */
async function readForms(
  query: SqlQuery,
  table: string,
  columns: readonly StoredColumn[],
  facts: readonly ColumnFacts[],
): Promise<typeof NO_FORMS> {
  const sampled = columns.filter(({ type, loose }) => loose && (type === 'datetime' || type === 'binary'));
  if (sampled.length === 0) return NO_FORMS;
  const values = sampled.map(({ name, type }, at) => {
    const column = quoteName(name);
    const value = type === 'binary' ? `typeof(${column})` : column;
    return `(select ${value} from (select ${column} from ${quoteName(table)} limit 1000) where ${column} is not null limit 1) as c${at}`;
  });
  const { rows } = await query(`select ${values.join(', ')}`, []);
  return new Map(
    sampled.map(({ name, type }, at): [string, Partial<StoredColumn>] => {
      const value = rows[0]?.[`c${at}`];
      if (type === 'binary') return [name, value === 'text' ? { type: 'string' } : {}];
      const fallback = facts.find((one) => one.name === name)?.fallback ?? null;
      const timeForm = findTimeForm(value, fallback);
      return [name, timeForm === undefined ? {} : { timeForm }];
    }),
  );
}

/** A key of one integer is no index of its own: it is the table. */
async function readIndexes(
  query: SqlQuery,
  table: string,
  keys: readonly ColumnFacts[],
): Promise<Pick<StoredDescription, 'indexes' | 'unique'>> {
  const { rows } = await query(
    `select list.name as "index", list."unique" as is_unique, part.name as field from pragma_index_list(?) as list, pragma_index_xinfo(list.name) as part
    where list.partial = 0 and part.key = 1 order by list.seq, part.seqno`,
    [table],
  );
  const parts = rows.map(({ index, is_unique, field }) => {
    return { index: String(index), isUnique: Number(is_unique) === 1, field: field as string | null };
  });
  const indexes = [...groupIndexes(parts).values()];
  const [key] = keys;
  const isTable = keys.length === 1 && key?.type.toUpperCase() === 'INTEGER';
  return {
    indexes: isTable ? [[key.name], ...indexes] : indexes,
    unique: [...(isTable ? [key.name] : []), ...uniqueColumns(parts.filter(({ isUnique }) => isUnique))],
  };
}

/** What tables of others hold besides: times as numbers, days without a day or month that came from MySQL, and numbers past all others. */
const specials: Partial<Record<StoredColumn['type'], RegExp>> = {
  date: /^\d{4}-(?:00-\d\d|\d\d-00)$/,
  datetime: /^-?\d{1,19}(?:\.\d+)?$|^\d{4}-(?:00-\d\d|\d\d-00)(?: \d\d:\d\d:\d\d)?$/,
  double: /^-?Infinity$/,
};

function toColumn(
  { name, type, required, fallback, hidden }: ColumnFacts,
  isKey: boolean,
  isOnly: boolean,
): StoredColumn {
  const read = parseDeclaredType(type);
  const hasFallback = (fallback !== null && fallback.toUpperCase() !== 'NULL') || hidden > 1;
  const isNumbered = isKey && isOnly && type.toUpperCase() === 'INTEGER';
  const isFilledWithUuid = isKey && isOnly && read.type === 'string' && !hasFallback && (read.length ?? 36) >= 36;
  const affinity = parseAffinity(type);
  const special = specials[read.type];
  return describeTimestamp({
    name,
    ...read,
    affinity,
    ...(affinity !== 'text' && !isNumbered && { loose: true, ...(special && { special }) }),
    nullable: required === 0 && !isKey,
    hasDefault: hasFallback || isNumbered || isFilledWithUuid,
    ...(isFilledWithUuid && { isFilledWithUuid }),
    ...(isKey && required === 0 && !isNumbered && { takesNull: true }),
    ...(hidden > 1 && { isComputed: true, isReadOnly: true }),
  });
}
