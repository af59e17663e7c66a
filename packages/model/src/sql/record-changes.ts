import { type RawBuilder, sql } from 'kysely';
import { ModelsError } from '../models-error.ts';
import {
  CHANGE_COUNTER,
  CHANGE_SETTINGS,
  CHANGE_TABLE,
  CHANGE_TABLES,
  type ChangesDefinition,
} from '../schema/recorded-changes.ts';
import type { TableDefinition } from '../schema/table-definition.ts';
import type { Dialect } from './dialect.ts';
import type { SchemaSession } from './schema-session.ts';
import type { SqlQuery } from './sql-client.ts';
import type { StoredColumn, StoredDescription } from './stored-table.ts';

/** A table whose changes are recorded. */
export interface RecordedTable {
  readonly description: StoredDescription;
  readonly keys: readonly StoredColumn[];
  /** The columns whose old values are recorded. */
  readonly recorded: readonly StoredColumn[];
}

/** How a database records changes. Every method can be called again after it has failed. */
export interface ChangeTriggers {
  /** The `create table` of the tables of changes, and of their indexes, by the name of the table. */
  tables(isMariaDb: boolean): ReadonlyMap<string, readonly RawBuilder<unknown>[]>;
  /** Record the changes of a table as its columns are now, in place of what recorded them before. */
  record(session: SchemaSession, table: RecordedTable): Promise<void>;
  /** Record no changes of a table, which may be gone. */
  drop(session: SchemaSession, table: string): Promise<void>;
  /** A table cannot be changed while its triggers name its columns. */
  readonly dropsFirst?: boolean;
}

/** The options of a table whose changes are recorded. */
export interface ChangeSettings extends ChangesDefinition {
  readonly table: string;
}

/** Whether PostgreSQL stores the values of a column as text of JSON, and records them so. */
export function isJsonText({ nativeType }: Pick<StoredColumn, 'nativeType'>): boolean {
  return nativeType === 'json' || nativeType === 'json[]';
}

/**
 * Do what a step of a migration says of recorded changes, and make the triggers again where the step has changed the columns. The step is done.
 *
 * @throws {ModelsError} `E_MIGRATION` for a table or columns whose changes cannot be recorded
 */
export async function applyChanges(
  dialect: Dialect,
  triggers: ChangeTriggers,
  session: SchemaSession,
  name: string,
  definition: TableDefinition,
): Promise<void> {
  const { changes } = definition;
  if (changes === 'none') return forgetChanges(dialect, triggers, session, name);
  const known = await findSettings(dialect, session.query, name);
  const next = changes ?? (known && follow(known, definition));
  if (next === undefined) return;
  const description = await dialect.describe(session.query, known?.table ?? name);
  const keys = checkKey(description);
  checkExcept(description, next.except);
  if (changes !== undefined) await prepare(dialect, triggers, session, description);
  await writeSettings(dialect, session, known, { ...next, table: description.name });
  const recorded = [...description.columns.values()].filter(
    (column) => column.type !== 'binary' && !next.except.includes(column.name),
  );
  await triggers.record(session, { description, keys, recorded });
}

/** Drop the triggers and the recorded changes of a table, which may be gone. */
export async function forgetChanges(
  dialect: Dialect,
  triggers: ChangeTriggers,
  session: SchemaSession,
  name: string,
): Promise<void> {
  const known = await findSettings(dialect, session.query, name);
  if (known === undefined) return;
  await triggers.drop(session, known.table);
  await session.run(sql`delete from ${sql.id(CHANGE_TABLE)} where table_name = ${known.table}`);
  await session.run(sql`delete from ${sql.id(CHANGE_SETTINGS)} where table_name = ${known.table}`);
}

/** The tables whose changes are recorded. */
export async function readChangeSettings(dialect: Dialect, query: SqlQuery): Promise<ChangeSettings[]> {
  if (!(await presentTables(dialect, query)).has(CHANGE_SETTINGS)) return [];
  const { rows } = await query(`select table_name, keep_seconds, except_columns from ${CHANGE_SETTINGS}`, []);
  return rows.map(({ table_name, keep_seconds, except_columns }) => ({
    table: String(table_name),
    keepSeconds: keep_seconds === null ? undefined : Number(keep_seconds),
    except: JSON.parse(String(except_columns)) as string[],
  }));
}

// --- internal ---

async function findSettings(dialect: Dialect, query: SqlQuery, name: string): Promise<ChangeSettings | undefined> {
  // SQLite, and some servers of MySQL, do not tell upper from lower case in names of tables.
  const fold = (text: string): string => (dialect.name === 'postgres' ? text : text.toLowerCase());
  return (await readChangeSettings(dialect, query)).find(({ table }) => fold(table) === fold(name));
}

async function presentTables(dialect: Dialect, query: SqlQuery): Promise<ReadonlySet<string>> {
  const names = CHANGE_TABLES.map((name) => `'${name}'`).join(', ');
  const { rows } = await query(PRESENT[dialect.name].replace('?', names), []);
  return new Set(rows.map(({ name }) => String(name)));
}

const PRESENT: Readonly<Record<Dialect['name'], string>> = {
  sqlite: "select name from sqlite_schema where type = 'table' and name in (?)",
  postgres:
    'select relname::text as name from pg_catalog.pg_class where relname in (?) and pg_catalog.pg_table_is_visible(oid)',
  mysql:
    'select table_name as name from information_schema.tables where table_schema = database() and table_name in (?)',
};

/** The columns to leave out go by their new names, those that are gone are forgotten. */
function follow({ keepSeconds, except }: ChangeSettings, { renamed, dropped }: TableDefinition): ChangesDefinition {
  const names = except.map((name) => renamed.reduce((now, [from, to]) => (now === from ? to : now), name));
  return { keepSeconds, except: names.filter((name) => !dropped.includes(name)) };
}

function checkKey({ name, primaryKey, columns, writes }: StoredDescription): StoredColumn[] {
  if (writes !== undefined) throw refuse(`"${name}" is a view`, 'Record the changes of the tables that it shows.');
  const keys = primaryKey.flatMap((key) => columns.get(key) ?? []);
  if (keys.length === 0 || keys.some(({ nullable }) => nullable))
    throw refuse(`"${name}" has no primary key`, 'Add one: a change names its record by it.');
  const unfit = keys.find(({ type }) => !KEY_TYPES.has(type));
  if (unfit === undefined) return keys;
  throw refuse(
    `"${unfit.name}" is a key of the type ${unfit.type}`,
    'Changes are recorded for keys of integers, strings, UUIDs, enums and dates.',
  );
}

const KEY_TYPES: ReadonlySet<StoredColumn['type']> = new Set(['integer', 'bigint', 'string', 'date']);

function checkExcept({ name, columns, primaryKey }: StoredDescription, except: readonly string[]): void {
  for (const column of except) {
    if (!columns.has(column))
      throw refuse(`"${name}" has no column "${column}"`, `In except, write one of ${[...columns.keys()].join(', ')}.`);
    if (primaryKey.includes(column))
      throw refuse(`"${column}" is the key of "${name}"`, 'Leave it out of except: a change names its record by it.');
  }
}

function refuse(message: string, hint: string): ModelsError {
  return new ModelsError('E_MIGRATION', `changes cannot be recorded: ${message}`, { hint });
}

/** Make the tables that are missing. */
async function prepare(
  dialect: Dialect,
  triggers: ChangeTriggers,
  { query, run }: SchemaSession,
  { isMariaDb = false }: StoredDescription,
): Promise<void> {
  const present = await presentTables(dialect, query);
  for (const [name, statements] of triggers.tables(isMariaDb))
    if (!present.has(name)) for (const statement of statements) await run(statement);
  const { rows } = await query(`select id from ${CHANGE_COUNTER}`, []);
  if (rows.length === 0) await run(sql`insert into ${sql.id(CHANGE_COUNTER)} (id, position) values (1, 0)`);
}

async function writeSettings(
  { name: database }: Dialect,
  { query, run }: SchemaSession,
  known: ChangeSettings | undefined,
  {
    table,
    keepSeconds = null,
    except,
  }: { table: string; keepSeconds?: number | null | undefined } & Pick<ChangesDefinition, 'except'>,
): Promise<void> {
  const settings = sql.id(CHANGE_SETTINGS);
  const columns = JSON.stringify(except);
  if (known !== undefined) {
    await run(
      sql`update ${settings} set keep_seconds = ${keepSeconds}, except_columns = ${columns} where table_name = ${known.table}`,
    );
    return;
  }
  // Whoever has read up to an earlier position has missed what was not recorded, as if it had been deleted.
  await run(sql`update ${sql.id(CHANGE_COUNTER)} set position = position + 1`);
  const [counter] = (await query(`select position from ${CHANGE_COUNTER}`, [])).rows;
  await run(sql`insert into ${settings} (table_name, keep_seconds, except_columns, pruned, since)
    values (${table}, ${keepSeconds}, ${columns}, ${Number(counter?.position)}, ${sql.raw(NOW[database])})`);
}

/** As the triggers write it. */
const NOW: Readonly<Record<Dialect['name'], string>> = {
  sqlite: "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')",
  postgres: "date_trunc('milliseconds', statement_timestamp())",
  mysql: 'utc_timestamp(3)',
};
