import { makeDatabase } from '../../../test/stores/mysql/database.ts';
import { createDatabase } from '../../../test/stores/postgres/database.ts';
import { requireServer } from '../../../test/stores/servers.ts';

interface Database {
  readonly url: string;
  drop(): Promise<void>;
}

const servers = { postgres: await requireServer('postgres'), mysql: await requireServer('mysql') };

/** SQLite, and the servers that are there: each makes a database of its own. */
export const STORES: readonly (readonly [name: string, make: () => Promise<Database>])[] = [
  ['sqlite', async () => ({ url: 'sqlite::memory:', drop: async () => {} })],
  ...(servers.postgres === undefined ? [] : [['postgres', () => createDatabase(servers.postgres as string)] as const]),
  ...(servers.mysql === undefined ? [] : [['mysql', () => makeDatabase(servers.mysql as string)] as const]),
];
