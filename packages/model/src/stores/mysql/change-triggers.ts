import { type RawBuilder, sql } from 'kysely';
import { CHANGE_COUNTER, CHANGE_PREFIX, CHANGE_SETTINGS, CHANGE_TABLE } from '../../schema/recorded-changes.ts';
import type { ChangeTriggers, RecordedTable } from '../../sql/record-changes.ts';
import type { SchemaSession } from '../../sql/schema-session.ts';
import type { StoredColumn } from '../../sql/stored-table.ts';
import { triggerName } from '../../sql/trigger-names.ts';
import { isGeometry } from './column-types.ts';

/**
 * Recorded changes of MySQL and MariaDB.
 *
 * No definition is part of a transaction here: new triggers are made before the old ones are dropped, so that no change is lost in between; one may be
 * recorded twice. Their names tell whether they are still right.
 */
export const changeTriggers: ChangeTriggers = {
  tables: (isMariaDb) => {
    const options = sql.raw(
      `engine = InnoDB character set utf8mb4 collate ${isMariaDb ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin'}`,
    );
    return new Map([
      [
        CHANGE_TABLE,
        [
          sql`create table if not exists ${sql.id(CHANGE_TABLE)} (id bigint not null auto_increment primary key, position bigint null,
            table_name varchar(64) not null, record_key varchar(700) not null, action varchar(6) not null,
            ${BEFORE} ${sql.raw(isMariaDb ? 'longtext' : 'json')} null, at datetime(3) not null, actor text null,
            unique key rest_gen_change_position (position), key rest_gen_change_record (table_name, record_key, id)) ${options}`,
        ],
      ],
      [
        CHANGE_SETTINGS,
        [
          sql`create table if not exists ${sql.id(CHANGE_SETTINGS)} (table_name varchar(64) not null primary key, keep_seconds bigint null,
            except_columns text not null, pruned bigint not null default 0, since datetime(3) not null) ${options}`,
        ],
      ],
      [
        CHANGE_COUNTER,
        [
          sql`create table if not exists ${sql.id(CHANGE_COUNTER)} (id integer not null primary key, position bigint not null default 0) ${options}`,
        ],
      ],
    ]);
  },
  record: async (session, table) => {
    const { name } = table.description;
    const old = await findTriggers(session, name);
    const wanted = new Map(
      Object.entries(bodies(table)).map(([event, body]) => [
        triggerName(event, name, session.toText(body)),
        sql`after ${sql.raw(event)} on ${sql.id(name)} for each row ${body}`,
      ]),
    );
    for (const [trigger, text] of wanted)
      if (!old.includes(trigger)) await session.run(sql`create trigger ${sql.id(trigger)} ${text}`);
    await dropTriggers(
      session,
      old.filter((trigger) => !wanted.has(trigger)),
    );
  },
  drop: async (session, table) => dropTriggers(session, await findTriggers(session, table)),
};

// --- internal ---

const BEFORE = sql.id('before');

type Row = 'old' | 'new';

async function findTriggers({ query }: SchemaSession, table: string): Promise<string[]> {
  const { rows } = await query(
    `select trigger_name as name from information_schema.triggers
    where event_object_schema = database() and event_object_table = ? and left(trigger_name, ${CHANGE_PREFIX.length}) = '${CHANGE_PREFIX}'`,
    [table],
  );
  return rows.map(({ name }) => String(name));
}

async function dropTriggers({ run }: SchemaSession, names: readonly string[]): Promise<void> {
  for (const name of names) await run(sql`drop trigger if exists ${sql.id(name)}`);
}

function bodies(table: RecordedTable): Record<'insert' | 'update' | 'delete', RawBuilder<unknown>> {
  const { description, keys } = table;
  const before = beforeOf(table);
  const insert = (row: Row, action: string, values: RawBuilder<unknown> = sql`null`) =>
    sql`insert into ${sql.id(CHANGE_TABLE)} (table_name, record_key, action, ${BEFORE}, at, actor)
      values (${sql.lit(description.name)}, ${keyOf(keys, row)}, ${sql.lit(action)}, ${values}, utc_timestamp(3), nullif(@rest_gen_actor, ''))`;
  const isMoved = sql`not (${sql.join(keys.map(isSame), sql` and `)})`;
  const isChanged = sql`not (${sql.join([...description.columns.values()].map(isSame), sql` and `)})`;
  return {
    insert: insert('new', 'create'),
    update: sql`begin
      if ${isMoved} then ${insert('old', 'delete', before)}; ${insert('new', 'create')};
      elseif ${isChanged} then ${insert('old', 'update', before)}; end if; end`,
    delete: insert('old', 'delete', before),
  };
}

/** In one character set: the servers join no text of different ones. */
function keyOf(keys: readonly StoredColumn[], row: Row): RawBuilder<unknown> {
  const parts = keys.map(({ name }) => textOf(row, name));
  return parts.length === 1 ? (parts[0] as RawBuilder<unknown>) : sql`concat_ws(_utf8mb4 0x1f, ${sql.join(parts)})`;
}

/** Bytes, because collations take different texts for the same. */
function isSame({ name, type, nativeType }: StoredColumn): RawBuilder<unknown> {
  const [old, now] = [value('old', name), value('new', name)];
  const isText = (type === 'string' || type === 'json') && nativeType !== 'json';
  return isText ? sql`cast(${old} as binary) <=> cast(${now} as binary)` : sql`${old} <=> ${now}`;
}

function beforeOf({ recorded }: RecordedTable): RawBuilder<unknown> {
  const pairs = recorded
    .filter(({ nativeType = '' }) => !isGeometry(nativeType))
    .map((column) => sql`${sql.lit(column.name)}, ${jsonOf(column)}`);
  return sql`json_object(${sql.join(pairs)})`;
}

/** JSON that is stored as text is recorded as text: keys keep their order, and numbers their digits. */
function jsonOf({ name, type, nativeType }: StoredColumn): RawBuilder<unknown> {
  // Otherwise in the time zone of the session that writes.
  if (nativeType === 'timestamp')
    return sql`timestamp'1970-01-01 00:00:00' + interval unix_timestamp(${value('old', name)}) second`;
  if (nativeType === 'bit') return sql`${value('old', name)} + 0`;
  // For MariaDB, what it has converted is still JSON.
  if (type === 'json' && nativeType !== 'json') return sql`concat(${textOf('old', name)}, '')`;
  return type === 'string' ? textOf('old', name) : value('old', name);
}

function textOf(row: Row, name: string): RawBuilder<unknown> {
  return sql`convert(${value(row, name)} using utf8mb4)`;
}

function value(row: Row, name: string): RawBuilder<unknown> {
  return sql`${sql.raw(row)}.${sql.id(name)}`;
}
