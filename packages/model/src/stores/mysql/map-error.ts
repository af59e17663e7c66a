import { DataError, type DataErrorCode } from '@rest-gen/router/model';
import { missingTable } from '../../missing-table.ts';
import type { StoredDescription } from '../../sql/stored-table.ts';
import { findServerError, isLost, isUnfit, type ServerError } from './error-numbers.ts';

/**
 * Say what an error of MySQL or MariaDB means in the terms of every store; other errors come back as they are.
 *
 * The messages carry neither SQL nor values; the error of the driver is the `cause`.
 *
 * @param table - what the statement was about: the server names an index, not its columns
 */
export function mapMysqlError(error: unknown, table?: StoredDescription): unknown {
  if (error instanceof DataError) return error;
  const found = findServerError(error);
  if (found === undefined) return error;
  if (found.number === 1146) return noTable(found, error);
  const [code, message, hint] = meanings.get(found.number) ?? [];
  if (code !== undefined && message !== undefined) {
    const field = code === 'retry' || code === 'unavailable' ? undefined : failedField(found, table);
    return new DataError(code, message, {
      cause: error,
      ...(field !== undefined && { field }),
      ...(hint !== undefined && { hint }),
    });
  }
  if (!isUnfit(found) && !isLost(found)) return error;
  const why = isUnfit(found) ? 'it takes no work now' : 'the connection failed';
  return new DataError('unavailable', `The database is not available: ${why}`, { cause: error });
}

// --- internal ---

type Meaning = readonly [code: DataErrorCode, message: string, hint?: string];

function each(numbers: readonly number[], ...meaning: Meaning): (readonly [number, Meaning])[] {
  return numbers.map((number) => [number, meaning]);
}

function down(why: string, ...numbers: readonly number[]): (readonly [number, Meaning])[] {
  return each(numbers, 'unavailable', `The database is not available: ${why}`);
}

/** https://mariadb.com/kb/en/mariadb-error-code-reference/, https://dev.mysql.com/doc/mysql-errors/8.0/en/server-error-reference.html */
const meanings: ReadonlyMap<number, Meaning> = new Map([
  ...each([1062, 1586], 'conflict', 'A record with this value already exists'),
  ...each([1048, 1364], 'not_null', 'A value is missing'),
  ...each(
    [1216, 1217, 1451, 1452],
    'foreign_key',
    'The referenced record does not exist, or the record is still referenced',
  ),
  ...each([1264, 1690], 'invalid_value', 'A number is too large or too small'),
  ...each([1153, 1406], 'invalid_value', 'A value is too large'),
  ...each([1265, 1292, 1300, 1366, 1367, 1411, 3140], 'invalid_value', 'A value has the wrong type'),
  ...each([1369, 1644, 3819, 4025], 'invalid_value', 'The table does not allow this value'),
  ...each([1906, 3105], 'invalid_value', 'A generated column cannot be written'),
  ...each([1054, 1176], 'unknown_field', 'There is no such column or index'),
  ...each(
    [1267, 1270, 1271, 3995],
    'invalid_filter',
    'The text contains characters that cannot be compared with the column',
  ),
  ...each([1390], 'invalid_filter', 'The statement has too many values', 'Use fewer than 60,000 values at a time.'),
  ...each([1020, 1205, 1213, 1412, 1615, 3572], 'retry', 'The transaction conflicts with another one'),
  ...each([1317, 1969, 3024], 'unavailable', 'The statement was cancelled: it took too long, or its request has ended'),
  // A node of Galera that has lost the others in the middle of a commit.
  ...each(
    [1180],
    'unavailable',
    'It is unknown whether the transaction was committed',
    'Check the store before you repeat it.',
  ),
  ...down('access is denied', 1044, 1045, 1049, 1129, 1130, 1142, 1143, 1227, 1251, 1698, 3118, 3159),
  ...down('it has too many connections', 1040, 1203, 1226, 1461),
  ...down('the disk is full', 1021, 1114),
  ...down('the server is out of memory', 1037, 1038, 1041),
  ...down('the connection is lost', 1927, 3169, 4031),
]);

function failedField({ number, message }: ServerError, table: StoredDescription | undefined): string | undefined {
  if (number === 1062 || number === 1586) return conflictField(message, table);
  // 'for column `db`.`post`.`title` at row 1', "for column 'title' at row 1", "Column 'title' cannot be null", "Field 'title' doesn't have…"
  const name =
    /(?:^|for |generated )(?:column|field) (?:(?:`[^`]*`\.)*`([^`]+)`|'([^']+)')(?: at row \d+$| cannot be null$| doesn't have a default value$| in table )/i.exec(
      message,
    );
  const field = name?.[1] ?? name?.[2];
  return table === undefined || (field !== undefined && table.columns.has(field)) ? field : undefined;
}

const KEY = " for key '";

// The value comes first in the text, and may say the same words: the last ones count. MySQL 8 names the table too.
function conflictField(message: string, table: StoredDescription | undefined): string | undefined {
  const at = message.lastIndexOf(KEY);
  if (table === undefined || at === -1) return undefined;
  const index = message.slice(at + KEY.length, -1);
  const own = index.startsWith(`${table.name}.`) ? index.slice(table.name.length + 1) : index;
  return table.uniqueIndexes?.get(own) ?? table.uniqueIndexes?.get(index);
}

function noTable({ message }: ServerError, cause: unknown): DataError {
  const name = /^Table '[^.]*\.(.+)' doesn't exist/.exec(message)?.[1];
  return missingTable(name, cause);
}
