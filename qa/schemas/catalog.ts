import type { Database, Row } from './databases.ts';

export interface ColumnFacts {
  readonly name: string;
  /** As it was declared, in lower case: `varchar(20)`. */
  readonly type: string;
  readonly nullable: boolean;
  readonly hasDefault: boolean;
  /** Computed by the database from other columns. */
  readonly isGenerated: boolean;
  /** Counted by the database. */
  readonly isCounted: boolean;
  readonly length: number | undefined;
  /** Values of an enum, or of a check such as `status in ('draft', 'live')`. */
  readonly values: readonly string[] | undefined;
}

export interface ForeignKey {
  readonly columns: readonly string[];
  readonly table: string;
  readonly references: readonly string[];
  /** Whether the database refuses to delete a record that is referred to. */
  readonly restricts: boolean;
}

export interface TableFacts {
  readonly name: string;
  readonly isView: boolean;
  readonly columns: readonly ColumnFacts[];
  readonly key: readonly string[];
  /** Columns of each unique index without a condition, that of the key included; those that an expression is of. */
  readonly uniques: readonly (readonly string[])[];
  readonly foreignKeys: readonly ForeignKey[];
}

/** Read tables and views from the catalog of the database. */
export async function readCatalog(database: Database): Promise<TableFacts[]> {
  const { columns, indexes, references } = QUERIES[database.store];
  const tables = new Map<string, { isView: boolean; columns: ColumnFacts[]; indexes: Row[]; references: Row[] }>();
  for (const row of await database.rows(columns)) {
    const name = String(row.table);
    const known = tables.get(name) ?? { isView: isTrue(row.view), columns: [], indexes: [], references: [] };
    tables.set(name, known);
    known.columns.push(columnOf(row));
  }
  for (const row of await database.rows(indexes)) tables.get(String(row.table))?.indexes.push(row);
  for (const row of await database.rows(references)) tables.get(String(row.table))?.references.push(row);
  return [...tables].map(([name, found]) => {
    const uniques = group(found.indexes, 'index').map((rows) => rows.map(({ column }) => String(column)));
    const key = group(found.indexes, 'index').find(([first]) => isTrue(first?.primary)) ?? [];
    const foreignKeys = group(found.references, 'constraint').map((rows) => ({
      columns: rows.map(({ column }) => String(column)),
      table: String(rows[0]?.target),
      references: rows.map(({ reference }) => String(reference)),
      restricts: /^(no action|restrict|a|r)$/i.test(String(rows[0]?.action)),
    }));
    return {
      name,
      isView: found.isView,
      columns: found.columns,
      key: key.map(({ column }) => String(column)),
      uniques,
      foreignKeys,
    };
  });
}

// --- internal ---

function columnOf(row: Row): ColumnFacts {
  const type = String(row.type).toLowerCase();
  const length = row.length ?? /char\w*\s*(?:varying)?\s*\((\d+)\)/.exec(type)?.[1];
  const values = row.values ?? /^(?:enum)\((.*)\)$/.exec(String(row.type))?.[1];
  return {
    name: String(row.column),
    type,
    nullable: isTrue(row.nullable),
    hasDefault: isTrue(row.default),
    isGenerated: isTrue(row.generated),
    isCounted: isTrue(row.counted),
    length: length === undefined || length === null ? undefined : Number(length),
    values:
      values === undefined || values === null
        ? undefined
        : [...String(values).matchAll(/'((?:[^']|'')*)'/g)].map(([, one]) => String(one).replaceAll("''", "'")),
  };
}

function isTrue(value: unknown): boolean {
  return ['1', 't', 'true'].includes(String(value));
}

function group(rows: readonly Row[], name: string): Row[][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(String(row[name]), [...(groups.get(String(row[name])) ?? []), row]);
  return [...groups.values()];
}

const SQLITE_TABLES = `sqlite_master m where m.type in ('table', 'view') and m.name not like 'sqlite\\_%' escape '\\'`;
const ON_MYSQL = {
  columns: `select c.table_name as \`table\`, t.table_type like '%VIEW' as view, c.column_name as \`column\`, c.column_type as type,
      c.is_nullable = 'YES' as nullable, c.column_default is not null or c.extra like '%DEFAULT_GENERATED%' as \`default\`,
      c.extra like '%VIRTUAL%' or c.extra like '%STORED%' as \`generated\`, c.extra like '%auto_increment%' as counted,
      c.character_maximum_length as length
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = database() order by c.table_name, c.ordinal_position`,
  indexes: `select table_name as \`table\`, index_name as \`index\`, column_name as \`column\`, index_name = 'PRIMARY' as \`primary\`
    from information_schema.statistics where table_schema = database() and non_unique = 0 order by table_name, index_name, seq_in_index`,
  references: `select k.table_name as \`table\`, k.constraint_name as \`constraint\`, k.column_name as \`column\`, k.referenced_table_name as target,
      k.referenced_column_name as reference, r.delete_rule as action
    from information_schema.key_column_usage k join information_schema.referential_constraints r
      on r.constraint_schema = k.constraint_schema and r.constraint_name = k.constraint_name and r.table_name = k.table_name
    where k.table_schema = database() and k.referenced_table_name is not null order by k.table_name, k.constraint_name, k.ordinal_position`,
};

const QUERIES: Readonly<Record<Database['store'], Readonly<Record<'columns' | 'indexes' | 'references', string>>>> = {
  sqlite: {
    columns: `select m.name as "table", m.type = 'view' as view, x.name as "column", x.type as type, not x."notnull" and not x.pk as nullable,
        x.dflt_value is not null as "default", x.hidden > 1 as "generated",
        x.pk = 1 and lower(x.type) = 'integer' and (select count(*) from pragma_table_info(m.name) p where p.pk > 0) = 1 as counted
      from ${SQLITE_TABLES.replace('m where', 'm join pragma_table_xinfo(m.name) x where')} order by m.name, x.cid`,
    // A rowid that has a name has no index.
    indexes: `select m.name as "table", 'key' as "index", x.name as "column", true as "primary", x.pk as place
      from ${SQLITE_TABLES.replace('m where', 'm join pragma_table_info(m.name) x on x.pk > 0 where')}
      union all select m.name, l.name, i.name, false, i.seqno
      from ${SQLITE_TABLES.replace('m where', `m join pragma_index_list(m.name) l on l."unique" and not l.partial and l.origin <> 'pk' join pragma_index_info(l.name) i where`)} order by 1, 2, 5`,
    references: `select m.name as "table", f.id as "constraint", f."from" as "column", f."table" as target, f.on_delete as action,
        coalesce(f."to", (select p.name from pragma_table_info(f."table") p where p.pk = f.seq + 1)) as reference
      from ${SQLITE_TABLES.replace('m where', 'm join pragma_foreign_key_list(m.name) f where')} order by m.name, f.id, f.seq`,
  },
  postgres: {
    columns: `select c.relname as "table", c.relkind in ('v', 'm') as view, a.attname as "column", format_type(a.atttypid, a.atttypmod) as type,
        not a.attnotnull as nullable, a.atthasdef as "default", a.attgenerated <> '' as "generated",
        a.attidentity <> '' or coalesce(pg_get_expr(d.adbin, d.adrelid) like 'nextval(%', false) as counted,
        coalesce((select string_agg(quote_literal(e.enumlabel), ',' order by e.enumsortorder) from pg_enum e where e.enumtypid = a.atttypid),
          (select min(pg_get_constraintdef(k.oid)) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'
            and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) like '% = ANY (%')) as values
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm') order by c.relname, a.attnum`,
    // Values of an expression differ where those of its columns do.
    indexes: `select c.relname as "table", i.indexrelid as "index", a.attname as "column", i.indisprimary as "primary", k.place
      from pg_index i join pg_class c on c.oid = i.indrelid and c.relnamespace = current_schema()::regnamespace
      cross join unnest(i.indkey::int2[]) with ordinality k(attnum, place)
      left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
      where i.indisunique and i.indpred is null and i.indexprs is null and k.place <= i.indnkeyatts
      union all select c.relname, i.indexrelid, a.attname, false, a.attnum
      from pg_index i join pg_class c on c.oid = i.indrelid and c.relnamespace = current_schema()::regnamespace
      join pg_depend d on d.objid = i.indexrelid and d.refobjid = i.indrelid and d.refobjsubid > 0
      join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
      where i.indisunique and i.indexprs is not null order by 1, 2, 5`,
    references: `select c.relname as "table", f.conname as "constraint", a.attname as "column", t.relname as target, b.attname as reference, f.confdeltype as action
      from pg_constraint f join pg_class c on c.oid = f.conrelid and c.relnamespace = current_schema()::regnamespace
      join pg_class t on t.oid = f.confrelid
      cross join unnest(f.conkey, f.confkey) with ordinality k(own, other, place)
      join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.own
      join pg_attribute b on b.attrelid = f.confrelid and b.attnum = k.other
      where f.contype = 'f' order by c.relname, f.conname, k.place`,
  },
  mariadb: ON_MYSQL,
  mysql: ON_MYSQL,
};
