import type { WriteKind } from '../../core/types.ts';
import { CHANGE_PREFIX } from '../../schema/recorded-changes.ts';
import type { IndexPart } from '../../sql/stored-table.ts';

const LITERAL = "''([^'']|'''')*''::(text|character varying)";
/** `CHECK (((status)::text = ANY ((ARRAY['draft'::character varying, 'live'::character varying])::text[])))`, without casts for `text`, and with one value `= 'draft'::text`. */
export const IS_ENUM: string = `k.contype = 'c' and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) ~
  '^CHECK \\(\\((\\([^()]+\\)::text|[^() ]+|"[^()]+") = (${LITERAL}|ANY \\(\\(?ARRAY\\[${LITERAL}(, ${LITERAL})*\\]\\)?(::text\\[\\])?\\))\\)\\)$'`;

/** A trigger that records changes, and changes nothing itself. */
export const IS_OURS: string = `starts_with(g.tgname::text, '${CHANGE_PREFIX}')`;

/** The bits of `pg_trigger.tgtype` for inserts and updates are 4 and 16. Tables below a view or a partitioned table can have triggers of their own. */
const IS_REWRITTEN = `c.relkind <> 'r' or c.relhasrules
  or exists (select 1 from pg_catalog.pg_trigger g where g.tgrelid = c.oid and not g.tgisinternal and not ${IS_OURS} and g.tgtype & 20 <> 0)`;

/** The bits for `before` and `instead of` are 2 and 64. A row of a partitioned table fires the triggers of its partition. */
const IS_LATE = `exists (select 1 from pg_catalog.pg_trigger g where not g.tgisinternal and not ${IS_OURS} and g.tgtype & 66 = 0 and g.tgtype & 20 <> 0
  and g.tgrelid in (select c.oid union all select p.relid from pg_catalog.pg_partition_tree(c.oid) p))`;

/** Bits of `pg_index.indoption`: 1 is descending, 2 puts nulls first. */
const INDEX_PARTS = `select json_agg(json_build_object('index', x.relname, 'field',
      (select f.attname from pg_catalog.pg_attribute f where f.attrelid = c.oid and f.attnum = p.num), 'place', p.place, 'isKey', u.indisprimary,
      'isUnique', u.indisunique, 'isPartial', u.indpred is not null, 'isNullsFirst', p.option in (1, 2)) order by x.relname, p.place)::text
    from pg_catalog.pg_index u join pg_catalog.pg_class x on x.oid = u.indexrelid
    cross join unnest(u.indkey::int2[], u.indoption::int2[]) with ordinality as p (num, option, place)
    where u.indrelid = c.oid and p.place <= u.indnkeyatts`;

const OTHER_NAME = "case when pg_catalog.pg_table_is_visible(o.oid) then '' else s.nspname || '.' end || o.relname";
const ON_DELETE = "case k.confdeltype when 'c' then 'cascade' when 'd' then 'set default' when 'n' then 'set null' end";
const OTHER_TABLE = `join pg_catalog.pg_class o on o.oid = k.confrelid and not o.relispartition
      join pg_catalog.pg_namespace s on s.oid = o.relnamespace`;

/** The columns of a key as a JSON list. */
const fieldsOf = (numbers: string, table: string): string => `(select json_agg(f.attname order by p.place)
      from unnest(${numbers}) with ordinality as p (num, place)
      join pg_catalog.pg_attribute f on f.attrelid = ${table} and f.attnum = p.num)`;

/**
 * Only the column that refers to a primary key of one column represents a key of several columns that has one. What several keys of one column do is the
 * strongest.
 */
const FOREIGN_KEYS = `select json_agg(json_strip_nulls(k.item) order by k.place)::text from (select json_build_object(
      'column', (select f.attname from pg_catalog.pg_attribute f where f.attrelid = c.oid and f.attnum = k.own), 'table', k.name,
      'key', (select f.attname from pg_catalog.pg_attribute f where f.attrelid = k.confrelid and f.attnum = k.other),
      'onDelete', k.action) as item, k.own as place
    from (select p.own, p.other, k.confrelid, ${OTHER_NAME} as name, min(${ON_DELETE}) as action
      from pg_catalog.pg_constraint k cross join unnest(k.conkey, k.confkey) as p (own, other)
      ${OTHER_TABLE}
      where k.conrelid = c.oid and k.contype = 'f' and (cardinality(k.conkey) = 1 or exists (select 1 from pg_catalog.pg_index u
        where u.indrelid = k.confrelid and u.indisprimary and u.indnkeyatts = 1 and u.indkey[0] = p.other))
      group by p.own, p.other, k.confrelid, o.oid, o.relname, s.nspname) k
    union all select json_build_object('column', ${fieldsOf('k.conkey', 'k.conrelid')}, 'table', ${OTHER_NAME},
        'key', ${fieldsOf('k.confkey', 'k.confrelid')}, 'onDelete', ${ON_DELETE}), k.conkey[1]
      from pg_catalog.pg_constraint k ${OTHER_TABLE}
      where k.conrelid = c.oid and k.contype = 'f' and cardinality(k.conkey) > 1 and not exists (select 1 from pg_catalog.pg_index u
        where u.indrelid = k.confrelid and u.indisprimary and u.indnkeyatts = 1 and u.indkey[0] = any (k.confkey))) k`;

/** The columns of each check, by its name; of a check of a domain, the only column that has it. */
const CHECKS = `select json_object_agg(k.conname, k.fields)::text from (
      select k.conname, json_agg(f.attname order by f.attnum) as fields from pg_catalog.pg_constraint k
        join pg_catalog.pg_attribute f on f.attrelid = c.oid and f.attnum = any (k.conkey)
        where k.conrelid = c.oid and k.contype = 'c' group by k.conname
      union all select k.conname, json_agg(f.attname) from pg_catalog.pg_attribute f
        join pg_catalog.pg_constraint k on k.contypid = f.atttypid where f.attrelid = c.oid and f.attnum > 0
        group by k.conname having count(*) = 1) k`;

/** The bits of `pg_relation_is_updatable`, by the numbers of commands. */
export const BITS: Readonly<Record<WriteKind, number>> = { create: 1 << 3, update: 1 << 2, delete: 1 << 4 };

/** A column of a view. */
const IS_EXPRESSION = `(c.writes & ${BITS.update} <> 0 and not pg_column_is_updatable(a.attrelid, a.attnum, true))`;

// Everything as text: drivers give other types in forms of their own. The name is compared as text, because PostgreSQL would cut a longer one off. A domain is
// what it is made of. Most of the time goes into planning: what is selected for a column instead of joined, and `offset 0`, keep tables out of the search
// for the best join.
export const FACTS: string = `select a.attname::text as name, format_type(b.oid, -1) as native,
    (case when t.typtype = 'd' then t.typtypmod else a.atttypmod end)::text as modifier,
    case when a.attnotnull or t.typnotnull then 'yes' else 'no' end as is_required,
    case when a.atthasdef or a.attidentity <> '' or t.typdefault is not null then 'yes' else 'no' end as is_filled,
    case when a.attidentity <> '' or (select pg_get_expr(d.adbin, d.adrelid) from pg_catalog.pg_attrdef d
      where d.adrelid = a.attrelid and d.adnum = a.attnum) like 'nextval(%' then 'yes' else 'no' end as is_counted,
    case when a.attgenerated <> '' or ${IS_EXPRESSION} then 'yes' else 'no' end as is_computed,
    case when a.attgenerated <> '' or a.attidentity = 'a' or ${IS_EXPRESSION} then 'yes' else 'no' end as is_read_only,
    case when c.is_rewritten then 'yes' else 'no' end as is_rewritten,
    case when c.is_late then 'yes' else 'no' end as is_late, c.writes::text, c.index_parts, c.foreign_keys, c.checks, c.schema,
    coalesce((select string_agg(quote_literal(e.enumlabel), ',' order by e.enumsortorder) from pg_catalog.pg_enum e where e.enumtypid = b.oid),
      (select pg_get_constraintdef(k.oid) from pg_catalog.pg_constraint k where k.conrelid = a.attrelid and ${IS_ENUM} limit 1)) as values
  from (select c.oid, case when pg_catalog.pg_table_is_visible(c.oid) then null else s.nspname::text end as schema,
      ${IS_REWRITTEN} as is_rewritten, ${IS_LATE} as is_late, (${INDEX_PARTS}) as index_parts, (${FOREIGN_KEYS}) as foreign_keys,
      (${CHECKS}) as checks,
      case when c.relkind in ('v', 'm', 'f') then pg_relation_is_updatable(c.oid, true) end as writes
    from (select $1::text as name offset 0) asked
    join pg_catalog.pg_class c on c.relname::text in (asked.name, substr(asked.name, strpos(asked.name, '.') + 1))
    join pg_catalog.pg_namespace s on s.oid = c.relnamespace
    where case when pg_catalog.pg_table_is_visible(c.oid) then c.relname::text = asked.name else asked.name = s.nspname || '.' || c.relname end and c.relkind in ('r', 'p', 'v', 'm', 'f') offset 0) c
  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_catalog.pg_type t on t.oid = a.atttypid
  cross join lateral (select case when t.typtype = 'd' then t.typbasetype else t.oid end as oid) b
  order by a.attnum`;

/** What the database knows of one column. */
export interface ColumnFacts {
  name: string;
  /** As `format_type` says without a length: `character varying`. */
  native: string;
  /** The length, precision and scale in one number; -1 for none. */
  modifier: string;
  is_required: Fact;
  is_filled: Fact;
  is_counted: Fact;
  is_computed: Fact;
  /** Also an `always` identity. */
  is_read_only: Fact;
  /** Text with the literals of an enum. */
  values: string | null;
  /** The columns of the indexes of the table, as JSON. */
  index_parts: string | null;
  /** The foreign keys of the table, as JSON. */
  foreign_keys: string | null;
  /** The columns of the checks of the table, by their names, as JSON. */
  checks: string | null;
  /** Where it is not on the search path. */
  schema: string | null;
  /** Triggers or rules of the table may store something else than what is written. */
  is_rewritten: Fact;
  /** Triggers of the table run after the row is stored. */
  is_late: Fact;
  /** What can be written, of what is not a table itself. */
  writes: string | null;
}

/** A column of an index. */
export interface IndexFacts extends IndexPart {
  /** From 1. */
  place: number;
  /** Whether the index is that of the primary key. */
  isKey: boolean;
  isUnique: boolean;
  isPartial: boolean;
  /** `asc nulls first` or `desc nulls last`. */
  isNullsFirst: boolean;
}

// --- internal ---

type Fact = 'yes' | 'no';
