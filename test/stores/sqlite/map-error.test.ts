import { expect } from 'chai';
import { DataError } from '../../../packages/model/src/index.ts';
import { isBusy, mapSqliteError } from '../../../packages/model/src/stores/sqlite/map-error.ts';

describe('mapSqliteError', () => {
  const driverError = (message: string, errcode?: number): Error =>
    Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', ...(errcode !== undefined && { errcode }) });

  const rows: [message: string, errcode: number | undefined, code: string, field?: string][] = [
    ['UNIQUE constraint failed: post.slug', 2067, 'conflict', 'slug'],
    ['UNIQUE constraint failed: post.a, post.b', 2067, 'conflict', 'a'],
    ["UNIQUE constraint failed: index 'post_lower'", 2067, 'conflict'],
    ['UNIQUE constraint failed: post.id', 1555, 'conflict', 'id'],
    ['UNIQUE constraint failed: post.rowid', 2579, 'conflict', 'rowid'],
    ['UNIQUE constraint failed: post.slug', undefined, 'conflict', 'slug'],
    ['NOT NULL constraint failed: post.title', 1299, 'not_null', 'title'],
    ['FOREIGN KEY constraint failed', 787, 'foreign_key'],
    ['FOREIGN KEY constraint failed', 1811, 'foreign_key'],
    ['FOREIGN KEY constraint failed', undefined, 'foreign_key'],
    ['CHECK constraint failed: n < 10', 275, 'invalid_value'],
    ['no five', 1811, 'invalid_value'],
    ['cannot store TEXT value in INTEGER column t.a', 3091, 'invalid_value', 'a'],
    ['datatype mismatch', 20, 'invalid_value'],
    ['string or blob too big', 18, 'invalid_value'],
    ['integer overflow', 1, 'invalid_value'],
    ['too many SQL variables', 1, 'invalid_filter'],
    ['Expression tree is too large (maximum depth 1000)', 1, 'invalid_filter'],
    ['no such table: post', 1, 'no_table'],
    ['no such column: a', 1, 'unknown_field'],
    ['table post has no column named a', 1, 'unknown_field'],
    ['access permission denied', 3, 'permission_denied'],
    ['database is locked', 5, 'unavailable'],
    ['database is locked', 517, 'unavailable'],
    ['locking protocol', 15, 'unavailable'],
    ['database table is locked', 6, 'unavailable'],
    ['out of memory', 7, 'unavailable'],
    ['attempt to write a readonly database', 8, 'permission_denied'],
    ['attempt to write a readonly database', 1544, 'permission_denied'],
    ['attempt to write a readonly database', 1032, 'unavailable'],
    ['disk I/O error', 778, 'unavailable'],
    ['database disk image is malformed', undefined, 'unavailable'],
    ['database or disk is full', 13, 'unavailable'],
    ['unable to open database file', 14, 'unavailable'],
    ['file is not a database', 26, 'unavailable'],
  ];
  for (const [message, errcode, code, field] of rows) {
    it(`takes "${message}" (${errcode}) for ${code}`, () => {
      const cause = driverError(message, errcode);
      const error = mapSqliteError(cause);
      expect(error).to.be.instanceOf(DataError).and.include({ code, field, cause });
      expect((error as DataError).message).not.to.contain(message);
    });
  }

  it('takes a failed system call and a closed connection for unavailable', () => {
    for (const cause of [
      Object.assign(new Error('EACCES'), { code: 'EACCES', syscall: 'mkdir' }),
      Object.assign(new Error('database is not open'), { code: 'ERR_INVALID_STATE' }),
    ]) {
      expect(mapSqliteError(cause)).to.be.instanceOf(DataError).with.property('code', 'unavailable');
    }
  });

  for (const error of [
    driverError('near "x": syntax error', 1),
    driverError('odd', 9),
    new TypeError('mine'),
    'text',
    undefined,
  ]) {
    it(`leaves ${String(error)} as it is`, () => {
      expect(mapSqliteError(error)).to.equal(error);
    });
  }

  it('knows which errors are worth another try', () => {
    expect(isBusy(driverError('database is locked', 5))).to.equal(true);
    expect(isBusy(driverError('database is locked', 261))).to.equal(true);
    expect(isBusy(driverError('database is locked'))).to.equal(true);
    expect(isBusy(driverError('locking protocol'))).to.equal(true);
    expect(isBusy(driverError('database table is locked'))).to.equal(false);
    expect(isBusy(new Error('database is locked'))).to.equal(false);
  });
});
