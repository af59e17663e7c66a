import type { ForeignKeyDefinition, IndexDefinition } from '../../schema/table-definition.ts';
import type { SqlQuery } from '../../sql/sql-client.ts';
import { parseDefault, type TableStructure, toIndex, toOnDelete } from '../../sql/table-structure.ts';
import { IS_ENUM, IS_OURS } from './table-facts.ts';

/** What the tables on the search path are made of. */
export async function readStructures(query: SqlQuery): Promise<TableStructure[]> {
  const { rows } = await query(STRUCTURES, []);
  return (rows as readonly object[] as readonly TableFacts[]).map(({ name, columns, indexes, keys, others }) => {
    const rest = JSON.parse(others ?? '[]') as string[];
    const kept: IndexDefinition[] = [];
    for (const { fields, isUnique, condition, isPlain, text } of JSON.parse(indexes ?? '[]') as IndexFacts[]) {
      const isUsual = isPlain && !/_ops\b| COLLATE | NULLS NOT DISTINCT/.test(text);
      const index = isUsual ? toIndex(fields, isUnique, condition) : undefined;
      if (index === undefined) rest.push(text);
      else kept.push(index);
    }
    const foreignKeys: ForeignKeyDefinition[] = [];
    for (const { text, action, isPlain, ...key } of JSON.parse(keys ?? '[]') as KeyFacts[]) {
      const onDelete = toOnDelete(action);
      if (onDelete === undefined || !isPlain) rest.push(text);
      if (isPlain || onDelete !== undefined) foreignKeys.push({ ...key, onDelete: onDelete ?? 'restrict' });
    }
    return {
      name,
      columns: new Map(
        (JSON.parse(columns ?? '[]') as ColumnFacts[]).map(({ name: column, declared, fallback }) => {
          const parsed = fallback === null ? undefined : parseDefault(fallback);
          return [column, { declared, ...(parsed && { fallback: parsed }) }];
        }),
      ),
      indexes: kept,
      foreignKeys,
      others: rest,
    };
  });
}

// --- internal ---

interface TableFacts {
  name: string;
  /** JSON. */
  columns: string | null;
  indexes: string | null;
  keys: string | null;
  others: string | null;
}

interface ColumnFacts {
  name: string;
  declared: string;
  fallback: string | null;
}

interface IndexFacts {
  fields: (string | null)[];
  isUnique: boolean;
  condition: string | null;
  isPlain: boolean;
  text: string;
}

interface KeyFacts extends Omit<ForeignKeyDefinition, 'onDelete'> {
  action: string;
  /** It does nothing on updates, and is checked at once. */
  isPlain: boolean;
  text: string;
}

/** The names of columns by their numbers, as JSON. */
function names(table: string, numbers: string): string {
  return `(select json_agg((select f.attname from pg_catalog.pg_attribute f where f.attrelid = ${table} and f.attnum = p.num) order by p.place)
      from unnest(${numbers}) with ordinality as p (num, place))`;
}

/** The bits of `pg_index.indoption`: 1 is descending, 2 puts nulls first. */
const STRUCTURES = `select c.relname::text as name,
  (select json_agg(json_build_object('name', a.attname, 'declared', format_type(a.atttypid, a.atttypmod),
      'fallback', case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end) order by a.attnum)::text
    from pg_catalog.pg_attribute a left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
  (select json_agg(json_build_object('fields', ${names('c.oid', 'u.indkey::int2[]')}, 'isUnique', u.indisunique,
      'condition', pg_get_expr(u.indpred, u.indrelid), 'text', pg_get_indexdef(u.indexrelid),
      'isPlain', m.amname = 'btree' and u.indnkeyatts = u.indnatts and not 1 = any (u.indoption::int2[]) and not 3 = any (u.indoption::int2[]))
      order by x.relname)::text
    from pg_catalog.pg_index u join pg_catalog.pg_class x on x.oid = u.indexrelid join pg_catalog.pg_am m on m.oid = x.relam
    where u.indrelid = c.oid and not u.indisprimary and not u.indisexclusion) as indexes,
  (select json_agg(json_build_object('columns', ${names('c.oid', 'k.conkey')}, 'keys', ${names('k.confrelid', 'k.confkey')},
      'table', case when pg_catalog.pg_table_is_visible(o.oid) then '' else s.nspname || '.' end || o.relname,
      'action', case k.confdeltype when 'c' then 'cascade' when 'n' then 'set null' when 'd' then 'set default' else 'restrict' end,
      'isPlain', k.confupdtype in ('a', 'r') and not k.condeferrable, 'text', 'constraint ' || k.conname || ' ' || pg_get_constraintdef(k.oid))
      order by k.conname)::text
    from pg_catalog.pg_constraint k join pg_catalog.pg_class o on o.oid = k.confrelid join pg_catalog.pg_namespace s on s.oid = o.relnamespace
    where k.conrelid = c.oid and k.contype = 'f') as keys,
  (select json_agg(e.text)::text from (
      select 'constraint ' || k.conname || ' ' || pg_get_constraintdef(k.oid) as text from pg_catalog.pg_constraint k
        where k.conrelid = c.oid and k.contype in ('c', 'x')
          and not exists (select 1 from pg_catalog.pg_attribute a where a.attrelid = c.oid and ${IS_ENUM})
      union all select pg_get_triggerdef(g.oid) from pg_catalog.pg_trigger g where g.tgrelid = c.oid and not g.tgisinternal and not ${IS_OURS}
      union all select 'partition by ' || pg_get_partkeydef(c.oid) where c.relkind = 'p'
      union all select 'row-level security, with its policies' where c.relrowsecurity) e) as others
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and pg_catalog.pg_table_is_visible(c.oid)
    and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
    and not exists (select 1 from pg_catalog.pg_depend d where d.objid = c.oid and d.deptype = 'e')`;
