import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The servers, as for all tests of this repository. */
const POSTGRES = process.env.REST_GEN_POSTGRES ?? 'postgres://postgres@127.0.0.1:5432';
const MYSQL = process.env.REST_GEN_MYSQL ?? 'mysql://root@127.0.0.1:3306';

/** @typedef {'sqlite' | 'postgres' | 'mysql'} Store */

/** @type {readonly Store[]} */
export const STORES = ['sqlite', 'postgres', 'mysql'];

/**
 * Create an empty database with a random name.
 *
 * @param {string} base - where a version is installed, whose drivers are used
 * @param {Store} store @param {string} directory - for files
 * @returns {Promise<{ url: string, drop: () => Promise<void> }>}
 */
export async function createDatabase(base, store, directory) {
  const name = `parity_${randomBytes(6).toString('hex')}`;
  if (store === 'sqlite') return { url: `sqlite:${join(directory, `${name}.sqlite3`)}`, drop: async () => {} };
  const load = createRequire(join(base, 'package.json'));
  const run = store === 'postgres' ? runPostgres(load('pg')) : runMysql(load('mysql2'));
  await run(`create database ${name}`);
  return {
    url: `${store === 'postgres' ? POSTGRES : MYSQL}/${name}`,
    drop: () => run(`drop database ${name}${store === 'postgres' ? ' with (force)' : ''}`),
  };
}

// --- internal ---

const runPostgres =
  ({ Client }) =>
  async (text) => {
    const client = new Client({ connectionString: `${POSTGRES}/postgres` });
    await client.connect();
    await client.query(text).finally(() => client.end());
  };

const runMysql =
  ({ createConnection }) =>
  (text) =>
    new Promise((resolve, reject) => {
      const connection = createConnection({ uri: `${MYSQL}/mysql` });
      connection.query(text, (error) => {
        connection.end();
        if (error) reject(error);
        else resolve();
      });
    });
