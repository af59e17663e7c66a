import { expect } from 'chai';
import { createModels } from '../../../src/index.ts';
import { rejected } from '../../fixture.ts';
import { type TcpProxy, tcpProxy } from '../../tcp-proxy.ts';
import { testStores } from './stores.ts';

const table = "await schema.createTable('t', (t) => { t.id(); t.integer('n'); });";

describe('MongoDB: failures', () => {
  const stores = testStores();
  let proxy: TcpProxy | undefined;
  afterEach(async () => {
    await proxy?.close();
    proxy = undefined;
  });

  /** An address that leads through the proxy. */
  async function proxied(): Promise<string> {
    proxy = await tcpProxy(stores.standIn.port);
    return stores.url().replace(/:\d+\/(\w+)\?.*/, `:${proxy.port}/$1?directConnection=true`);
  }

  it('a server that is not there is unavailable, within patience', async () => {
    const models = createModels('mongodb://127.0.0.1:1/db', { patience: 300 });
    const begin = performance.now();
    await rejected(models.ping(), 'unavailable');
    await rejected(models.model('t').count(), 'unavailable');
    await rejected(
      models.transaction((tx) => tx.ping()),
      'unavailable',
    );
    expect(performance.now() - begin).to.be.lessThan(3_000);
    await models.close();
  });

  it('a write whose answer is lost is sent again, and done once', async () => {
    const models = await stores.migrated(table);
    stores.standIn.fail({ command: 'insert', isLost: true });
    const id = await models.model('t').add({ n: 1 });
    stores.standIn.fail({ command: 'update', isLost: true });
    expect(await models.model('t').byId(id).increment('n')).to.equal(1);
    expect(await models.model('t').select()).to.deep.equal([{ id, n: 2 }]);
  });

  it('a server that went away and came back serves again', async () => {
    const models = await stores.migrated(table, { patience: 500 }, await proxied());
    await proxy?.refuse();
    proxy?.cut();
    await rejected(models.model('t').count(), 'unavailable');
    await proxy?.pass();
    expect(await models.model('t').count()).to.equal(0);
  });

  it('a server that falls silent is given up at the timeout', async () => {
    const models = await stores.migrated(table, { patience: 400, statementTimeout: 400 }, await proxied());
    proxy?.stall();
    await rejected(models.model('t').count(), 'unavailable');
    await proxy?.pass();
    expect(await models.model('t').count()).to.equal(0);
  });

  for (const [what, code] of [
    ['a statement that took too long', 50],
    ['a server that is no primary any more', 10107],
    ['a server that shuts down', 11600],
    ['a full disk', 14031],
    ['a write that too few members confirm', 64],
  ] as const) {
    it(`${what} is unavailable`, async () => {
      const models = await stores.migrated(table);
      stores.standIn.fail({ command: 'insert', code, times: 9 });
      await rejected(models.model('t').add({}), 'unavailable');
    });
  }

  for (const size of [16.5, 17.5, 40]) {
    it(`a record of ${size} MB is refused`, async () => {
      const models = await stores.migrated("await schema.createTable('t', (t) => { t.id(); t.text('a'); });");
      const id = await models.model('t').add({ a: 'small' });
      const a = 'x'.repeat(size * 1_048_576);
      expect((await rejected(models.model('t').add({ a }), 'invalid_value')).message).to.contain('too large');
      await rejected(models.model('t').byId(id).update({ a }), 'invalid_value');
      expect(await models.model('t').select()).to.deep.equal([{ id, a: 'small' }]);
    });
  }

  it('every statement has a time limit in the server, unless there is none', async () => {
    const limited = await stores.migrated(table, { statementTimeout: 1_234 });
    await limited.model('t').where({ n: 1 }).update({ n: 2 });
    await limited.model('t').select();
    const limits = stores.standIn.commands.filter(({ update, find }) => update === 't' || find === 't');
    expect(limits.map(({ maxTimeMS }) => Number(maxTimeMS))).to.deep.equal([1_234, 1_234]);
    stores.standIn.commands.splice(0);
    const free = await stores.migrated(table, { statementTimeout: 0 });
    await free.model('t').select();
    expect(stores.standIn.commands.find(({ find }) => find === 't')).not.to.have.property('maxTimeMS');
  });

  for (const command of ['find', 'insert']) {
    it(`a signal ends a running ${command}`, async () => {
      const models = await stores.migrated(table);
      const controller = new AbortController();
      let go = (): void => undefined;
      const until = new Promise<void>((resolve) => {
        go = resolve;
      });
      stores.standIn.fail({ command, until });
      const model = models.model('t', { signal: controller.signal });
      await model.describe();
      const running = command === 'find' ? model.select() : model.add({});
      const refused = rejected(running, 'unavailable');
      await stores.standIn.arrival(command);
      controller.abort(new Error('the client has left'));
      expect((await refused).message).to.contain('has ended');
      go();
      expect(await models.model('t').count()).to.be.a('number');
    });
  }

  it('a signal ends a transaction, which leaves nothing', async () => {
    const models = await stores.migrated(table);
    const controller = new AbortController();
    const work = models.transaction(
      async (tx) => {
        await tx.model('t').add({});
        controller.abort();
        await tx.model('t').add({});
      },
      { signal: controller.signal },
    );
    await rejected(work, 'unavailable');
    expect(await models.model('t').count()).to.equal(0);
  });
});
