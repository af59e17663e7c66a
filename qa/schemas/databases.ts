import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import mysql from 'mysql2/promise';
import pg from 'pg';

export const STORES = ['sqlite', 'postgres', 'mariadb', 'mysql'] as const;
export type Store = (typeof STORES)[number];
/** A row as the driver reads it: text, except bytes of binary columns and what SQLite stores as a number. */
export type Row = Readonly<Record<string, unknown>>;

/** A database of its own, read and written by this program without the models. */
export interface Database {
  readonly store: Store;
  /** `DATABASE_URL` of the project. */
  readonly url: string;
  /** Run one statement. */
  rows(statement: string): Promise<Row[]>;
  /** Run a script of many statements. */
  run(script: string): Promise<void>;
  /** Close the connection and drop the database, unless the database was there before. */
  close(): Promise<void>;
}

const SERVERS: Readonly<Record<Exclude<Store, 'sqlite'>, string | undefined>> = {
  postgres: process.env.REST_GEN_POSTGRES ?? 'postgres://postgres@127.0.0.1:5432',
  mariadb: process.env.REST_GEN_MYSQL ?? 'mysql://root@127.0.0.1:3306',
  // The server of scripts/mysql.sh.
  mysql: process.env.REST_GEN_MYSQL_ADMIN ?? 'mysql://root@127.0.0.1:3310',
};

/** Create an empty database. `directory` gets the file of SQLite. */
export async function createDatabase(store: Store, name: string, directory: string): Promise<Database> {
  if (store === 'sqlite') {
    const file = join(directory, `${name}.sqlite3`);
    const database = openSqlite(file);
    return { ...database, close: () => database.close().finally(() => rmSync(file, { force: true })) };
  }
  const server = SERVERS[store];
  const opened = store === 'postgres' ? await openPostgres(`${server}/postgres`) : await openMysql(store, `${server}/`);
  await opened.run(`create database ${name}`);
  const database =
    store === 'postgres' ? await openPostgres(`${server}/${name}`) : await openMysql(store, `${server}/${name}`);
  return {
    ...database,
    close: async () => {
      await database.close();
      await opened.run(`drop database ${name}${store === 'postgres' ? ' with (force)' : ''}`);
      await opened.close();
    },
  };
}

/** Open an existing database by its `DATABASE_URL`. */
export async function openDatabase(url: string): Promise<Database> {
  if (url.startsWith('sqlite:')) return openSqlite(url.slice('sqlite:'.length));
  if (url.startsWith('postgres')) return openPostgres(url);
  return openMysql(url.startsWith('mariadb:') ? 'mariadb' : 'mysql', url);
}

/** A name in a statement. */
export function quote({ store }: Pick<Database, 'store'>, name: string): string {
  return store === 'mariadb' || store === 'mysql'
    ? `\`${name.replaceAll('`', '``')}\``
    : `"${name.replaceAll('"', '""')}"`;
}

/** A value in a statement. */
export function literal({ store }: Pick<Database, 'store'>, value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (value instanceof Uint8Array) {
    const digits = Buffer.from(value).toString('hex');
    return store === 'postgres' ? `'\\x${digits}'::bytea` : `x'${digits}'`;
  }
  const text = String(value).replaceAll("'", "''");
  return store === 'mariadb' || store === 'mysql' ? `'${text.replaceAll('\\', '\\\\')}'` : `'${text}'`;
}

// --- internal ---

function openSqlite(file: string): Database {
  const database = new DatabaseSync(file);
  return {
    store: 'sqlite',
    url: `sqlite:${file}`,
    rows: async (statement) => {
      const prepared = database.prepare(statement);
      prepared.setReadBigInts(true);
      return prepared.all().map((row) => ({ ...(row as Row) }));
    },
    run: async (script) => void database.exec(script),
    close: async () => database.close(),
  };
}

async function openPostgres(url: string): Promise<Database> {
  const toBytes = pg.types.getTypeParser(17) as (text: string) => unknown;
  const asText = (text: string) => text;
  // The blanks with which `char(n)` is filled are no part of the value.
  const parsers = new Map([
    [17, toBytes],
    [1042, (text: string) => text.trimEnd()],
  ]);
  const types = { getTypeParser: (oid: number) => parsers.get(oid) ?? asText };
  const client = new pg.Client({ connectionString: url, types, options: '-c timezone=UTC' });
  await client.connect();
  return {
    store: 'postgres',
    url,
    rows: async (statement) => (await client.query<Row>(statement)).rows,
    run: async (script) => void (await client.query(script)),
    close: () => client.end(),
  };
}

/** Types of the protocol that are bytes in the character set `binary`. */
const BYTES = new Set([16, 249, 250, 251, 252, 253, 254, 255]);
const BINARY = 63;

async function openMysql(store: 'mariadb' | 'mysql', url: string): Promise<Database> {
  const connection = await mysql.createConnection({
    uri: url,
    multipleStatements: true,
    timezone: 'Z',
    typeCast: (field) => field.buffer(),
  });
  // By default MariaDB sorts texts by their beginnings.
  await connection.query("set time_zone = '+00:00', max_sort_length = 12288");
  return {
    store,
    url,
    rows: async (statement) => {
      const [rows, fields] = await connection.query<mysql.RowDataPacket[]>(statement);
      // A statement that gives no rows has no columns.
      if (!Array.isArray(rows)) return [];
      const names = fields.filter(
        ({ characterSet, columnType }) => characterSet === BINARY && BYTES.has(columnType ?? -1),
      );
      const binary = new Set(names.map(({ name }) => name));
      const read = ([name, value]: [string, Buffer | null]) => [
        name,
        value === null || binary.has(name) ? value : value.toString(),
      ];
      return rows.map((row) => Object.fromEntries(Object.entries(row).map(read as never)));
    },
    run: async (script) => {
      // One commit for all rows.
      await connection.query('set autocommit = 0');
      try {
        for (const part of splitScript(script).flatMap(inPackets)) await connection.query(part);
      } finally {
        await connection.query('commit; set autocommit = 1');
      }
    },
    close: () => connection.end(),
  };
}

/** Statements that the server takes at once: MariaDB reads up to 16 MB. */
function inPackets(script: string): string[] {
  const packets = [''];
  for (const part of script.split(/(?<=;\n)(?=(?:insert|create|alter|drop) )/i)) {
    if ((packets.at(-1) as string).length + part.length > 4e6) packets.push('');
    packets.push(packets.pop() + part);
  }
  return packets.filter((packet) => packet.trim() !== '');
}

/** The parts of a script that changes the delimiter, which only the client of the server knows. */
function splitScript(script: string): string[] {
  const [first = '', ...others] = script.split(/^\s*delimiter\s+(\S+)\s*$/im);
  const parts = [first];
  for (let place = 0; place < others.length; place += 2) {
    const [delimiter, text] = [others[place] as string, others[place + 1] as string];
    parts.push(...(delimiter === ';' ? [text] : text.split(delimiter)));
  }
  return parts.filter((part) => part.trim() !== '');
}
