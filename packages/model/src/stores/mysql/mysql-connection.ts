import type { Connection, ConnectionOptions, FieldPacket, PoolConnection, QueryError, ResultSetHeader } from 'mysql2';
import { isRepeated, RecentTexts } from '../../recent-texts.ts';
import { setColumn } from '../../sql/decode-row.ts';
import type { SqlResult } from '../../sql/sql-client.ts';
import { clock } from '../../watch.ts';
import type { ServerConnection } from '../server/server-driver.ts';
import type { MysqlDriver } from './load-driver.ts';
import { prepareSession, type SessionSettings } from './prepare-session.ts';
import { toBindable } from './to-bindable.ts';

export interface ConnectionSettings extends SessionSettings {
  readonly options: ConnectionOptions;
}

/** Statements that a connection keeps prepared; the server limits how many there are of all connections together. */
export const MOST_PREPARED = 200;

/** A connection of the pool of `mysql2`, or one beside it. */
export class MysqlConnection implements ServerConnection {
  readonly #connection: Connection | PoolConnection;
  readonly #driver: MysqlDriver;
  readonly #settings: ConnectionSettings;
  readonly #prepared: RecentTexts<string>;
  idleSince: number | undefined = undefined;

  constructor(connection: Connection | PoolConnection, driver: MysqlDriver, settings: ConnectionSettings) {
    this.#connection = connection;
    this.#driver = driver;
    this.#settings = settings;
    this.#prepared = new RecentTexts(MOST_PREPARED, (text) => connection.unprepare(text));
    // Without a listener a connection that is reset would end the process.
    connection.on('error', () => {});
  }

  prepare(): Promise<void> {
    return prepareSession((text) => this.query(text), this.#settings);
  }

  /**
   * Whatever reads or writes rows is prepared: values travel apart from the text, so that no `sql_mode` can make SQL of them, and come back with their
   * types. The rest (definitions, `begin`, `set`) has no parameters, and partly cannot be prepared. Nothing is ever escaped.
   */
  query(text: string, parameters: readonly unknown[] = []): Promise<SqlResult> {
    return new Promise((resolve, reject) => {
      const done = (error: QueryError | null, result?: unknown, fields?: FieldPacket[]): void => {
        if (error) reject(error);
        else resolve(readResult(result, fields));
      };
      if (parameters.length === 0 && !preparable.test(text)) this.#connection.query(text, done);
      else {
        const isKept = this.#keep(text, parameters.length);
        const values = parameters.map((value) => toBindable(value, this.#driver)) as never[];
        this.#connection.execute(text, values, (...result) => {
          if (!isKept) this.#connection.unprepare(text);
          done(...result);
        });
      }
    });
  }

  async cancel(): Promise<void> {
    const connection = this.#driver.createConnection(this.#settings.options);
    const other = new MysqlConnection(connection, this.#driver, this.#settings);
    try {
      await other.query(`kill query ${Number(this.#connection.threadId)}`);
    } finally {
      other.release(true);
    }
  }

  release(isBroken: boolean): void {
    this.idleSince = clock();
    if (isBroken || !('release' in this.#connection)) discard(this.#connection);
    else this.#connection.release();
  }

  /** Whether the server keeps a statement prepared: the driver would count them only, however long they are. */
  #keep(text: string, values: number): boolean {
    if (this.#prepared.get(text) !== undefined) return true;
    if (!isRepeated(text, values)) return false;
    this.#prepared.add(text, text);
    return true;
  }
}

/** Drop a connection at once: a polite end would wait for a server that may never answer. */
export function discard(connection: Connection): void {
  connection.destroy();
  // What the driver does is to close its own side only.
  (connection as unknown as { stream: { destroy(): void } }).stream.destroy();
}

// --- internal ---

const preparable = /^\s*(?:select|insert|update|delete|replace|with)\b/i;

/** Rows come as lists: as objects of the driver, a column could not be named `__proto__`. */
function readResult(result: unknown, fields: FieldPacket[] | undefined): SqlResult {
  if (!Array.isArray(result) || fields === undefined) {
    const { affectedRows, insertId } = result as ResultSetHeader;
    return { rows: [], affected: affectedRows, insertId };
  }
  const names = fields.map(({ name }) => name);
  const toRow = (values: unknown[]): Record<string, unknown> => {
    const row: Record<string, unknown> = {};
    for (let at = 0; at < names.length; at += 1) setColumn(row, names[at] as string, values[at]);
    return row;
  };
  return { rows: (result as unknown[][]).map(toRow), fields };
}
