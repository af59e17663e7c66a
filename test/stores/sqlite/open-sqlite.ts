import { join } from 'node:path';
import { RootProvider } from '../../../packages/model/src/root-provider.ts';
import type { SqlClient, SqlQuery } from '../../../packages/model/src/sql/sql-client.ts';
import { Store } from '../../../packages/model/src/store.ts';
import { loadDriver, type SqliteDatabase } from '../../../packages/model/src/stores/sqlite/load-driver.ts';
import { SqliteClient } from '../../../packages/model/src/stores/sqlite/sqlite-client.ts';
import { sqliteDialect } from '../../../packages/model/src/stores/sqlite/sqlite-dialect.ts';
import { tableMigration, temporaryFolders } from '../fixture.ts';

/** What the suites of SQLite open; closed after each test of the suite that calls this. */
export function sqliteFixture() {
  const folder = temporaryFolders();
  const opened: { close(): unknown }[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0).reverse()) await one.close();
  });

  function connect(file: string): SqliteDatabase {
    const other = new (loadDriver().DatabaseSync)(file, { timeout: 0 });
    opened.push(other);
    return other;
  }

  /** Models with little patience on a file, without migrations. */
  function openFile(file: string): RootProvider {
    return provide(new SqliteClient(file, 60), 60, folder(), false);
  }

  /** Models with little patience and a table `t`, a second connection as another process would have it, and a way to run SQL as it is. */
  async function open(columns: string, patience = 60) {
    const file = join(folder(), 'app.sqlite3');
    const client = new SqliteClient(file, patience);
    let inside: SqlQuery | undefined;
    const watched: SqlClient = {
      dialect: 'sqlite',
      query: client.query,
      transaction: (work, options) =>
        client.transaction(async (query) => {
          inside = query;
          try {
            return await work(query);
          } finally {
            inside = undefined;
          }
        }, options),
      close: () => client.close(),
    };
    const migrations = folder({ '1_t.mjs': tableMigration('t', columns) });
    const models = provide(watched, patience, migrations, true);
    await models.ping();
    /** In the open transaction, if there is one. */
    const script = (text: string) => (inside ?? client.query)(text, []);
    return { models, client, migrations, other: connect(file), script };
  }

  function provide(client: SqlClient, patience: number, migrations: string, autoMigrate: boolean): RootProvider {
    const store = new Store(client, sqliteDialect, { isEmbedded: true, patience });
    const models = new RootProvider(store, migrations, { autoMigrate, needsFolder: true });
    opened.push(models);
    return models;
  }

  return { folder, open, openFile };
}

export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
