import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../test/free-port.ts';
import { makeFolder, run, serve, stop } from './own-server.ts';
import type { Logged, LoggedDatabase } from './prove-order.ts';

const USER = 'postgres';

/** A PostgreSQL of its own with `wal_level=logical`; its log is decoded by its own plugin `test_decoding`. */
export async function logicalDecoding(): Promise<LoggedDatabase> {
  const folder = makeFolder(USER);
  const bin = findPrograms();
  run(USER, join(bin, 'initdb'), ['-D', join(folder, 'data'), '-A', 'trust', '-U', USER, '--no-sync']);
  const port = await freePort();
  const settings = {
    port,
    wal_level: 'logical',
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    fsync: 'off',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = await serve(USER, join(bin, 'postgres'), ['-D', join(folder, 'data'), ...args], port);
  const url = `postgres://${USER}@127.0.0.1:${port}/${USER}`;
  const client = new pg.Client(url);
  await client.connect();
  await client.query("select pg_create_logical_replication_slot('proof', 'test_decoding')");
  return {
    url,
    read: async () => {
      const { rows } = await client.query<{ data: string }>(
        "select data from pg_logical_slot_get_changes('proof', null, null)",
      );
      return rows.flatMap(({ data }) => parse(data) ?? []);
    },
    stop: async () => {
      await client.end();
      await stop(server, folder);
    },
  };
}

// --- internal ---

/** Where Debian puts the programs of the server, which are not in the PATH. */
const DEBIAN = '/usr/lib/postgresql';

function findPrograms(): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const folders = [...versions.map((version) => join(DEBIAN, version, 'bin')), ...(process.env.PATH ?? '').split(':')];
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')));
  if (found === undefined) throw new Error('PostgreSQL is not installed; Debian: apt-get install postgresql');
  return found;
}

const ACTIONS = { INSERT: 'create', UPDATE: 'update', DELETE: 'delete' } as const;

/** `table public.post: UPDATE: id[bigint]:7 title[…]:…`; a moved key would come with `old-key:`. */
function parse(data: string): Logged | undefined {
  const [, table = '', action = '', rest = ''] = /^table public\.(\w+): (INSERT|UPDATE|DELETE): (.*)/s.exec(data) ?? [];
  if (table === '') return undefined;
  const [, key = ''] = /(?:^|\s)id\[bigint\]:(\d+)/.exec(rest) ?? [];
  return { table, action: ACTIONS[action as keyof typeof ACTIONS], key };
}
