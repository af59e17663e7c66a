import { missingTable } from '../../sql/driver-error.ts';
import type { SqlQuery } from '../../sql/sql-client.ts';
import {
  describeTimestamp,
  fieldsOfIndexes,
  findKey,
  groupIndexes,
  parseStrings,
  type StoredColumn,
  type StoredDescription,
  uniqueColumns,
} from '../../sql/stored-table.ts';
import { checkedAsJson, checkedColumns } from './check-clause.ts';
import { isGeometry, parseStoredType, specialOf } from './column-types.ts';
import { decode } from './convert.ts';
import { type ConstraintFacts, readForeignKeys } from './foreign-keys.ts';
import { ask, INDEXES, type IndexFacts, placesOf } from './table-place.ts';
import { readViewWrites } from './view-writes.ts';

/**
 * Read what MySQL or MariaDB knows of a table or view of the database that is connected to, or of another one that it is named with: `sales.customer`.
 *
 * @throws {DataError} `no_table` when there is none
 */
export async function describeTable(query: SqlQuery, table: string): Promise<StoredDescription> {
  // Names have no characters of four bytes, and are not compared with any.
  if (/[\u{10000}-\u{10ffff}]/u.test(table)) throw missingTable(table);
  const [own, other] = placesOf(table);
  let place = own;
  let all = await ask<ColumnFacts>(query, COLUMNS, own);
  if (all.length === 0 && other !== undefined) {
    place = other;
    all = await ask<ColumnFacts>(query, COLUMNS, other);
  }
  // A table has one name: policies and soft delete go by it.
  if (all.length === 0 || (place.schema !== undefined && Number(all[0]?.own) === 1)) throw missingTable(table);
  const facts = await ask<IndexFacts>(query, INDEXES, place);
  // As for `select *`, but for a key that the server has added.
  const isKey = (column: string) => facts.some(({ index, field }) => index === 'PRIMARY' && field === column);
  const rows = all.filter(({ name, extra }) => !/\binvisible\b/i.test(extra) || isKey(name));
  const visible = new Set(rows.map(({ name }) => name));
  const parts = facts.map((fact) => (visible.has(fact.field ?? '') ? fact : { ...fact, field: null }));
  const keys = parts.flatMap(({ index, field }) => (index === 'PRIMARY' && field !== null ? [field] : []));
  const primaryKey = findKey(keys, [...visible]);
  const constraints = await ask<ConstraintFacts>(query, CONSTRAINTS, place);
  const isMariaDb = /mariadb/i.test(rows[0]?.version ?? '');
  const json = new Set(constraints.map(({ clause }) => checkedAsJson(clause ?? '', isMariaDb)));
  const isRewritten = Number(rows[0]?.rewritten) === 1;
  const view = isRewritten ? await readViewWrites(query, table, [...visible]) : undefined;
  const isExpression = (row: ColumnFacts) => view?.computed.has(row.name) || (row.expression ?? '') !== '';
  const columns = rows.map((row) => toColumn(row, keys, json.has(row.name), isExpression(row)));
  const isUnique = ({ others }: IndexFacts): boolean => Number(others) === 0;
  const indexes = groupIndexes(parts);
  return {
    name: table,
    ...(place.schema !== undefined && { schema: place.schema }),
    primaryKey,
    columns: new Map(columns.map((column) => [column.name, column])),
    // Without the markers of partial indexes, which are invisible.
    indexFields: fieldsOfIndexes(
      facts.filter((fact) => isUnique(fact) && (fact.field === null || visible.has(fact.field))),
    ),
    unique: uniqueColumns(parts.filter(isUnique)),
    checkFields: new Map(
      constraints.flatMap(({ clause, name }) =>
        clause === null ? [] : [[name, checkedColumns(clause, isMariaDb).filter((column) => visible.has(column))]],
      ),
    ),
    indexes: [...indexes.values()],
    indexNames: [...indexes.keys()],
    foreignKeys: await readForeignKeys(query, constraints),
    ...(isRewritten && { hasTriggers: true }),
    ...(view && { writes: view.writes }),
    isMariaDb,
  };
}

/** The names of all tables and views of the database that is connected to. */
export async function listTables(query: SqlQuery): Promise<string[]> {
  const { rows } = await query(
    'select table_name as name from information_schema.tables where table_schema = database()',
    [],
  );
  return rows.map(({ name }) => String(name));
}

// --- internal ---

/** Triggers that can change what is written: one that runs afterwards cannot write to its own table. Tables below a view can have triggers of their own. */
const REWRITERS = `select 1 from information_schema.triggers where event_object_schema = database() and event_object_table = ?
    and action_timing = 'BEFORE' and event_manipulation in ('INSERT', 'UPDATE')
  union all select 1 from information_schema.tables where table_schema = database() and table_name = ? and table_type = 'VIEW'`;
/** Aliases, because MySQL 8 gives the names of these columns in capitals, MariaDB as they are written. */
const COLUMNS = `select column_name as name, data_type as type, column_type as declared, is_nullable as nullable, column_default as fallback,
  extra as extra, generation_expression as expression, character_maximum_length as length, numeric_precision as digits, numeric_scale as scale,
  datetime_precision as fraction, character_set_name as charset, @@version as version, table_schema = schema() as own, exists (${REWRITERS}) as rewritten
  from information_schema.columns where table_schema = database() and table_name = ? order by ordinal_position`;
/**
 * Checks, and the columns of foreign keys.
 *
 * Only MariaDB has the table among the columns of `check_constraints`, and needs it: there names of constraints are those of a table. Without the schema
 * of the table the servers look into every other database, and wait for whoever changes one.
 * What a foreign key does is hidden from a user who may only read the table; the key is not.
 */
const CONSTRAINTS = `select check_clause as clause, constraint_name as name, null as field, null as other, null as other_key, null as action
  from information_schema.check_constraints natural join information_schema.table_constraints
  where constraint_schema = database() and table_schema = database() and table_name = ?
  union all select null, k.constraint_name, k.column_name,
    if(k.referenced_table_schema = schema(), k.referenced_table_name, concat(k.referenced_table_schema, '.', k.referenced_table_name)),
    k.referenced_column_name, lower(r.delete_rule)
  from information_schema.key_column_usage k left join information_schema.referential_constraints r on r.constraint_schema = database()
    and r.table_name = ? and r.constraint_name = k.constraint_name
  where k.table_schema = database() and k.table_name = ? and k.referenced_table_schema is not null`;

interface ColumnFacts {
  /** `10.11.19-MariaDB`, `8.0.42`. */
  version: string;
  name: string;
  type: string;
  /** The type with its length: `tinyint(1)`, `int(10) unsigned`. */
  declared: string;
  /** Whether the table is in the database that is connected to, as 0 or 1. */
  own: number | string;
  nullable: 'YES' | 'NO';
  fallback: string | null;
  extra: string;
  expression: string | null;
  length: number | string | null;
  digits: number | string | null;
  scale: number | string | null;
  fraction: number | string | null;
  charset?: string | null;
  /** Whether the table has triggers, as 0 or 1. */
  rewritten: number | string;
}

function toColumn(facts: ColumnFacts, keys: readonly string[], isJson: boolean, isGenerated: boolean): StoredColumn {
  const isKey = keys.includes(facts.name);
  const isNumbered = /auto_increment/i.test(facts.extra);
  const stored = parseStoredType(facts.type.toLowerCase(), facts.declared.toLowerCase());
  const type = isJson ? 'json' : isNumbered && stored === 'bigint' ? 'integer' : stored;
  const hasFallback = facts.fallback !== null && facts.fallback.toUpperCase() !== 'NULL';
  // Only generated numbers are returned after an insert.
  const isUuid = type === 'string' && (facts.type === 'uuid' || Number(facts.length) >= 36);
  const isFilledWithUuid =
    isKey && keys.length === 1 && isUuid && (!hasFallback || /^\(?uuid\(\)\)?$/i.test(facts.fallback ?? ''));
  // MariaDB returns what it has inserted.
  const isReported = /mariadb/i.test(facts.version) || /default_generated/i.test(facts.extra);
  const special = specialOf(type, facts.declared.toLowerCase());
  return describeTimestamp({
    name: facts.name,
    type,
    nullable: facts.nullable === 'YES' && !isKey,
    hasDefault: hasFallback || isGenerated || isNumbered || isFilledWithUuid,
    nativeType: facts.type.toLowerCase(),
    ...(special && { special }),
    ...(facts.type.toLowerCase() === 'enum' && { values: parseStrings(facts.declared) }),
    ...(type === 'string' && facts.charset && { charset: facts.charset }),
    // The length of a type that is declared without one is in bytes.
    ...(/^(?:var)?char$/i.test(facts.type) && { length: Number(facts.length) }),
    ...(isFilledWithUuid && { isFilledWithUuid }),
    ...(isNumbered && { isCounted: true }),
    ...(isKey && hasFallback && !isReported && { fallback: constantOf(facts, type) }),
    ...((isGenerated || /on update/i.test(facts.extra)) && { isComputed: true }),
    ...((isGenerated || isGeometry(facts.type.toLowerCase())) && { isReadOnly: true }),
    ...(type === 'decimal' && { precision: Number(facts.digits), scale: Number(facts.scale) }),
    ...(type === 'datetime' && { scale: Number(facts.fraction) }),
  });
}

/** What a default that is no expression stores. */
function constantOf({ name, type: native, fallback, length }: ColumnFacts, type: StoredColumn['type']): unknown {
  const text = fallback as string;
  if (type !== 'binary') return decode(text, { name, type, nullable: false, hasDefault: true });
  const bytes = text.startsWith('0x') ? Buffer.from(text.slice(2), 'hex') : Buffer.from(text);
  // A fixed length is filled up.
  const rest = native.toLowerCase() === 'binary' ? Math.max(0, Number(length) - bytes.length) : 0;
  return new Uint8Array(Buffer.concat([bytes, Buffer.alloc(rest)]));
}
