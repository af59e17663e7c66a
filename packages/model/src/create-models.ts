import { resolve } from 'node:path';
import { openBackend } from './open-backend.ts';
import { RootProvider } from './root-provider.ts';
import type { Models, ModelsOptions } from './types.ts';

/**
 * Create the models of an application on the store that an address names; nothing is opened before the first query.
 *
 * @param url - `sqlite:./data/app.sqlite3` or `sqlite::memory:`
 * @example export default createModels(process.env.DATABASE_URL || 'sqlite:./data/app.sqlite3');
 * @throws {ModelsError} `E_STORE_URL` when the address names no store that is supported
 */
export function createModels(url: string, options: ModelsOptions = {}): Models {
  const { patience = 5_000, connections = 10, statementTimeout = 30_000 } = options;
  const backend = openBackend(url, { patience, connections, statementTimeout });
  const { migrations = 'migrations', autoMigrate = backend.isEmbedded && process.env.NODE_ENV !== 'production' } =
    options;
  return new RootProvider(backend, resolve(migrations), autoMigrate);
}
