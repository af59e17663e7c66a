import process from 'node:process';
import pg from 'pg';
import { createClient } from 'redis';

export const POSTGRES = `${process.env.REST_GEN_POSTGRES ?? 'postgres://postgres@127.0.0.1:5432'}/postgres`;
export const REDIS = process.env.REST_GEN_REDIS ?? 'redis://127.0.0.1:6379';

/** The servers that answer; where they are required, a missing one is an error. @returns {Promise<Set<string>>} */
export async function findServers() {
  const found = new Set();
  for (const [name, connect] of Object.entries({ postgres: askPostgres, redis: askRedis })) {
    try {
      await connect();
      found.add(name);
    } catch (error) {
      if (process.env.REST_GEN_SERVERS === 'required') throw new Error(`No server of ${name}`, { cause: error });
    }
  }
  return found;
}

// --- internal ---

async function askPostgres() {
  const client = new pg.Client({ connectionString: POSTGRES, connectionTimeoutMillis: 2_000 });
  await client.connect();
  await client.end();
}

async function askRedis() {
  const client = createClient({ url: REDIS, socket: { reconnectStrategy: false, connectTimeout: 2_000 } });
  client.on('error', () => undefined);
  await client.connect();
  client.destroy();
}
