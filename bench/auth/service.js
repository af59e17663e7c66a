import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch } from '../http/server.js';

/** The databases that can be measured; PostgreSQL is expected on 127.0.0.1. */
export const KINDS = ['sqlite', 'postgres'];

/**
 * Start the project in a process of its own, on a database of its own.
 *
 * @param options - `flags` of Node; `stderr`, as of `launch`
 * @returns the process of `launch`; `post`, the key of a stored post; `token`, of the user's session; `ask()`, the counts of the service
 */
export async function startService(kind, { directory, migrate }, { flags = [], stderr } = {}) {
  const database = await CREATE[kind]();
  try {
    migrate(database.url);
    const command = [process.execPath, ...flags, SERVE, directory];
    const server = await launch(kind, command, { DATABASE_URL: database.url }, stderr);
    return { ...server, stop: () => [server.stop(), database.drop()][1], end: () => server.end().then(database.drop) };
  } catch (error) {
    await database.drop();
    throw error;
  }
}

// --- internal ---

const SERVE = fileURLToPath(new URL('serve.js', import.meta.url));

const CREATE = {
  sqlite: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rest-gen-auth-'));
    return { url: `sqlite:${folder}/app.sqlite3`, drop: async () => rmSync(folder, { recursive: true }) };
  },
  postgres: async () => {
    const name = `rest_gen_bench_auth_${process.pid}`;
    await runPostgres(`create database ${name}`);
    return { url: `${SERVER}${name}`, drop: () => runPostgres(`drop database ${name} with (force)`) };
  },
};
const SERVER = 'postgres://postgres@127.0.0.1:5432/';

async function runPostgres(text) {
  const { Client } = createRequire(new URL('../../packages/model/package.json', import.meta.url))('pg');
  const client = new Client(`${SERVER}postgres`);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
