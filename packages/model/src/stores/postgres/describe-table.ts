import type { ForeignKey, WriteKind } from '../../core/types.ts';
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
  writeKinds,
} from '../../sql/stored-table.ts';
import { parseItemType, parseNativeType, specialOf } from './column-types.ts';
import { BITS, type ColumnFacts, FACTS, type IndexFacts, IS_ENUM } from './table-facts.ts';

/**
 * Read the description of the table or view that a name means on the search path; elsewhere it is named with its schema: `sales.customer`.
 *
 * @throws {DataError} `no_table` when it does not exist
 */
export async function describeTable(query: SqlQuery, table: string): Promise<StoredDescription> {
  // PostgreSQL takes no text with NUL.
  const result = table.includes('\0') ? { rows: [] } : await query(FACTS, [table]);
  const rows = result.rows as readonly object[] as readonly ColumnFacts[];
  if (rows.length === 0) throw missingTable(table);
  const names = rows.map(({ name }) => name);
  const parts = JSON.parse(rows[0]?.index_parts ?? '[]') as readonly IndexFacts[];
  const keys = parts.flatMap(({ isKey, field }) => (isKey && field ? [field] : []));
  return {
    name: table,
    ...(rows[0]?.schema && { schema: rows[0].schema }),
    primaryKey: findKey(keys, names),
    columns: new Map(rows.map((row) => [row.name, toColumn(row, parts, keys.length === 1)])),
    indexFields: fieldsOfIndexes(parts),
    checkFields: new Map(Object.entries(JSON.parse(rows[0]?.checks ?? '{}') as Record<string, string[]>)),
    indexes: [...groupIndexes(parts.filter(({ isPartial }) => !isPartial)).values()],
    unique: uniqueColumns(parts.filter(({ isUnique, isPartial }) => isUnique && !isPartial)),
    foreignKeys: JSON.parse(rows[0]?.foreign_keys ?? '[]') as ForeignKey[],
    ...(rows[0]?.is_rewritten === 'yes' && { hasTriggers: true }),
    ...(rows[0]?.is_late === 'yes' && { hasLateTriggers: true }),
    ...parseWrites(rows[0]?.writes ?? null),
  };
}

/** The names of all tables and views on the search path, but those of extensions, and partitions. */
export async function listTables(query: SqlQuery): Promise<string[]> {
  const { rows } = await query(TABLES, []);
  return rows.map(({ name }) => String(name));
}

/** The columns of a table that may be null. */
export async function columnsWithNulls(query: SqlQuery, table: string): Promise<readonly string[]> {
  const { rows } = await query(NULLABLE, [table]);
  return rows.map(({ name }) => String(name));
}

/** The names of the constraints that hold a column to a list of strings. */
export async function enumChecks(query: SqlQuery, table: string, column: string): Promise<readonly string[]> {
  const { rows } = await query(ENUM_CHECKS, [table, column]);
  return rows.map(({ name }) => String(name));
}

// --- internal ---

const TABLES = `select c.relname::text as name from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition and pg_catalog.pg_table_is_visible(c.oid)
    and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
    and not exists (select 1 from pg_catalog.pg_depend d where d.objid = c.oid and d.deptype = 'e')`;
const ENUM_CHECKS = `select k.conname::text as name from pg_catalog.pg_class c
  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname::text = $2
  join pg_catalog.pg_constraint k on k.conrelid = c.oid and ${IS_ENUM}
  where c.relname::text = $1 and pg_catalog.pg_table_is_visible(c.oid)`;

const NULLABLE = `select a.attname::text as name from pg_catalog.pg_class c
  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and not a.attnotnull
  where c.relname::text = $1 and pg_catalog.pg_table_is_visible(c.oid)`;

function toColumn(facts: ColumnFacts, indexes: readonly IndexFacts[], hasOneKey: boolean): StoredColumn {
  const { name, native, modifier, is_required, is_filled, is_counted, is_computed, is_read_only, values } = facts;
  const parts = indexes.filter(({ field }) => field === name);
  const isKey = parts.some((part) => part.isKey);
  const items = parseItemType(native);
  const type = items === undefined ? parseNativeType(native) : 'json';
  const special = specialOf(type);
  const sizes = parseModifier(native, Number(modifier));
  const isUuid = native === 'uuid' || (isText(native) && (sizes.length ?? 36) >= 36);
  const isFilledWithUuid = isKey && hasOneKey && isUuid && is_filled === 'no';
  return describeTimestamp({
    name,
    // A key that counts up comes past 2^53 only where somebody wrote it so.
    type: type === 'bigint' && isKey && is_counted === 'yes' ? 'integer' : type,
    nullable: is_required === 'no',
    hasDefault: is_filled === 'yes' || isFilledWithUuid,
    nativeType: native,
    ...(items && { items }),
    ...(special && { special }),
    ...sizes,
    ...(values !== null && { values: parseStrings(values) }),
    ...(isFilledWithUuid && { isFilledWithUuid }),
    ...(isKey && is_counted === 'yes' && { isCounted: true }),
    ...(is_computed === 'yes' && { isComputed: true }),
    ...(is_read_only === 'yes' && { isReadOnly: true }),
    ...(parts.some(({ isNullsFirst }) => isNullsFirst) && { isIndexedNullsFirst: true }),
    ...(parts.some(({ isNullsFirst, isPartial }) => !isNullsFirst && !isPartial) && { isIndexedNullsLast: true }),
  });
}

/** Nothing for a table. */
function parseWrites(bits: string | null): Pick<StoredDescription, 'writes'> {
  if (bits === null) return {};
  const takes = (kind: WriteKind) => (Number(bits) & BITS[kind]) !== 0;
  return { writes: writeKinds({ create: takes('create'), update: takes('update'), delete: takes('delete') }) };
}

/** The length of text, the digits of a decimal, those of the seconds of a time (https://github.com/postgres/postgres, `numeric_typmod_scale`). */
function parseModifier(native: string, modifier: number): Pick<StoredColumn, 'length' | 'precision' | 'scale'> {
  if (native.startsWith('timestamp')) return { precision: modifier < 0 ? 6 : modifier };
  if (modifier < HEADER) return {};
  const value = modifier - HEADER;
  if (isText(native)) return { length: value };
  const scale = ((value & 0x7ff) ^ 0x400) - 0x400;
  return native === 'numeric' && scale >= 0 ? { precision: value >> 16, scale } : {};
}

const HEADER = 4;

function isText(native: string): boolean {
  return native === 'character varying' || native === 'bpchar' || native === 'text';
}
