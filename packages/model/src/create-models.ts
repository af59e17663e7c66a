import { openStore } from './open-store.ts';
import { resolveInProject } from './resolve-in-project.ts';
import { RootProvider } from './root-provider.ts';
import type { SqlClient } from './sql/sql-client.ts';
import type { Models, ModelsOptions } from './types.ts';

/**
 * Create the models of an application. The store is opened at the first query.
 *
 * @param source - `sqlite:./data/app.sqlite3`, `sqlite::memory:`, or a client of a driver or an ORM
 * @example export default createModels(process.env.DATABASE_URL || 'sqlite:./data/app.sqlite3');
 * @throws {ModelsError} `E_STORE_URL` when the store is not supported
 */
export function createModels(source: string | SqlClient, options: ModelsOptions = {}): Models {
  const { patience = 5_000, connections = 10, statementTimeout = 30_000 } = options;
  const store = openStore(source, { patience, connections, statementTimeout });
  const { migrations, autoMigrate = store.isEmbedded && process.env.NODE_ENV !== 'production' } = options;
  const folder = resolveInProject(migrations ?? 'migrations');
  return new RootProvider(store, folder, { autoMigrate, needsFolder: migrations !== undefined });
}
