import type { Connection, ConnectionOptions, FieldPacket, PoolConnection, QueryError, ResultSetHeader } from 'mysql2';
import { DataError } from '../../core/data-error.ts';
import { isRepeated, RecentTexts } from '../../recent-texts.ts';
import { setColumn } from '../../sql/decode-rows.ts';
import type { SqlResult } from '../../sql/sql-client.ts';
import { clock } from '../../watch.ts';
import type { ServerConnection } from '../server/server-driver.ts';
import type { MysqlDriver } from './load-driver.ts';
import { prepareSession, type SessionSettings } from './prepare-session.ts';

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
        else resolve(toResult(result, fields));
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

/**
 * Bring a parameter into a form that `mysql2` sends with the right type.
 *
 * Without a declared type, the driver sends every number as a double and every bigint as a string. The server compares both as doubles, which cannot
 * distinguish neighboring integers above 2^53, and accepts neither in `limit`.
 *
 * @throws {DataError} `invalid_value` for what MySQL has no type for
 */
export function toBindable(value: unknown, { TypedParameter }: Pick<MysqlDriver, 'TypedParameter'>): unknown {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      if (!Number.isFinite(value)) break;
      return Number.isSafeInteger(value) && !Object.is(value, -0) ? TypedParameter.LONGLONG(value) : value;
    case 'bigint':
      if (BigInt.asIntN(64, value) === value) return TypedParameter.LONGLONG(value);
      if (BigInt.asUintN(64, value) === value) return TypedParameter.LONGLONG.unsigned(value);
      break;
    case 'boolean':
      return TypedParameter.LONGLONG(value ? 1 : 0);
    case 'object':
      if (value === null || Buffer.isBuffer(value)) return value;
      // The server takes no time with a zone.
      if (value instanceof Date && !Number.isNaN(value.getTime()))
        return value.toISOString().replace('T', ' ').slice(0, -1);
      // The driver knows bytes by the class of Node alone.
      if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
      break;
    default:
  }
  throw new DataError('invalid_value', `MySQL cannot store a value of type ${typeof value}`);
}

// --- internal ---

const preparable = /^\s*(?:select|insert|update|delete|replace|with)\b/i;

/** Rows come as lists: as objects of the driver, a column could not be named `__proto__`. */
function toResult(result: unknown, fields: FieldPacket[] | undefined): SqlResult {
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
