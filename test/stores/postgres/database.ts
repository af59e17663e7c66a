import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A database of its own for one file of tests. */
export interface TestDatabase {
  readonly url: string;
  readonly name: string;
  /** Run SQL, on a connection beside those that are tested. */
  run(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Statements that connections of this application name are running now. */
  running(application: string): Promise<string[]>;
  drop(): Promise<void>;
}

/**
 * Create a database with a random name.
 *
 * @param server - the address of a server, without a database
 * @param details - what `create database` takes more
 */
export async function createDatabase(server: string, details = ''): Promise<TestDatabase> {
  const name = `rest_gen_${randomBytes(6).toString('hex')}`;
  await once(`${server}/postgres`, `create database ${name} ${details}`);
  const url = `${server}/${name}`;
  // Nothing here is about a server that loses its power.
  await once(`${server}/postgres`, `alter database ${name} set synchronous_commit = off`);
  // Compiling a statement takes longer than running it on a few rows: with it, relations.test.ts takes three times as long.
  await once(`${server}/postgres`, `alter database ${name} set jit = off`);
  const client = new pg.Client(url);
  await client.connect();
  const run = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
    (await client.query(text, values)).rows;
  return {
    url,
    name,
    run,
    running: async (application) => {
      const rows = await run(
        "select query from pg_stat_activity where application_name = $1 and state = 'active' order by query",
        [application],
      );
      return rows.map(({ query }) => String(query));
    },
    drop: async () => {
      await client.end();
      await once(`${server}/postgres`, `drop database ${name} with (force)`);
    },
  };
}

// --- internal ---

async function once(url: string, text: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
