import { DataError } from '../../core/data-error.ts';
import { findCause, type Meaning, tableHint, toDataError } from '../../sql/driver-error.ts';
import type { StoredDescription } from '../../sql/stored-table.ts';
import { failedFields, failedValue, type PostgresError, parameterOf } from './failed-fields.ts';

/**
 * Translate an error of PostgreSQL into a `DataError` by its SQLSTATE
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html); other errors are returned unchanged.
 *
 * The messages contain neither SQL nor values; the error of the driver is the `cause`.
 *
 * @param table - the table of the statement: some ORMs pass on only the name of an index
 * @param text - the statement, with its parameters as `$1`
 */
export function mapPostgresError(
  error: unknown,
  table?: StoredDescription,
  text = '',
  parameters: readonly unknown[] = [],
): unknown {
  if (error instanceof DataError) return error;
  const found = findPostgresError(error);
  const code = found?.code ?? (isConnectionError(error) ? '08' : '');
  const meaning =
    (found && deniedMeaning(found, table)) ??
    meanings.get(code) ??
    meanings.get(code.slice(0, 2)) ??
    (found && (ruleMeaning(found, table) ?? syntaxMeaning(found)));
  if (meaning === undefined) return error;
  const fields = found && failedFields(found, table, text);
  return toDataError(meaning, error, fields, fields?.length === 0 ? failedValue(found, parameters) : undefined);
}

/** Whether an error of the network, or of the driver, says that a connection is lost. */
export function isConnectionError(error: unknown): boolean {
  return findCause(error, (one) => 'syscall' in one || lost.test((one as Error).message) || undefined) ?? false;
}

/**
 * What an error says about the connection it came from.
 *
 * @returns `lost`: it cannot be used any more; `unfit`: the server can only be read
 */
export function judge(error: unknown): 'lost' | 'unfit' | undefined {
  const found = findPostgresError(error);
  if (found === undefined) return isConnectionError(error) ? 'lost' : undefined;
  if (found.code === '25006') return 'unfit';
  const isFatal = found.severity === 'FATAL' || found.severity === 'PANIC';
  return isFatal || fatal.test(found.code) ? 'lost' : undefined;
}

// --- internal ---

/** By SQLSTATE, or by its class: the first two letters. */
const meanings: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['23505', ['conflict', 'A record with this value already exists']],
  ['23P01', ['conflict', 'A record that excludes this one already exists']],
  ['23502', ['not_null', 'A value is missing']],
  ['23503', ['foreign_key', 'The referenced record does not exist, or the record is still referenced']],
  ['23001', ['foreign_key', 'The record is still referenced']],
  ['23', ['invalid_value', 'The table does not allow this value']],
  ['44', ['invalid_value', 'The view does not allow this value']],
  ['P0001', ['invalid_value', 'The table does not allow this value']],
  ['428C9', ['invalid_value', 'The database generates the value of this column']],
  ['22', ['invalid_value', 'A value does not fit in its column']],
  ['42P01', ['no_table', 'There is no such table', tableHint()]],
  ['3F000', ['no_table', 'There is no such schema']],
  ['42703', ['unknown_field', 'There is no such column']],
  ['42883', ['invalid_filter', 'The column cannot be compared or sorted']],
  ['54000', ['invalid_value', 'A value is too large']],
  ['54', ['invalid_filter', 'The statement is too large']],
  ['40001', ['retry', 'Another transaction has changed the same records']],
  ['40P01', ['retry', 'Another transaction waits for the same records']],
  ['40', ['unavailable', 'it has rolled the transaction back']],
  ['25P02', ['unavailable', 'an earlier statement of the transaction has failed']],
  ['25P03', ['unavailable', 'the transaction was idle for too long']],
  ['25006', ['unavailable', 'it can only be read']],
  // What a connection is refused with: 42501 otherwise is about a statement.
  ['42501', ['unavailable', 'access is denied']],
  ['28', ['unavailable', 'access is denied']],
  ['3D000', ['unavailable', 'there is no such database']],
  ['53100', ['unavailable', 'the disk is full']],
  ['53200', ['unavailable', 'the server is out of memory']],
  ['53300', ['unavailable', 'it has too many connections']],
  ['53', ['unavailable', 'it has no resources left']],
  ['55P03', ['unavailable', 'another transaction holds a lock']],
  ['57014', ['unavailable', 'the statement was cancelled']],
  ['57', ['unavailable', 'it starts or stops']],
  ['58', ['unavailable', 'reading or writing failed']],
  ['08', ['unavailable', 'the connection to it was lost']],
  ['XX001', ['unavailable', 'it is damaged']],
  ['XX002', ['unavailable', 'it is damaged']],
]);

/** What the role of the connection may not do. The message is read in English; in other languages the hint is a general one. */
function deniedMeaning({ code, severity, message }: PostgresError, table?: StoredDescription): Meaning | undefined {
  if (code !== '42501' || severity === 'FATAL') return undefined;
  const about = table === undefined ? '' : `: table "${table.name}"`;
  if (/row-level security/i.test(message)) {
    return [
      'permission_denied',
      `A row-level security policy of the database does not permit this${about}`,
      `${message}. Change the policy (create policy … with check), or set what it reads before the statement.`,
    ];
  }
  const [, kind = '', name = ''] = /^permission denied for (\w+) (.+)$/.exec(message) ?? [];
  const privilege = privileges.get(kind);
  const grant = privilege && `grant ${privilege} ${name} to <role>;`;
  return [
    'permission_denied',
    `The database does not permit this${about}`,
    `${message}. ${grant ? `Grant it to the role of the connection: ${grant}` : 'Use a role that may do this, such as the owner of the table.'}`,
  ];
}

/** What is granted on what a message names. */
const privileges: ReadonlyMap<string, string> = new Map([
  ['table', 'select, insert, update, delete on'],
  ['view', 'select, insert, update, delete on'],
  ['sequence', 'usage, select on sequence'],
  // For migrations too.
  ['schema', 'usage, create on schema'],
  ['function', 'execute on function'],
  ['type', 'usage on type'],
]);

/** What is read of the message is the same in every language: `cannot perform INSERT RETURNING on relation "payment"`. */
function ruleMeaning({ code, message }: PostgresError, table: StoredDescription | undefined): Meaning | undefined {
  const [verb] = /\b(?:INSERT|UPDATE|DELETE) RETURNING\b/.exec(message) ?? [];
  if (code !== '0A000' || verb === undefined) return undefined;
  const name = table?.name ?? message.split('"')[1];
  return [
    'no_table',
    `A rule of the table${name === undefined ? '' : ` "${name}"`} does not allow ${verb}, which models need`,
    'Replace the rule with partitions or a trigger, or write to the table with models.kysely, without returning.',
  ];
}

/** The syntax of a value of `tsvector`, `tsquery` or `jsonpath`; in a statement it is a mistake of the program. */
function syntaxMeaning(error: PostgresError): Meaning | undefined {
  return error.code === '42601' && parameterOf(error) !== undefined ? meanings.get('22') : undefined;
}

/** Find the error of PostgreSQL in an error or in what caused it. */
function findPostgresError(error: unknown): PostgresError | undefined {
  return findCause(error, (one) =>
    sqlstate.test(String((one as PostgresError).code)) ? (one as PostgresError) : undefined,
  );
}

// No class begins with E, as the codes of system errors do: EPIPE has five letters too.
const sqlstate = /^[0-9A-DF-Z][0-9A-Z]{4}$/;

/** Connection exceptions, and a server that stops. */
const fatal = /^(?:08...|57P0[1-5])$/;

/** Texts of `pg` for what has no code. */
const lost =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/;
