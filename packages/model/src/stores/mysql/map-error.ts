import { types } from 'node:util';
import { DataError } from '../../core/data-error.ts';
import { findCause, type Meaning, missingTable, toDataError } from '../../sql/driver-error.ts';
import type { StoredDescription } from '../../sql/stored-table.ts';

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
  if (found.number === 1146) return missingTable(/^Table '[^.]*\.(.+)' doesn't exist/.exec(found.message)?.[1], error);
  const meaning = deniedMeaning(found, table) ?? meanings.get(found.number);
  if (meaning !== undefined) return toDataError(meaning, error, failedFields(found, table));
  if (isUnfit(found)) return toDataError(['unavailable', 'it takes no work now'], error);
  return isLost(found) ? toDataError(['unavailable', 'the connection failed'], error) : error;
}

/** Find the error of the driver in an error or its causes. */
export function findServerError(error: unknown): ServerError | undefined {
  return findCause(error, (one) => {
    if (!types.isNativeError(one)) return undefined;
    const { errno, code, fatal, message, sql } = one as Error & Record<'errno' | 'code' | 'fatal' | 'sql', unknown>;
    const name = typeof code === 'string' ? code : '';
    const isFatal = fatal === true || isConnectionCode(name);
    if (typeof errno !== 'number' && !isFatal) return undefined;
    // Errors of the system have negative numbers.
    return { number: Math.max(0, Number(errno ?? 0)), code: name, message, isFatal, isOfStatement: sql !== undefined };
  });
}

/** The server does not take this work, and has done none of it; another one may. */
export function isUnfit({ number, message }: ServerError): boolean {
  // Number 1290 also stands for other options that forbid something.
  return unfit.has(number) || (number === 1290 && /read[-_]only/i.test(message));
}

/** The connection is of no use any more. */
export function isLost({ number, isFatal }: ServerError): boolean {
  return isFatal || lost.has(number) || (number >= 2000 && number < 2100);
}

// --- internal ---

/** https://mariadb.com/kb/en/mariadb-error-code-reference/, https://dev.mysql.com/doc/mysql-errors/8.0/en/server-error-reference.html */
const byMeaning: readonly (readonly [Meaning, ...numbers: number[]])[] = [
  [['conflict', 'A record with this value already exists'], 1062, 1586],
  [['not_null', 'A value is missing'], 1048, 1364, 1978],
  [
    ['foreign_key', 'The referenced record does not exist, or the record is still referenced'],
    ...[1216, 1217, 1451, 1452],
  ],
  [['invalid_value', 'A number is too large or too small'], 1264, 1690],
  [['invalid_value', 'A value is too large'], 1153, 1406],
  [['invalid_value', 'A value has the wrong type'], 1265, 1292, 1300, 1366, 1367, 1411, 3140],
  [['invalid_value', 'The table does not allow this value'], 1369, 1644, 3819, 4025],
  [['invalid_value', 'A generated column cannot be written'], 1906, 3105],
  [['unknown_field', 'There is no such column or index'], 1054, 1176],
  [
    ['invalid_filter', 'The text contains characters that cannot be compared with the column'],
    ...[1267, 1270, 1271, 3854, 3988, 3995],
  ],
  [['invalid_filter', 'The statement has too many values', 'Use fewer than 60,000 values at a time.'], 1390],
  [['retry', 'The transaction conflicts with another one'], 1020, 1205, 1213, 1412, 1615, 3572],
  [['unavailable', 'the statement was cancelled: it took too long, or its request has ended'], 1317, 1969, 3024],
  // A node of Galera that has lost the others in the middle of a commit.
  [
    ['unavailable', 'it is unknown whether the transaction was committed', 'Check the store before you repeat it.'],
    1180,
  ],
  [['unavailable', 'access is denied'], ...[1044, 1045, 1049, 1129, 1130, 1251, 1698, 3118, 3159]],
  [['unavailable', 'it has too many connections'], 1040, 1203, 1226, 1461],
  [['unavailable', 'the disk is full'], 1021, 1114],
  [['unavailable', 'the server is out of memory'], 1037, 1038, 1041],
  [['unavailable', 'the connection is lost'], 1927, 3169, 4031],
];

const meanings: ReadonlyMap<number, Meaning> = new Map(
  byMeaning.flatMap(([meaning, ...numbers]) => numbers.map((number) => [number, meaning] as const)),
);

/** A privilege that the user of the connection does not have: of a table, a column, a routine, the server, a database or a file. */
const denied: ReadonlySet<number> = new Set([1142, 1143, 1227, 1370]);

/** https://dev.mysql.com/doc/refman/8.4/en/stored-programs-logging.html */
const TRIGGERS =
  'The binary log is on, and the user of the connection lacks the privilege SUPER. As an administrator: set persist log_bin_trust_function_creators = 1; (in MariaDB: set global, and in the configuration); or run this as a user with SUPER.';

function deniedMeaning(error: ServerError, table: StoredDescription | undefined): Meaning | undefined {
  const { number, message, isOfStatement } = error;
  if (number === 1419) return ['permission_denied', 'The database does not permit triggers and functions', TRIGGERS];
  const isLogin = number === 1044 || number === 1045;
  if (!denied.has(number) && !(isLogin && isOfStatement)) return undefined;
  const [, privilege, column, name = table?.name] =
    /^(\w+) command denied to user .+? for (?:column '([^']+)' in )?(?:table|routine) '?(.+?)'?$/.exec(message) ?? [];
  const columns = column === undefined ? '' : ` (${column})`;
  const grant = privilege && `grant ${privilege.toLowerCase()}${columns} on ${name} to <user>;`;
  return [
    'permission_denied',
    `The database does not permit this${table === undefined ? '' : `: table "${table.name}"`}`,
    `${message}. ${grant ? `Grant it to the user of the connection: ${grant}` : 'Grant it to the user of the connection.'}`,
  ];
}

function failedFields(error: ServerError, table: StoredDescription | undefined): readonly string[] {
  const { number, message } = error;
  if (number === 1062 || number === 1586) return conflictFields(message, table);
  const [check] =
    /(?<=^CONSTRAINT `).+(?=` failed for )|(?<=^Check constraint ').+(?=' is violated)/.exec(message) ?? [];
  if (check !== undefined) return (table && findNamed(check, table, table.checkFields)) ?? [];
  const field = namedField(error, table);
  return field === undefined ? [] : [field];
}

function namedField({ message }: ServerError, table: StoredDescription | undefined): string | undefined {
  // 'for column `db`.`post`.`title` at row 1', "for column 'title' at row 1", "Column 'title' cannot be null", "Field 'title' doesn't have…"
  const name =
    /(?:^|for |generated )(?:column|field) (?:(?:`[^`]*`\.)*`([^`]+)`|'([^']+)')(?: at row \d+$| cannot be null$| doesn't have a default value$| in table |$)/i.exec(
      message,
    );
  const field = name?.[1] ?? name?.[2];
  return table === undefined || (field !== undefined && table.columns.has(field)) ? field : undefined;
}

const KEY = " for key '";

// The value comes first in the text, and may say the same words: the last ones count. MySQL 8 names the table too.
function conflictFields(message: string, table: StoredDescription | undefined): readonly string[] {
  const at = message.lastIndexOf(KEY);
  if (table === undefined || at === -1) return [];
  return findNamed(message.slice(at + KEY.length, -1), table, table.indexFields) ?? [];
}

/** MySQL names an index with its table, MariaDB the check of a column. */
function findNamed(
  name: string,
  table: StoredDescription,
  fields: ReadonlyMap<string, readonly string[]> | undefined,
): readonly string[] | undefined {
  const own = name.startsWith(`${table.name}.`) ? name.slice(table.name.length + 1) : name;
  return fields?.get(own) ?? fields?.get(name);
}

/** What is known of an error of a driver for MySQL or MariaDB. */
interface ServerError {
  /** The number of the server, or of its client library (2000 and up); 0 for none. */
  readonly number: number;
  /** The name that the driver gave: `ER_DUP_ENTRY`, `ECONNREFUSED`. */
  readonly code: string;
  /** The text of the server; it may hold values. */
  readonly message: string;
  /** The connection is of no use any more. */
  readonly isFatal: boolean;
  /** A statement failed, not a login. */
  readonly isOfStatement: boolean;
}

function isConnectionCode(code: string): boolean {
  return /^(?:PROTOCOL_|HANDSHAKE_|AUTH_SWITCH_|ECONN|EHOST|ENET|EAI_|ENOTFOUND$|ETIMEDOUT$|EPIPE$|ENOENT$|EACCES$|ERR_TLS|ERR_SSL|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_)/.test(
    code,
  );
}

/** Galera: not ready; the server is read-only, off line, starting, or no primary of its group. */
const unfit: ReadonlySet<number> = new Set([1047, 1077, 1079, 1792, 1836, 3032, 3100]);

/** Packets that are too large or damaged, a time-out of the server, a connection that was killed. */
const lost: ReadonlySet<number> = new Set([1053, 1153, 1156, 1157, 1158, 1159, 1160, 1161, 1184, 1927, 3169, 4031]);
