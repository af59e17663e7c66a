import { expect } from 'chai';
import { MysqlHostPool } from '../../../src/stores/mysql/mysql-host-pool.ts';

/** A driver whose server answers with these facts, and what became of its connections. */
function fakeDriver(isReadOnly: unknown, isSilent = false) {
  const ended: number[] = [];
  let made = 0;
  const createConnection = () => {
    made += 1;
    const number = made;
    let closed = (): unknown => undefined;
    const answer = (text: string, ...rest: unknown[]): void => {
      const done = rest.at(-1) as (error: null, result: unknown, fields?: unknown) => void;
      if (text.includes('innodb_read_only')) done(null, [[0, isReadOnly]], [{ name: 'a' }, { name: 'b' }]);
      else if (text.startsWith('select')) done(null, [['8.0.42']], [{ name: 'version' }]);
      else done(null, { affectedRows: 0, insertId: 0 });
    };
    const connection = {
      on: () => connection,
      connect: (done: () => void) => isSilent || done(),
      query: answer,
      execute: answer,
      destroy: () => ended.push(number),
      stream: { destroy: () => closed(), once: (_: string, listener: () => void) => (closed = listener) },
    };
    return connection;
  };
  return { driver: { createConnection } as never, ended };
}

const settings = { options: {}, statementTimeout: 0, patience: 1_000, mustWrite: true };

describe('MysqlHostPool', () => {
  for (const value of [1, '1', 'ON', 'NO_LOCK']) {
    it(`refuses a server that can only be read (${value}), where another one could be asked`, async () => {
      const { driver, ended } = fakeDriver(value);
      const error = await new MysqlHostPool(driver, settings).acquire().catch((thrown: Error) => thrown);
      expect((error as Error).message).to.contain('read-only');
      expect(ended).to.deep.equal([1]);
      await new MysqlHostPool(driver, { ...settings, mustWrite: false }).acquire();
    });
  }

  it('lends the connection that was used last, and throws broken ones away', async () => {
    const { driver, ended } = fakeDriver(0);
    const pool = new MysqlHostPool(driver, settings);
    const [first, second] = [await pool.acquire(), await pool.acquire()];
    expect(first.idleSince).to.equal(undefined);
    first.release(false);
    second.release(false);
    expect(await pool.acquire()).to.equal(second);
    expect(second.idleSince).to.be.a('number');
    second.release(true);
    expect(ended).to.deep.equal([2]);
    expect(await pool.acquire()).to.equal(first);
  });

  it('gives up connections that are still being opened when it is closed', async () => {
    const { driver, ended } = fakeDriver(0, true);
    const pool = new MysqlHostPool(driver, settings);
    pool.acquire();
    await pool.close();
    expect(ended).to.deep.equal([1]);
  });

  it('keeps nothing that comes back after it was closed', async () => {
    const { driver, ended } = fakeDriver('0');
    const pool = new MysqlHostPool(driver, settings);
    const [first, second] = [await pool.acquire(), await pool.acquire()];
    first.release(false);
    await pool.close();
    expect(ended).to.deep.equal([1, 2]);
    second.release(false);
    expect(ended).to.deep.equal([1, 2, 2]);
  });
});
