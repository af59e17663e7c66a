import { CHANGE_PREFIX } from '../../schema/recorded-changes.ts';
import type { ForeignKeyDefinition, IndexDefinition } from '../../schema/table-definition.ts';
import type { SqlQuery } from '../../sql/sql-client.ts';
import {
  type ColumnStructure,
  groupRows,
  parseDefault,
  type TableStructure,
  toIndex,
  toOnDelete,
} from '../../sql/table-structure.ts';
import { enumChecks, findChecks } from './table-text.ts';

/** What the tables of a file are made of. */
export async function readStructures(query: SqlQuery): Promise<TableStructure[]> {
  const { rows } = await query(TABLES, []);
  const structures: TableStructure[] = [];
  for (const { name, sql } of rows) structures.push(await readStructure(query, String(name), String(sql)));
  return structures;
}

// --- internal ---

const TABLES = `select t.name, t.sql from sqlite_schema t join pragma_table_list l on l.name = t.name and l.schema = 'main' and l.type = 'table'
  where t.name not like 'sqlite\\_%' escape '\\'`;
const COLUMNS =
  'select name, type, dflt_value as fallback, hidden from pragma_table_xinfo(?) where hidden <> 1 order by cid';
const INDEXES = `select list.name as "index", list."unique" as is_unique, list.partial, part.name as field, part.desc, part.coll,
    (select sql from sqlite_schema where type = 'index' and name = list.name) as text
  from pragma_index_list(?) as list, pragma_index_xinfo(list.name) as part where part.key = 1 and list.origin <> 'pk' order by list.seq desc, part.seqno`;
/** A key without a column refers to the primary key. */
const KEYS = `select k.id, t.name as other, k."from" as field, coalesce(k."to", (select name from pragma_table_info(t.name) where pk = k.seq + 1)) as target,
    k.on_delete, k.on_update, k."table" as written
  from pragma_foreign_key_list(?) as k left join sqlite_schema as t on t.type = 'table' and t.name = k."table" collate nocase order by k.id desc, k.seq`;
const TRIGGERS = `select sql from sqlite_schema where type = 'trigger' and tbl_name = ? collate nocase
  and substr(name, 1, ${CHANGE_PREFIX.length}) <> '${CHANGE_PREFIX}'`;

async function readStructure(query: SqlQuery, table: string, sql: string): Promise<TableStructure> {
  const ask = async (text: string) => (await query(text, [table])).rows;
  const enums = enumChecks(sql);
  const others = [...findChecks(sql)].filter((check) => !enums.has(check)).map((check) => `check ${check}`);
  if (/\bcollate\b/i.test(sql)) others.push('the collations of its columns');
  if (/\b(?:strict|without\s+rowid)\b/i.test(sql.slice(sql.lastIndexOf(')')))) others.push('strict or without rowid');
  const columns = new Map<string, ColumnStructure>();
  for (const { name, type, fallback } of await ask(COLUMNS)) {
    const parsed = fallback === null ? undefined : parseDefault(String(fallback).replace(/^"(.*)"$/s, "'$1'"));
    columns.set(String(name), { declared: String(type), ...(parsed && { fallback: parsed }) });
  }
  const indexes: IndexDefinition[] = [];
  for (const parts of groupRows(await ask(INDEXES), 'index').values()) {
    const [first] = parts;
    const text = String(first?.text ?? '');
    const condition = first?.partial ? (/\bwhere\b(.*)/is.exec(text)?.[1] ?? '') : null;
    const isPlain = parts.every(({ desc }) => !desc);
    const fields = parts.map(({ field }) => field as string | null);
    const index = isPlain ? toIndex(fields, Boolean(first?.is_unique), condition) : undefined;
    if (index === undefined) others.push(text);
    else indexes.push(index);
  }
  const foreignKeys: ForeignKeyDefinition[] = [];
  for (const parts of groupRows(await ask(KEYS), 'id').values()) {
    const [first = {}] = parts;
    const own = parts.map(({ field }) => String(field));
    const onDelete = toOnDelete(String(first.on_delete));
    const keys = parts.map(({ target }) => String(target));
    if (onDelete === undefined || first.other === null || toOnDelete(String(first.on_update)) !== 'restrict')
      others.push(
        `foreign key (${own}) references ${first.written} on update ${first.on_update} on delete ${first.on_delete}`,
      );
    if (first.other !== null)
      foreignKeys.push({ columns: own, table: String(first.other), keys, onDelete: onDelete ?? 'restrict' });
  }
  for (const { sql: text } of await ask(TRIGGERS)) others.push(String(text));
  return { name: table, columns, indexes, foreignKeys, others };
}
