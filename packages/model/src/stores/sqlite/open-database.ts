import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { retry } from '../../retry.ts';
import { isBusy } from './error-codes.ts';
import { loadDriver, type SqliteDatabase } from './load-driver.ts';

/**
 * Open a database file, or one in memory (`:memory:`); missing directories are created.
 *
 * An acknowledged write survives a crash of the process and of the machine (`synchronous = FULL`). Readers and the
 * one writer do not wait for each other (WAL). SQLite itself never sleeps for a lock (`busy_timeout = 0`): the caller
 * retries.
 */
export async function openDatabase(path: string, patience: number): Promise<SqliteDatabase> {
  if (path !== ':memory:') await mkdir(dirname(path), { recursive: true });
  // `t.change` writes to `sqlite_schema`, which defensive mode forbids; nothing else writes there.
  const database = new (loadDriver().DatabaseSync)(path, { timeout: 0, defensive: false });
  try {
    database.exec('pragma busy_timeout = 0');
    // Two processes that open a new file at the same time collide here.
    const pragmas = 'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on';
    await retry(async () => database.exec(pragmas), isBusy, patience);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
