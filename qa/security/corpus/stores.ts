import { fileURLToPath } from 'node:url';
import { createModels, type Models } from '@rest-gen/model';
import { makeDatabase } from '../../../test/stores/mysql/database.ts';
import { createDatabase } from '../../../test/stores/postgres/database.ts';
import { requireServer } from '../../../test/stores/servers.ts';

/** A store, with a table `note`. */
export interface OpenStore {
  readonly models: Models;
  close(): Promise<unknown>;
}

const postgres = await requireServer('postgres');
const mysql = await requireServer('mysql');
const migrations = fileURLToPath(new URL('migrations', import.meta.url));

/** Every store that is there. */
export const STORES: readonly (readonly [name: string, open: () => Promise<OpenStore>])[] = [
  ['SQLite', async () => onto('sqlite::memory:', async () => {})],
  ...(postgres === undefined
    ? []
    : [
        [
          'PostgreSQL',
          async () => {
            const database = await createDatabase(postgres);
            return onto(database.url, database.drop);
          },
        ] as const,
      ]),
  ...(mysql === undefined
    ? []
    : [
        [
          'MySQL or MariaDB',
          async () => {
            const database = await makeDatabase(mysql);
            return onto(database.url, database.drop);
          },
        ] as const,
      ]),
];

// --- internal ---

async function onto(url: string, after: () => Promise<unknown>): Promise<OpenStore> {
  const models = createModels(url, { migrations });
  await models.migrate();
  return { models, close: async () => [await models.close(), await after()] };
}
