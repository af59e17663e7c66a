import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createModels } from '@rest-gen/model';
import { sqliteDriver } from './contestants/shared/open-store.js';

/** The databases that can be measured; servers are expected on 127.0.0.1. */
export const DATABASES = ['sqlite', 'postgres', 'mariadb'];

/**
 * Create a database with the tables of a project and `rows` posts in it. Later posts have ids of seven digits, so that all answers to a POST are equally long.
 *
 * @param kind - one of `DATABASES`
 * @param name - of the database, or of the directory of its file
 * @param migrations - the directory with the migrations
 * @returns its `url`; `query(text)`; `drop()`
 */
export async function createDatabase(kind, name, migrations, rows) {
  const database = KINDS[kind](name);
  const { url } = database;
  await database.create();
  const models = createModels(url, { migrations, autoMigrate: false });
  await models.migrate();
  await models.close();
  for (const text of FILL[kind](rows)) await database.query(text);
  return database;
}

/** @returns why a database cannot be measured; `undefined` when it answers */
export async function reach(kind) {
  const { ping } = KINDS[kind]('');
  return ping?.().then(
    () => undefined,
    (error) => error,
  );
}

// --- internal ---

const FIRST_NEW_ID = 1_000_000;
const COLUMNS = 'id, title, body, views, created_at, updated_at';
const BODY = "'A text of the length that a short note has.'";

const FILL = {
  sqlite: (rows) => [
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows}) insert into post (${COLUMNS})
     select i, 'Number ' || i, ${BODY}, (i * 7919) % 1000, '2026-01-01T12:00:00.000Z', '2026-01-01T12:00:00.000Z' from n`,
    `update sqlite_sequence set seq = ${FIRST_NEW_ID} where name = 'post'`,
    'analyze',
  ],
  postgres: (rows) => [
    `insert into post (${COLUMNS})
     select i, 'Number ' || i, ${BODY}, (i * 7919) % 1000, '2026-01-01T12:00:00Z', '2026-01-01T12:00:00Z' from generate_series(1, ${rows}::bigint) i`,
    `select setval(pg_get_serial_sequence('post', 'id'), ${FIRST_NEW_ID})`,
    'vacuum analyze post',
  ],
  mariadb: (rows) => [
    `insert into post (${COLUMNS})
     select seq, concat('Number ', seq), ${BODY}, (seq * 7919) % 1000, '2026-01-01 12:00:00', '2026-01-01 12:00:00' from seq_1_to_${rows}`,
    `alter table post auto_increment = ${FIRST_NEW_ID + 1}`,
    'analyze table post',
  ],
};

const KINDS = {
  sqlite: (name) => {
    const folder = join(tmpdir(), name);
    const url = `sqlite:${folder}/app.sqlite3`;
    return {
      url,
      create: async () => mkdirSync(folder, { recursive: true }),
      query: (text) => runSqlite(url, text),
      drop: async () => rmSync(folder, { recursive: true }),
    };
  },
  postgres: (name) => onServer('postgres://postgres@127.0.0.1:5432/', 'postgres', name, runPostgres, 'with (force)'),
  mariadb: (name) => onServer('mysql://root@127.0.0.1:3306/', 'mysql', name, runMariadb),
};

function onServer(server, admin, name, run, force = '') {
  const url = `${server}${name}`;
  return {
    url,
    ping: () => run(`${server}${admin}`, 'select 1'),
    create: () => run(`${server}${admin}`, `create database ${name}`),
    query: (text) => run(url, text),
    drop: () => run(`${server}${admin}`, `drop database ${name} ${force}`),
  };
}

async function runSqlite(url, text) {
  const { DatabaseSync } = await import(sqliteDriver());
  const database = new DatabaseSync(url.slice('sqlite:'.length));
  database.exec(text);
  database.close();
}

async function runPostgres(url, text) {
  const { default: pg } = await import('pg');
  const client = new pg.Client(url);
  await client.connect();
  await client.query(text);
  await client.end();
}

async function runMariadb(url, text) {
  const { default: mysql } = await import('mysql2/promise');
  const connection = await mysql.createConnection(url);
  await connection.query(text);
  await connection.end();
}
