import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { findServerError } from '../src/stores/mysql/map-error.ts';
import { isConnectionError } from '../src/stores/postgres/map-error.ts';
import { mapSqliteError } from '../src/stores/sqlite/map-error.ts';

/** An error as code in a `vm` context sees those of Node's core: not `instanceof` its own `Error`. Jest runs everything in such a context. */
const foreignError = (message: string, members: object): Error =>
  Object.assign(runInNewContext(`new Error(${JSON.stringify(message)})`), members);

describe('errors of another realm', () => {
  it('are mapped as those of this one', () => {
    const missing = foreignError('no such table: post', { code: 'ERR_SQLITE_ERROR', errcode: 1 });
    expect(missing).not.to.be.instanceOf(Error);
    expect(mapSqliteError(missing)).to.include({ code: 'no_table' });
    const closed = foreignError('database is not open', { code: 'ERR_INVALID_STATE' });
    expect(mapSqliteError(closed)).to.include({ code: 'unavailable' });
    const duplicate = foreignError('Duplicate entry', { errno: 1062, code: 'ER_DUP_ENTRY' });
    expect(findServerError(duplicate)).to.include({ number: 1062 });
    expect(isConnectionError(foreignError('read ECONNRESET', { syscall: 'read' }))).to.equal(true);
  });
});
