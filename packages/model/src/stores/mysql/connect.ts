import type { Connection, ConnectionOptions } from 'mysql2';
import type { MysqlDriver } from './load-driver.ts';
import { run } from './run.ts';

/** The options of a connection, and its first statements. */
export interface ConnectionSettings {
  readonly options: ConnectionOptions;
  /** Milliseconds after which the server itself ends a statement; 0 for none. */
  readonly statementTimeout: number;
  /** Milliseconds to wait for the lock of another transaction. */
  readonly patience: number;
  /** Refuse a server that can only be read. */
  readonly mustWrite: boolean;
}

/** Open a connection beside the pool, without its first statements. */
export async function connect(driver: MysqlDriver, options: ConnectionOptions): Promise<Connection> {
  const connection = driver.createConnection(options);
  connection.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    connection.connect((error) => {
      if (!error) return resolve();
      discard(connection);
      reject(error);
    });
  });
  return connection;
}

/**
 * Make every server behave the same: strict, in UTC, in UTF-8, with serializable transactions, whatever its own settings are. A node of Galera waits for what
 * the others have committed before it reads or writes.
 *
 * @throws {Error} of the driver; of ours when the server can only be read and must be written to
 */
export async function prepare(
  driver: MysqlDriver,
  settings: ConnectionSettings,
  connection: Connection,
): Promise<void> {
  if (settings.mustWrite && (await isReadOnly(driver, connection))) throw new Error('The server is read-only');
  const { rows } = await run(driver, connection, 'select version() as version');
  const isMariaDb = /mariadb/i.test(String(rows[0]?.version));
  await run(driver, connection, sessionSettings(settings, isMariaDb));
  await run(driver, connection, 'set session transaction isolation level serializable');
  await seeAllNodes(driver, connection);
}

/** Drop a connection at once: a polite end would wait for a server that may never answer. */
export function discard(connection: Connection): void {
  connection.destroy();
  // What the driver does is to close its own side only.
  (connection as unknown as { stream: { destroy(): void } }).stream.destroy();
}

// --- internal ---

/**
 * - `NO_AUTO_VALUE_ON_ZERO`: 0 is a key as any other.
 * - `max_sort_length`: by default texts sort by their first 1,024 bytes only, and a page could not go on behind one.
 * - `group_concat_max_len`: MariaDB cuts off what `json_arrayagg` gives, too.
 * - Without `NO_BACKSLASH_ESCAPES` and `ANSI_QUOTES` the literals of migrations mean what Kysely wrote. Values of statements are never literals.
 */
const sqlMode =
  'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION,NO_AUTO_VALUE_ON_ZERO';

function sessionSettings({ statementTimeout, patience }: ConnectionSettings, isMariaDb: boolean): string {
  // We cancel first; this is for what runs on after we have died. MySQL knows such a limit for `select` alone.
  const limit = statementTimeout === 0 ? 0 : statementTimeout + 1_000;
  return `set names utf8mb4, sql_mode = '${sqlMode}', time_zone = '+00:00', autocommit = 1,
    max_sort_length = 12288, innodb_lock_wait_timeout = ${Math.max(1, Math.ceil(patience / 1_000))},
    ${isMariaDb ? `max_statement_time = ${limit / 1_000}, group_concat_max_len = 1073741824` : `max_execution_time = ${limit}`}`;
}

// 1: reads and the begin of transactions, 2: updates and deletes, 4: inserts. Without it, what one process has written may be missing for the next one.
async function seeAllNodes(driver: MysqlDriver, connection: Connection): Promise<void> {
  // Most servers know no such variable: then there is no row.
  const { rows } = await run(driver, connection, "show session variables like 'wsrep_on'");
  if (rows[0]?.Value !== 'ON') return;
  await run(driver, connection, 'set session wsrep_sync_wait = @@session.wsrep_sync_wait | 7');
}

/** The readers of a cluster of Aurora say so in a variable of InnoDB. */
async function isReadOnly(driver: MysqlDriver, connection: Connection): Promise<boolean> {
  const { rows } = await run(driver, connection, 'select @@global.read_only as a, @@global.innodb_read_only as b');
  return Object.values(rows[0] ?? {}).some((value) => value !== 0 && value !== '0' && value !== 'OFF');
}
