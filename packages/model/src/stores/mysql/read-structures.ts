import { CHANGE_PREFIX } from '../../schema/recorded-changes.ts';
import type { ForeignKeyDefinition, IndexDefinition } from '../../schema/table-definition.ts';
import type { SqlQuery } from '../../sql/sql-client.ts';
import {
  type ColumnStructure,
  groupRows,
  parseDefault,
  type TableStructure,
  toOnDelete,
} from '../../sql/table-structure.ts';
import { checkedAsJson } from './check-clause.ts';
import { parseFallback, readVersion } from './read-existing.ts';

/** What the tables of the database are made of. */
export async function readStructures(query: SqlQuery): Promise<TableStructure[]> {
  const isMariaDb = /mariadb/i.test(await readVersion(query));
  const ask = async (text: string) => groupRows((await query(text, [])).rows, 'table_');
  const [columns, indexes, keys, checks, triggers] = [
    await ask(COLUMNS),
    await ask(INDEXES),
    await ask(KEYS),
    await ask(isMariaDb ? CHECKS : CHECKS_OF_MYSQL),
    await ask(TRIGGERS),
  ];
  return [...columns].map(([name, rows]) => {
    const others: string[] = [];
    const text = (row: Row): string => `check ${row.name}: ${row.text}`;
    others.push(...(checks.get(name) ?? []).filter((row) => !checkedAsJson(String(row.text), isMariaDb)).map(text));
    others.push(...(triggers.get(name) ?? []).map((row) => `trigger ${row.name} ${row.text}`));
    return {
      name: String(name),
      columns: new Map(rows.map((row) => toColumn(row, isMariaDb, others))),
      indexes: readIndexes(indexes.get(name) ?? [], rows, others),
      foreignKeys: readKeys(keys.get(name) ?? [], others),
      others,
    };
  });
}

// --- internal ---

type Row = Record<string, unknown>;

const COLUMNS = `select c.table_name as table_, c.column_name as name, c.column_type as declared, c.column_default as fallback, c.extra as extra
  from information_schema.columns c join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
  where c.table_schema = database() and t.table_schema = database() and t.table_type = 'BASE TABLE' order by c.table_name, c.ordinal_position`;
const INDEXES = `select table_name as table_, index_name as name, column_name as field, non_unique as others, index_type as kind, sub_part as part,
    collation as direction
  from information_schema.statistics where table_schema = database() and index_name <> 'PRIMARY' order by table_name, index_name, seq_in_index`;
const KEYS = `select k.table_name as table_, k.constraint_name as name, k.column_name as field, k.referenced_column_name as target, r.delete_rule as on_delete,
    r.update_rule as on_update, if(k.referenced_table_schema = database(), k.referenced_table_name, concat(k.referenced_table_schema, '.', k.referenced_table_name)) as other
  from information_schema.key_column_usage k join information_schema.referential_constraints r
    on r.constraint_schema = database() and r.table_name = k.table_name and r.constraint_name = k.constraint_name
  where k.table_schema = database() and k.referenced_table_name is not null order by k.table_name, k.constraint_name, k.ordinal_position`;
const CHECKS = `select table_name as table_, constraint_name as name, check_clause as text from information_schema.check_constraints
  where constraint_schema = database()`;
const CHECKS_OF_MYSQL = `select t.table_name as table_, c.constraint_name as name, c.check_clause as text from information_schema.check_constraints c
  join information_schema.table_constraints t on t.constraint_schema = c.constraint_schema and t.constraint_name = c.constraint_name
  where c.constraint_schema = database() and t.table_schema = database()`;
const TRIGGERS = `select event_object_table as table_, trigger_name as name, concat_ws(' ', action_timing, event_manipulation, action_statement) as text
  from information_schema.triggers where event_object_schema = database() and left(trigger_name, ${CHANGE_PREFIX.length}) <> '${CHANGE_PREFIX}'`;

/** `deleted_at_is_null`, of a unique index with `whereNull`. */
const MARKER = /_is_null$/;

function toColumn(row: Row, isMariaDb: boolean, others: string[]): [string, ColumnStructure] {
  const extra = String(row.extra);
  const fallback = parseFallback(row.fallback, extra, isMariaDb);
  const parsed = fallback === undefined ? undefined : parseDefault(toLiteral(fallback));
  const update = /on update [\w()]+/i.exec(extra)?.[0];
  if (update !== undefined) others.push(`${row.name}: ${update}`);
  return [String(row.name), { declared: String(row.declared), ...(parsed && { fallback: parsed }) }];
}

/** A literal without its character set, and without escapes. */
function toLiteral(fallback: string): string {
  const text = /^\(?_utf8mb4\\?'/.test(fallback)
    ? fallback.replace(/^\(?_utf8mb4|\)$/g, '').replaceAll("\\'", "'")
    : fallback;
  return /^'.*'$/s.test(text)
    ? text.replace(/\\(.)/gs, (_, one: string) => (one === "'" ? "''" : one))
    : text.replace(/^b'(\d+)'$/, '$1');
}

function readIndexes(rows: readonly Row[], columns: readonly Row[], others: string[]): IndexDefinition[] {
  const invisible = new Set(
    columns.filter(({ extra }) => /\binvisible\b/i.test(String(extra))).map(({ name }) => name),
  );
  const found: IndexDefinition[] = [];
  for (const [name, parts] of groupRows(rows, 'name')) {
    const [first = {}] = parts;
    const fields = parts.map(({ field }) => field as string | null);
    const last = String(fields.at(-1));
    const whereNull = MARKER.test(last) && invisible.has(last) ? last.replace(MARKER, '') : undefined;
    const isUnique = Number(first.others) === 0;
    // Indexes of long text begin with its beginning, as ours do.
    const isPlain =
      /^(?:BTREE|HASH)$/i.test(String(first.kind)) &&
      parts.every(({ part, direction }) => (isUnique ? part === null : true) && direction !== 'D');
    const kept = whereNull === undefined ? fields : fields.slice(0, -1);
    if (!isPlain || kept.includes(null))
      others.push(
        `${String(first.kind).toLowerCase()} index ${name} (${fields.map((one) => one ?? 'an expression').join(', ')})`,
      );
    else found.push({ columns: kept as string[], isUnique, ...(whereNull !== undefined && { whereNull }) });
  }
  return found;
}

function readKeys(rows: readonly Row[], others: string[]): ForeignKeyDefinition[] {
  return [...groupRows(rows, 'name')].map(([name, parts]) => {
    const [first = {}] = parts;
    const onDelete = toOnDelete(String(first.on_delete));
    if (onDelete === undefined || toOnDelete(String(first.on_update)) !== 'restrict')
      others.push(
        `foreign key ${name}: on update ${String(first.on_update).toLowerCase()} on delete ${String(first.on_delete).toLowerCase()}`,
      );
    return {
      columns: parts.map(({ field }) => String(field)),
      table: String(first.other),
      keys: parts.map(({ target }) => String(target)),
      onDelete: onDelete ?? 'restrict',
    };
  });
}
