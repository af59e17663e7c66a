import { expect } from 'chai';
import { DataError, type DataErrorCode } from '../../../packages/model/src/index.ts';
import type { StoredDescription } from '../../../packages/model/src/sql/stored-table.ts';
import { mapMysqlError } from '../../../packages/model/src/stores/mysql/map-error.ts';

/** As the driver makes it. */
function serverError(errno: number, message: string): Error {
  return Object.assign(new Error(message), { errno, sqlState: 'HY000', sqlMessage: message });
}

const table: StoredDescription = {
  name: 'post',
  primaryKey: ['id'],
  columns: new Map(
    ['id', 'title', 'slug', 'at'].map((name) => [name, { name, type: 'string', nullable: true, hasDefault: false }]),
  ),
  indexFields: new Map([
    ['PRIMARY', ['id']],
    ['post_slug_unique', ['slug', 'at']],
  ]),
  checkFields: new Map([
    ['post_chk_1', ['title']],
    ['title', ['title']],
    ['days', ['at', 'slug']],
  ]),
};

describe('mapMysqlError', () => {
  const meant: [errno: number, message: string, code: DataErrorCode, field?: string][] = [
    // MariaDB, then MySQL 8.
    [1062, "Duplicate entry 'secret' for key 'post_slug_unique'", 'conflict', 'slug'],
    [1062, "Duplicate entry 'secret' for key 'post.post_slug_unique'", 'conflict', 'slug'],
    [1062, "Duplicate entry '1' for key 'PRIMARY'", 'conflict', 'id'],
    [1062, "Duplicate entry '1' for key 'post.PRIMARY'", 'conflict', 'id'],
    [1062, "Duplicate entry 'secret' for key 'PRIMARY'' for key 'post_slug_unique'", 'conflict', 'slug'],
    [1062, "Duplicate entry 'secret\n' for key 'unknown'", 'conflict'],
    [1586, "Duplicate entry 'secret' for key 'post_slug_unique'", 'conflict', 'slug'],
    [1048, "Column 'title' cannot be null", 'not_null', 'title'],
    [1978, "Incorrect default value '0000-00-00 00:00:00' for column 'title'", 'not_null', 'title'],
    [1364, "Field 'title' doesn't have a default value", 'not_null', 'title'],
    [
      1451,
      'Cannot delete or update a parent row: a foreign key constraint fails (`db`.`post`, CONSTRAINT …)',
      'foreign_key',
    ],
    [
      1452,
      'Cannot add or update a child row: a foreign key constraint fails (`db`.`post`, CONSTRAINT …)',
      'foreign_key',
    ],
    [1406, "Data too long for column 'title' at row 1", 'invalid_value', 'title'],
    [1264, "Out of range value for column 'title' at row 3", 'invalid_value', 'title'],
    [1264, "Out of range value for column 'other' at row 3", 'invalid_value'],
    [1265, "Data truncated for column 'title' at row 1", 'invalid_value', 'title'],
    [1366, "Incorrect string value: '\\xF0secret' for column `db`.`post`.`title` at row 1", 'invalid_value', 'title'],
    [1366, "Incorrect integer value: 'secret' for column 'title' at row 1", 'invalid_value', 'title'],
    [1292, "Incorrect datetime value: 'secret' for column `db`.`post`.`at` at row 1", 'invalid_value', 'at'],
    [1292, "Truncated incorrect DOUBLE value: 'secret'", 'invalid_value'],
    [1690, 'BIGINT value is out of range in \'"secret" + 1\'', 'invalid_value'],
    [3819, "Check constraint 'post_chk_1' is violated.", 'invalid_value', 'title'],
    [3819, "Check constraint 'other' is violated.", 'invalid_value'],
    [4025, 'CONSTRAINT `post.title` failed for `db`.`post`', 'invalid_value', 'title'],
    [4025, 'CONSTRAINT `days` failed for `db`.`post`', 'invalid_value', 'at'],
    [1644, 'secret words of a trigger', 'invalid_value'],
    [
      1906,
      "The value specified for generated column 'title' in table 'post' has been ignored",
      'invalid_value',
      'title',
    ],
    [
      3105,
      "The value specified for generated column 'title' in table 'post' is not allowed.",
      'invalid_value',
      'title',
    ],
    [1146, "Table 'db.post' doesn't exist", 'no_table'],
    [1054, "Unknown column 'nothing' in 'field list'", 'unknown_field'],
    [1390, 'Prepared statement contains too many placeholders', 'invalid_filter'],
    [1213, 'Deadlock found when trying to get lock; try restarting transaction', 'retry'],
    [1205, 'Lock wait timeout exceeded; try restarting transaction', 'retry'],
    [1020, "Record has changed since last read in table 'post'", 'retry'],
    [1412, 'Table definition has changed, please retry transaction', 'retry'],
    [3572, 'Statement aborted because lock(s) could not be acquired immediately and NOWAIT is set.', 'retry'],
    [1317, 'Query execution was interrupted', 'unavailable'],
    [1969, 'Query execution was interrupted (max_statement_time exceeded)', 'unavailable'],
    [3024, 'Query execution was interrupted, maximum statement execution time exceeded', 'unavailable'],
    [1040, 'Too many connections', 'unavailable'],
    [1045, "Access denied for user 'secret'@'localhost'", 'unavailable'],
    [1044, "Access denied for user 'secret'@'localhost' to database 'db'", 'unavailable'],
    [1142, "DELETE command denied to user 'secret'@'localhost' for table `db`.`post`", 'permission_denied'],
    [1142, "DELETE command denied to user 'secret'@'localhost' for table 'post'", 'permission_denied'],
    [1143, "SELECT command denied to user 'secret'@'h' for column 'slug' in table 'post'", 'permission_denied', 'slug'],
    [1419, 'You do not have the SUPER privilege and binary logging is enabled', 'permission_denied'],
    [3988, 'Conversion from collation a into b impossible for parameter', 'invalid_filter'],
    [1227, 'Access denied; you need (at least one of) the SUPER privilege(s)', 'permission_denied'],
    [1370, "execute command denied to user 'secret'@'%' for routine 'db.f'", 'permission_denied'],
    [1047, 'WSREP has not yet prepared node for application use', 'unavailable'],
    [1053, 'Server shutdown in progress', 'unavailable'],
    [
      1290,
      'The MySQL server is running with the --read-only option so it cannot execute this statement',
      'unavailable',
    ],
    [1836, 'Running in read-only mode', 'unavailable'],
    [1021, 'Disk full (/tmp/secret)', 'unavailable'],
    [1041, 'Out of memory', 'unavailable'],
    [1226, "User 'secret' has exceeded the 'max_user_connections' resource", 'unavailable'],
    [1927, 'Connection was killed', 'unavailable'],
    [4031, 'The client was disconnected by the server because of inactivity.', 'unavailable'],
    [2006, 'Server has gone away', 'unavailable'],
  ];
  for (const [errno, message, code, field] of meant) {
    it(`takes ${errno} for ${code}: ${message.replace(/\n/g, ' ')}`, () => {
      const error = serverError(errno, message);
      const mapped = mapMysqlError(error, table) as DataError;
      expect(mapped).to.be.instanceOf(DataError);
      expect({ code: mapped.code, field: mapped.field }).to.deep.equal({ code, field });
      expect(mapped.message).not.to.match(/secret|post_slug|insert/i);
      expect(mapped.cause).to.equal(error);
    });
  }

  for (const code of [
    'ECONNREFUSED',
    'ECONNRESET',
    'ETIMEDOUT',
    'ENOTFOUND',
    'EPIPE',
    'PROTOCOL_CONNECTION_LOST',
    'HANDSHAKE_NO_SSL_SUPPORT',
  ]) {
    it(`takes ${code} for unavailable`, () => {
      const error = Object.assign(new Error('at 10.0.0.7'), { code, errno: -111 });
      const mapped = mapMysqlError(error) as DataError;
      expect(mapped).to.be.instanceOf(DataError).with.property('code', 'unavailable');
      expect(mapped.message).not.to.contain('10.0.0.7');
    });
  }

  it('takes what the driver calls fatal for unavailable', () => {
    const error = Object.assign(new Error("Can't add new command when connection is in closed state"), { fatal: true });
    expect(mapMysqlError(error)).to.be.instanceOf(DataError).with.property('code', 'unavailable');
  });

  it('finds what an ORM has wrapped', () => {
    const cause = serverError(1062, "Duplicate entry 's' for key 'post_slug_unique'");
    const wrapped = new Error('QueryFailed', { cause: new Error('inner', { cause }) });
    expect(mapMysqlError(wrapped, table)).to.include({ code: 'conflict', field: 'slug' });
  });

  it('names all columns of a conflict', () => {
    const error = serverError(1062, "Duplicate entry 's-1' for key 'post.post_slug_unique'");
    expect((mapMysqlError(error, table) as DataError).fields).to.deep.equal(['slug', 'at']);
  });

  it('tells a refused statement from a refused login', () => {
    const error = serverError(1044, "Access denied for user 'a'@'%' to database 'db'");
    expect(mapMysqlError(Object.assign(error, { sql: 'lock tables post read' }))).to.include({
      code: 'permission_denied',
    });
  });

  it('says what to grant', () => {
    const hints = [
      "DELETE command denied to user 'a'@'h' for table `db`.`post`",
      "SELECT command denied to user 'a'@'h' for column 'slug' in table 'post'",
    ].map((message) => (mapMysqlError(serverError(1142, message), table) as DataError).hint);
    expect(hints[0]).to.contain(': grant delete on `db`.`post` to <user>;');
    expect(hints[1]).to.contain(': grant select (slug) on post to <user>;');
  });

  it('names no field without the table', () => {
    const error = serverError(1062, "Duplicate entry 's' for key 'post_slug_unique'");
    expect(mapMysqlError(error)).to.include({ code: 'conflict', field: undefined });
  });

  it('leaves alone what is none of its business', () => {
    const loop = new Error('a');
    loop.cause = loop;
    const others = [
      loop,
      new Error('no'),
      'text',
      undefined,
      null,
      new DataError('conflict', 'x'),
      serverError(1064, 'You have an error in your SQL syntax'),
      serverError(
        1290,
        'The MySQL server is running with the --secure-file-priv option so it cannot execute this statement',
      ),
    ];
    for (const other of others) expect(mapMysqlError(other)).to.equal(other);
  });
});
