import { DataError, type DataErrorCode } from '@rest-gen/model/core';
import { HttpError } from '@rest-gen/router';

/** What no answer may tell. */
export const SECRET = 'hunter2';
const SQL = `INSERT INTO "user" ("password") VALUES ('${SECRET}')`;

/** As drivers of databases make them. */
export const driver = (): Error =>
  Object.assign(new Error(`syntax error at or near "${SECRET}": ${SQL}`), {
    code: 'ER_PARSE_ERROR',
    sql: SQL,
    sqlMessage: SQL,
    detail: `Key (password)=(${SECRET}) already exists.`,
    address: '10.0.0.7',
    port: 5432,
  });

/** In the words of the store, which the answer must not have. */
const stored = (code: DataErrorCode): Error => new DataError(code, SQL, { hint: SQL, cause: driver() });
/** In words that the answer has. */
const told = (code: DataErrorCode): Error => new DataError(code, 'Not so.', { hint: SQL, cause: driver() });
const withMembers = (members: object): Error => Object.assign(new Error(SQL), members);

/** What an action throws, with the right status. */
export const ERRORS: readonly (readonly [name: string, make: () => unknown, status: number])[] = [
  ['an error', () => new Error(SQL), 500],
  ['an error of a driver', driver, 500],
  ['an error with a cause', () => new Error('x', { cause: driver() }), 500],
  ['an aggregate', () => new AggregateError([driver()], SQL), 500],
  ['a text', () => SQL, 500],
  ['an object', () => ({ message: SQL, stack: SQL, toJSON: () => SQL }), 500],
  ['an error with a status only', () => withMembers({ status: 404 }), 500],
  [
    'an error with a status of a failure that is not to be shown',
    () => withMembers({ status: 503, expose: false }),
    503,
  ],
  ['an error that says expose as text', () => withMembers({ status: 404, expose: 'true' }), 500],
  ['an error that says expose, and no status', () => withMembers({ expose: true }), 500],
  [
    'an error whose status and statusCode differ',
    () => withMembers({ status: 404, statusCode: 500, expose: true }),
    500,
  ],
  [
    'an error of a client of HTTP',
    () => withMembers({ name: 'AxiosError', status: 401, response: { data: SQL } }),
    500,
  ],
  ['a conflict of a read', () => stored('conflict'), 500],
  ['a foreign key of a read', () => stored('foreign_key'), 500],
  ['a table that is missing', () => stored('no_table'), 500],
  ['a transaction that lost', () => stored('retry'), 503],
  ['a store that is away', () => stored('unavailable'), 503],
  ['a value that is missing in a read', () => told('not_null'), 500],
  ['a value that does not fit', () => told('invalid_value'), 400],
  ['an HttpError with a hint and a cause', () => new HttpError(409, 'Not so.', { hint: SQL, cause: driver() }), 409],
  ['a 500 with a hint and a cause', () => new HttpError(500, 'Not so.', { hint: SQL, cause: driver() }), 500],
  [
    'an error made to be shown, with members',
    () => Object.assign(new Error('Not so.', { cause: driver() }), { status: 410, expose: true, sql: SQL }),
    410,
  ],
  ['a file that is not there', () => withMembers({ code: 'ENOENT', path: '/etc/shadow', syscall: 'open' }), 500],
];
