import { type RawBuilder, sql } from 'kysely';
import { CHANGE_COUNTER, CHANGE_PREFIX, CHANGE_SETTINGS, CHANGE_TABLE } from '../../schema/recorded-changes.ts';
import { inParts } from '../../sql/json-rows.ts';
import type { ChangeTriggers, RecordedTable } from '../../sql/record-changes.ts';
import type { SchemaSession } from '../../sql/schema-session.ts';
import type { StoredColumn } from '../../sql/stored-table.ts';
import { triggerName } from '../../sql/trigger-names.ts';

/** Recorded changes of SQLite. There is no actor: a connection has no variables. */
export const changeTriggers: ChangeTriggers = {
  tables: () =>
    new Map([
      [
        CHANGE_TABLE,
        [
          sql`create table ${sql.id(CHANGE_TABLE)} (id integer primary key autoincrement, position bigint,
            table_name varchar(64) not null, record_key varchar(700) not null, action varchar(6) not null,
            ${BEFORE} json_text, at datetime_text not null, actor text)`,
          sql`create unique index rest_gen_change_position on ${sql.id(CHANGE_TABLE)} (position)`,
          sql`create index rest_gen_change_record on ${sql.id(CHANGE_TABLE)} (table_name, record_key, id)`,
        ],
      ],
      [
        CHANGE_SETTINGS,
        [
          sql`create table ${sql.id(CHANGE_SETTINGS)} (table_name varchar(64) not null primary key, keep_seconds bigint,
            except_columns text not null, pruned bigint not null default 0, since datetime_text not null)`,
        ],
      ],
      [
        CHANGE_COUNTER,
        [
          sql`create table ${sql.id(CHANGE_COUNTER)} (id integer not null primary key, position bigint not null default 0)`,
        ],
      ],
    ]),
  record: async (session, table) => {
    await dropTriggers(session, table.description.name);
    for (const [event, body] of Object.entries(bodies(table))) {
      const name = triggerName(event, table.description.name);
      await session.run(
        sql`create trigger ${sql.id(name)} after ${sql.raw(event)} on ${sql.id(table.description.name)} ${body}`,
      );
    }
  },
  drop: dropTriggers,
  dropsFirst: true,
};

// --- internal ---

const BEFORE = sql.id('before');

type Row = 'old' | 'new';

async function dropTriggers({ query, run }: SchemaSession, table: string): Promise<void> {
  const { rows } = await query(
    `select name from sqlite_schema where type = 'trigger' and tbl_name = ? collate nocase
    and substr(name, 1, ${CHANGE_PREFIX.length}) = '${CHANGE_PREFIX}'`,
    [table],
  );
  for (const { name } of rows) await run(sql`drop trigger ${sql.id(String(name))}`);
}

function bodies(table: RecordedTable): Record<'insert' | 'update' | 'delete', RawBuilder<unknown>> {
  const { description, keys } = table;
  const before = beforeOf(table);
  const isMoved = anyDiffers(keys);
  const insert = (row: Row, action: RawBuilder<unknown>, values: RawBuilder<unknown> = sql`null`) =>
    sql`insert into ${sql.id(CHANGE_TABLE)} (table_name, record_key, action, ${BEFORE}, at)
      select ${sql.lit(description.name)}, ${keyOf(keys, row)}, ${action}, ${values}, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`;
  return {
    insert: sql`begin ${insert('new', sql`'create'`)}; end`,
    update: sql`when ${anyDiffers([...description.columns.values()])} begin
      ${insert('old', sql`case when ${isMoved} then 'delete' else 'update' end`, before)};
      ${insert('new', sql`'create'`)} where ${isMoved}; end`,
    delete: sql`begin ${insert('old', sql`'delete'`, before)}; end`,
  };
}

/** A key that is no number can be null in tables of others. */
function keyOf(keys: readonly StoredColumn[], row: Row): RawBuilder<unknown> {
  const parts = keys.map(({ name }) => sql`coalesce(cast(${value(row, name)} as text), '')`);
  return sql.join(parts, sql` || char(31) || `);
}

function anyDiffers(columns: readonly StoredColumn[]): RawBuilder<unknown> {
  const parts = columns.map(({ name }) => sql`${value('old', name)} is not ${value('new', name)} collate binary`);
  return sql`(${sql.join(parts, sql` or `)})`;
}

/** Functions take a limited number of arguments, so objects of many columns are put together as text: no value begins or ends with a brace. */
function beforeOf({ recorded }: RecordedTable): RawBuilder<unknown> {
  const objects = inParts(recorded.flatMap((column) => [sql.lit(column.name), jsonOf(column)])).map(
    (part) => sql`json_object(${sql.join(part)})`,
  );
  if (objects.length === 1) return objects[0] as RawBuilder<unknown>;
  const texts = objects.map((object) => sql`trim(${object}, '{}')`);
  return sql`'{' || ${sql.join(texts, sql` || ',' || `)} || '}'`;
}

/** JSON has no bytes, which any column may hold; numbers with all their digits, where SQLite would write 15. */
function jsonOf({ name, affinity }: StoredColumn): RawBuilder<unknown> {
  const old = value('old', name);
  if (affinity === 'text') return sql`case typeof(${old}) when 'blob' then null else ${old} end`;
  return sql`case typeof(${old}) when 'blob' then null
    when 'real' then json(replace(printf('%!.20g', ${old}), 'Inf', '9e999')) else ${old} end`;
}

function value(row: Row, name: string): RawBuilder<unknown> {
  return sql`${sql.raw(row)}.${sql.id(name)}`;
}
