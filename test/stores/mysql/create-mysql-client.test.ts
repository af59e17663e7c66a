import { expect } from 'chai';
import { createModels, DataError, ModelsError } from '../../../packages/model/src/index.ts';
import { loadDriver } from '../../../packages/model/src/stores/mysql/load-driver.ts';
import { toBindable } from '../../../packages/model/src/stores/mysql/mysql-connection.ts';
import { rejected } from '../fixture.ts';

describe('createMysqlClient', () => {
  for (const [address, part] of [
    ['mysql://user:secret@host', 'no database'],
    ['mysql://user:secret@host:70000/db', 'port'],
    ['mariadb:db', 'form'],
    ['mariadb://user:secret@host/db?ssl-mode=maybe', 'ssl-mode'],
    ['mysql://user:secret@host/db?ssl=true', 'option'],
  ] as const) {
    it(`refuses ${address}`, () => {
      let error: unknown;
      try {
        createModels(address);
      } catch (thrown) {
        error = thrown;
      }
      expect(error).to.be.instanceOf(ModelsError).with.property('code', 'E_STORE_URL');
      expect((error as Error).message)
        .to.contain(part)
        .and.not.to.contain('secret');
    });
  }

  it('says which file of a certificate cannot be read, when it is needed', async () => {
    const models = createModels('mysql://host/db?ssl-mode=VERIFY_CA&ssl-ca=/nowhere/ca.pem');
    const error = await rejected(models.ping(), 'unavailable');
    expect(error.message).to.contain('ssl-ca');
    await models.close();
  });

  it('says what to install', () => {
    const failing = (): never => {
      throw Object.assign(new Error('not found'), { code: 'MODULE_NOT_FOUND' });
    };
    for (const [load, hint] of [
      [failing, 'Run `npm i mysql2`.'],
      [() => ({ createConnection: () => {} }), 'Run `npm i mysql2@latest`.'],
    ] as const) {
      let error: unknown;
      try {
        loadDriver(load);
      } catch (thrown) {
        error = thrown;
      }
      expect(error).to.be.instanceOf(DataError).and.to.include({ code: 'no_driver', hint });
    }
  });

  it('asks the driver once for what binds values, not for each of them', () => {
    let asked = 0;
    const driver = loadDriver(() => ({
      get TypedParameter() {
        asked += 1;
        return { LONGLONG: (value: unknown) => value };
      },
    }));
    for (let value = 0; value < 10; value++) toBindable(value, driver);
    expect(asked).to.equal(1);
  });

  it('refuses parameters that MySQL has no type for', () => {
    const driver = loadDriver();
    for (const value of [
      Number.NaN,
      Number.POSITIVE_INFINITY,
      2n ** 64n,
      -(2n ** 63n) - 1n,
      undefined,
      {},
      [],
      new Date(Number.NaN),
      () => 1,
      Symbol('a'),
    ]) {
      expect(() => toBindable(value, driver))
        .to.throw(DataError)
        .with.property('code', 'invalid_value');
    }
  });
});
