import type { SqlResult } from '../../sql/sql-client.ts';

export interface SessionSettings {
  /** Milliseconds after which the server itself ends a statement; 0 for none. */
  readonly statementTimeout: number;
  /** Milliseconds to wait for the lock of another transaction. */
  readonly patience: number;
  /** Refuse a server that can only be read. */
  readonly mustWrite: boolean;
}

/**
 * Make every server behave the same: strict, in UTC, in UTF-8, with serializable transactions, whatever its own settings are. A node of Galera waits for what
 * the others have committed before it reads or writes.
 *
 * @throws {Error} that of the driver; `The server is read-only` where `mustWrite` refuses it
 */
export async function prepareSession(query: Ask, settings: SessionSettings): Promise<void> {
  if (settings.mustWrite && (await isReadOnly(query))) throw new Error('The server is read-only');
  const { rows } = await query('select version() as version');
  await query(sessionSettings(settings, /mariadb/i.test(String(rows[0]?.version))));
  await query('set session transaction isolation level serializable');
  await seeAllNodes(query);
}

// --- internal ---

type Ask = (text: string) => Promise<SqlResult>;

/**
 * - `NO_AUTO_VALUE_ON_ZERO`: 0 is a key as any other.
 * - `max_sort_length`: by default texts sort by their first 1,024 bytes only, and a page could not go on behind one.
 * - `group_concat_max_len`: MariaDB cuts off what `json_arrayagg` gives, too.
 * - Without `NO_BACKSLASH_ESCAPES` and `ANSI_QUOTES` the literals of migrations mean what Kysely wrote. Values of statements are never literals.
 */
const sqlMode =
  'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION,NO_AUTO_VALUE_ON_ZERO';

function sessionSettings({ statementTimeout, patience }: SessionSettings, isMariaDb: boolean): string {
  // We cancel first; this is for what runs on after we have died. MySQL knows such a limit for `select` alone.
  const limit = statementTimeout === 0 ? 0 : statementTimeout + 1_000;
  return `set names utf8mb4, sql_mode = '${sqlMode}', time_zone = '+00:00', autocommit = 1,
    max_sort_length = 12288, innodb_lock_wait_timeout = ${Math.max(1, Math.ceil(patience / 1_000))},
    ${isMariaDb ? `max_statement_time = ${limit / 1_000}, group_concat_max_len = 1073741824` : `max_execution_time = ${limit}`}`;
}

// 1: reads and the begin of transactions, 2: updates and deletes, 4: inserts. Without it, what one process has written may be missing for the next one.
async function seeAllNodes(query: Ask): Promise<void> {
  // Most servers know no such variable: then there is no row.
  const { rows } = await query("show session variables like 'wsrep_on'");
  if (rows[0]?.Value === 'ON') await query('set session wsrep_sync_wait = @@session.wsrep_sync_wait | 7');
}

/** The readers of a cluster of Aurora say so in a variable of InnoDB. */
async function isReadOnly(query: Ask): Promise<boolean> {
  const { rows } = await query('select @@global.read_only as a, @@global.innodb_read_only as b');
  return Object.values(rows[0] ?? {}).some((value) => value !== 0 && value !== '0' && value !== 'OFF');
}
