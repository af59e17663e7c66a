import type { ForeignKey } from '../../core/types.ts';
import { missingTable } from '../../missing-table.ts';
import { readStrings } from '../../sql/read-strings.ts';
import type { SqlQuery } from '../../sql/sql-client.ts';
import {
  findKey,
  groupIndexes,
  type IndexPart,
  type StoredColumn,
  type StoredDescription,
} from '../../sql/stored-table.ts';
import { readNativeType, readSpecial } from './column-types.ts';

/**
 * Read the description of the table or view that a name means on the search path.
 *
 * @throws {DataError} `no_table` when it does not exist or has no single-column primary key (for a view: no column
 *   `id`)
 */
export async function describeTable(query: SqlQuery, table: string, needsKey = true): Promise<StoredDescription> {
  // PostgreSQL takes no text with NUL.
  const result = table.includes('\0') ? { rows: [] } : await query(FACTS, [table]);
  const rows = result.rows as readonly object[] as readonly ColumnFacts[];
  if (rows.length === 0) throw missingTable(table);
  const names = rows.map(({ name }) => name);
  const parts = JSON.parse(rows[0]?.index_parts ?? '[]') as readonly IndexFacts[];
  const keys = parts.flatMap(({ isKey, field }) => (isKey && field ? [field] : []));
  return {
    name: table,
    primaryKey: findKey(table, keys, names, needsKey),
    columns: new Map(rows.map((row) => [row.name, readColumn(row, parts)])),
    uniqueIndexes: new Map(
      parts.flatMap(({ index, field, isUnique, place }) => (isUnique && place === 1 && field ? [[index, field]] : [])),
    ),
    indexes: [...groupIndexes(parts.filter(({ isPartial }) => !isPartial)).values()],
    foreignKeys: JSON.parse(rows[0]?.foreign_keys ?? '[]') as ForeignKey[],
    ...(rows[0]?.is_rewritten === 'yes' && { hasTriggers: true }),
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
/** `CHECK (((status)::text = ANY ((ARRAY['draft'::character varying, 'live'::character varying])::text[])))`, without casts for `text`, and with one value `= 'draft'::text`. */
const LITERAL = "''([^'']|'''')*''::(text|character varying)";
const IS_ENUM = `k.contype = 'c' and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) ~
  '^CHECK \\(\\((\\([^()]+\\)::text|[^() ]+|"[^()]+") = (${LITERAL}|ANY \\(\\(?ARRAY\\[${LITERAL}(, ${LITERAL})*\\]\\)?(::text\\[\\])?\\))\\)\\)$'`;
const ENUM_CHECKS = `select k.conname::text as name from pg_catalog.pg_class c
  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname::text = $2
  join pg_catalog.pg_constraint k on k.conrelid = c.oid and ${IS_ENUM}
  where c.relname::text = $1 and pg_catalog.pg_table_is_visible(c.oid)`;

const NULLABLE = `select a.attname::text as name from pg_catalog.pg_class c
  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and not a.attnotnull
  where c.relname::text = $1 and pg_catalog.pg_table_is_visible(c.oid)`;

/** The bits of `pg_trigger.tgtype` for inserts and updates are 4 and 16. Tables below a view or a partitioned table can have triggers of their own. */
const IS_REWRITTEN = `c.relkind <> 'r' or c.relhasrules
  or exists (select 1 from pg_catalog.pg_trigger g where g.tgrelid = c.oid and not g.tgisinternal and g.tgtype & 20 <> 0)`;

/** Bits of `pg_index.indoption`: 1 is descending, 2 puts nulls first. */
const INDEX_PARTS = `select json_agg(json_build_object('index', x.relname, 'field',
      (select f.attname from pg_catalog.pg_attribute f where f.attrelid = c.oid and f.attnum = p.num), 'place', p.place, 'isKey', u.indisprimary,
      'isUnique', u.indisunique, 'isPartial', u.indpred is not null, 'isNullsFirst', p.option in (1, 2)) order by x.relname, p.place)::text
    from pg_catalog.pg_index u join pg_catalog.pg_class x on x.oid = u.indexrelid
    cross join unnest(u.indkey::int2[], u.indoption::int2[]) with ordinality as p (num, option, place)
    where u.indrelid = c.oid and p.place <= u.indnkeyatts`;

/** Only the column that refers to a primary key of one column represents a key of several columns. */
const FOREIGN_KEYS = `select json_agg(json_build_object(
      'column', (select f.attname from pg_catalog.pg_attribute f where f.attrelid = c.oid and f.attnum = k.own), 'table', k.relname,
      'key', (select f.attname from pg_catalog.pg_attribute f where f.attrelid = k.confrelid and f.attnum = k.other)) order by k.own)::text
    from (select distinct p.own, p.other, k.confrelid, o.relname from pg_catalog.pg_constraint k
      cross join unnest(k.conkey, k.confkey) as p (own, other)
      join pg_catalog.pg_class o on o.oid = k.confrelid and o.relnamespace = c.relnamespace and not o.relispartition
      where k.conrelid = c.oid and k.contype = 'f' and (cardinality(k.conkey) = 1 or exists (select 1 from pg_catalog.pg_index u
        where u.indrelid = k.confrelid and u.indisprimary and u.indnkeyatts = 1 and u.indkey[0] = p.other))) k`;

// Everything as text: drivers give other types in forms of their own. The name is compared as text, because PostgreSQL would cut a longer one off. A domain is
// what it is made of. Most of the time goes into planning: what is selected for a column instead of joined, and `offset 0`, keep tables out of the search
// for the best join.
const FACTS = `select a.attname::text as name, format_type(b.oid, -1) as native,
    (case when t.typtype = 'd' then t.typtypmod else a.atttypmod end)::text as modifier,
    case when a.attnotnull or t.typnotnull then 'yes' else 'no' end as is_required,
    case when a.atthasdef or a.attidentity <> '' or t.typdefault is not null then 'yes' else 'no' end as is_filled,
    case when a.attidentity <> '' or (select pg_get_expr(d.adbin, d.adrelid) from pg_catalog.pg_attrdef d
      where d.adrelid = a.attrelid and d.adnum = a.attnum) like 'nextval(%' then 'yes' else 'no' end as is_counted,
    case when a.attgenerated <> '' then 'yes' else 'no' end as is_computed,
    case when c.is_rewritten then 'yes' else 'no' end as is_rewritten,
    c.index_parts, c.foreign_keys,
    coalesce((select string_agg(quote_literal(e.enumlabel), ',' order by e.enumsortorder) from pg_catalog.pg_enum e where e.enumtypid = b.oid),
      (select pg_get_constraintdef(k.oid) from pg_catalog.pg_constraint k where k.conrelid = a.attrelid and ${IS_ENUM} limit 1)) as values
  from (select c.oid, ${IS_REWRITTEN} as is_rewritten, (${INDEX_PARTS}) as index_parts, (${FOREIGN_KEYS}) as foreign_keys
    from pg_catalog.pg_class c
    where c.relname::text = $1 and c.relkind in ('r', 'p', 'v', 'm', 'f') and pg_catalog.pg_table_is_visible(c.oid) offset 0) c
  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_catalog.pg_type t on t.oid = a.atttypid
  cross join lateral (select case when t.typtype = 'd' then t.typbasetype else t.oid end as oid) b
  order by a.attnum`;

interface ColumnFacts {
  name: string;
  /** As `format_type` says without a length: `character varying`. */
  native: string;
  /** The length, precision and scale in one number; -1 for none. */
  modifier: string;
  is_required: Fact;
  is_filled: Fact;
  is_counted: Fact;
  is_computed: Fact;
  /** Text with the literals of an enum. */
  values: string | null;
  /** Those of the table, as JSON. */
  index_parts: string | null;
  /** Those of the table, as JSON. */
  foreign_keys: string | null;
  /** Of the table: triggers or rules may store something else than what is written. */
  is_rewritten: Fact;
}

interface IndexFacts extends IndexPart {
  /** From 1. */
  place: number;
  /** Of the primary key. */
  isKey: boolean;
  isUnique: boolean;
  isPartial: boolean;
  /** `asc nulls first` or `desc nulls last`. */
  isNullsFirst: boolean;
}

type Fact = 'yes' | 'no';

function readColumn(facts: ColumnFacts, indexes: readonly IndexFacts[]): StoredColumn {
  const { name, native, modifier, is_required, is_filled, is_counted, is_computed, values } = facts;
  const parts = indexes.filter(({ field }) => field === name);
  const isKey = parts.some((part) => part.isKey);
  const type = readNativeType(native);
  const special = readSpecial(type);
  const sizes = readModifier(native, Number(modifier));
  const isUuid = native === 'uuid' || (isText(native) && (sizes.length ?? 36) >= 36);
  const isFilledWithUuid = isKey && isUuid && is_filled === 'no';
  return {
    name,
    // A key that counts up comes past 2^53 only where somebody wrote it so.
    type: type === 'bigint' && isKey && is_counted === 'yes' ? 'integer' : type,
    nullable: is_required === 'no',
    hasDefault: is_filled === 'yes' || isFilledWithUuid,
    nativeType: native,
    ...(special && { special }),
    ...sizes,
    ...(values !== null && { values: readStrings(values) }),
    ...(isFilledWithUuid && { isFilledWithUuid }),
    ...(isKey && is_counted === 'yes' && { isCounted: true }),
    ...(is_computed === 'yes' && { isComputed: true }),
    ...(parts.some(({ isNullsFirst }) => isNullsFirst) && { isIndexedNullsFirst: true }),
  };
}

/** The length of text, the digits of a decimal, those of the seconds of a time (https://github.com/postgres/postgres, `numeric_typmod_scale`). */
function readModifier(native: string, modifier: number): Pick<StoredColumn, 'length' | 'precision' | 'scale'> {
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
