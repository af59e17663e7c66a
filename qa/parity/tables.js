import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { realNow } from './clock.js';
import { MARK, normalize } from './normal.js';
import { uncounted, withoutCounting } from './statements.js';

/**
 * @typedef {object} Tables
 * @property {() => Promise<Record<string, string[]>>} read - the rows of all tables as text, normalized
 * @property {() => Promise<void>} empty - remove all rows, and let identifiers begin again
 */

/** The tables in which the models keep their migrations. */
const OWN = /migration/;

/**
 * A connection beside those of the application, whose statements are not counted.
 *
 * @param {string} base @param {'sqlite' | 'postgres' | 'mysql'} store @param {string} url
 * @returns {Promise<Tables>}
 */
export async function openTables(base, store, url) {
  const load = createRequire(join(base, 'package.json'));
  const { names, read, empty } = await OPENERS[store](load, url);
  const tables = (await names()).filter((name) => !OWN.test(name)).sort();
  return {
    read: async () => {
      const real = realNow();
      const found = await read(tables);
      return Object.fromEntries(
        tables.map((name, index) => [name, found[index].map((row) => maskTags(name, normalize(row, real))).sort()]),
      );
    },
    empty: () => empty(tables),
  };
}

/**
 * @param {Record<string, string[]>} rows
 * @returns {{ digest: Record<string, string>, hasMarks: boolean }} hashes by table, and whether a row has a mark of `normalize`
 */
export function digest(rows) {
  const hashOf = (list) => createHash('sha1').update(list.join('\n')).digest('base64url');
  const hasMarks = Object.values(rows).some((list) => list.some((row) => MARK.test(row)));
  return { digest: Object.fromEntries(Object.entries(rows).map(([name, list]) => [name, hashOf(list)])), hasMarks };
}

// --- internal ---

/** A stored answer has the entity tag and a hash of a record, which may have a time of the database. The answers themselves are compared. */
function maskTags(table, row) {
  if (table !== 'idempotency_key') return row;
  return row.replace(/("ETag[^\w-]+)[\w.-]+/g, '$1<tag>').replace(/("hash\W+)[0-9a-f]{64}/g, '$1<hash>');
}

const toText = (row) =>
  JSON.stringify(row, (_, value) => {
    if (typeof value === 'bigint') return String(value);
    return value?.type === 'Buffer' ? Buffer.from(value.data).toString('hex') : value;
  });

const OPENERS = {
  sqlite: async (load, url) => {
    const { DatabaseSync } = load('@photostructure/sqlite');
    const database = withoutCounting(() => new DatabaseSync(url.slice('sqlite:'.length), { timeout: 5_000 }));
    const all = (text) => {
      const statement = database.prepare(text);
      statement.setReadBigInts(true);
      return statement.all();
    };
    return {
      names: async () =>
        withoutCounting(() =>
          all("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'"),
        ).map(({ name }) => name),
      read: async (tables) =>
        withoutCounting(() =>
          tables.map((name) => all(`select * from "${name}"`).map((row) => toText(Object.values(row)))),
        ),
      empty: async (tables) =>
        withoutCounting(() => {
          const deletes = tables.map((name) => `delete from "${name}"`);
          database.exec(
            `pragma foreign_keys = off; begin immediate; ${deletes.join('; ')}; delete from sqlite_sequence; commit`,
          );
        }),
    };
  },
  postgres: async (load, url) => {
    const { Client } = load('pg');
    const client = new Client({ connectionString: url });
    uncounted.add(client);
    await client.connect();
    await client.query("set timezone to 'UTC'");
    return {
      names: async () =>
        (await client.query("select tablename from pg_tables where schemaname = 'public'")).rows.map(
          ({ tablename }) => tablename,
        ),
      read: async (tables) => {
        const results = await client.query(tables.map((name) => `select t::text as row from "${name}" t`).join(';'));
        return [results].flat().map(({ rows }) => rows.map(({ row }) => row));
      },
      empty: (tables) =>
        client.query(`truncate ${tables.map((name) => `"${name}"`).join()} restart identity cascade`).then(() => {}),
    };
  },
  mysql: async (load, url) => {
    const connection = load('mysql2').createConnection({
      uri: url,
      multipleStatements: true,
      rowsAsArray: true,
      dateStrings: true,
    });
    uncounted.add(connection);
    const ask = (text) =>
      new Promise((resolve, reject) =>
        connection.query(text, (error, rows) => (error ? reject(error) : resolve(rows))),
      );
    await ask("set time_zone = '+00:00'");
    return {
      names: async () => (await ask('show tables')).map(([name]) => name),
      read: async (tables) => {
        const results = await ask(tables.map((name) => `select * from \`${name}\``).join(';'));
        return (tables.length === 1 ? [results] : results).map((rows) => rows.map(toText));
      },
      empty: (tables) =>
        ask(
          `set foreign_key_checks = 0; ${tables.map((name) => `truncate \`${name}\``).join(';')}; set foreign_key_checks = 1`,
        ).then(() => {}),
    };
  },
};
