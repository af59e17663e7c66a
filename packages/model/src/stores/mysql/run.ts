import type { Connection, FieldPacket, QueryError, ResultSetHeader } from 'mysql2';
import type { SqlResult } from '../../sql/sql-client.ts';
import type { MysqlDriver } from './load-driver.ts';
import { toBindable } from './to-bindable.ts';

/**
 * Run one statement on a connection.
 *
 * Whatever reads or writes rows is prepared: values travel apart from the text, so that no `sql_mode` can make SQL of them, and come back with their
 * types. The rest (definitions, `begin`, `set`) has no parameters, and partly cannot be prepared. Nothing is ever escaped.
 */
export function run(
  driver: MysqlDriver,
  connection: Connection,
  text: string,
  parameters: readonly unknown[] = [],
): Promise<SqlResult> {
  return new Promise((resolve, reject) => {
    const done = (error: QueryError | null, result?: unknown, fields?: FieldPacket[]): void => {
      if (error) reject(error);
      else resolve(readResult(result, fields));
    };
    if (parameters.length === 0 && !preparable.test(text)) connection.query(text, done);
    else connection.execute(text, parameters.map((value) => toBindable(value, driver)) as never[], done);
  });
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
  const toRow = (values: unknown[]): Record<string, unknown> =>
    Object.fromEntries(names.map((name, index) => [name, values[index]]));
  return { rows: (result as unknown[][]).map(toRow), fields };
}
