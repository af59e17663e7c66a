import { expect } from 'chai';
import { DataError } from '../../../packages/model/src/index.ts';
import { ServerClient } from '../../../packages/model/src/stores/server/server-client.ts';
import { rejected } from '../fixture.ts';
import { FakeDriver } from './fake-driver.ts';

describe('ServerClient', () => {
  let driver: FakeDriver;

  beforeEach(() => {
    driver = new FakeDriver();
  });

  const open = (
    options: { connections?: number; patience?: number; statementTimeout?: number; hosts?: string[] } = {},
  ) => {
    const { connections = 2, patience = 1_000, statementTimeout = 0, hosts = ['a', 'b'] } = options;
    const addresses = hosts.map((host) => ({ host, port: 1 }));
    return new ServerClient(driver, addresses, { connections, patience, statementTimeout });
  };
  const failAt = (failing: string, message: string) => {
    driver.connect = (host) => {
      if (failing.includes(host)) throw new Error(message);
    };
  };
  const texts = (): string[] => driver.connections.map(({ host, texts }) => `${host}: ${texts.join(', ')}`);
  const never = new Promise<never>(() => {});
  /** Run the statement `one` on as many connections at once. */
  const openAll = async (client: ServerClient, count: number): Promise<void> => {
    const { answer } = driver;
    let go = (): void => {};
    const all = new Promise<void>((resolve) => {
      go = resolve;
    });
    driver.answer = () => async () => {
      if (driver.connections.length === count) go();
      await all;
      return { rows: [] };
    };
    await Promise.all(Array.from({ length: count }, () => client.query('one', [])));
    driver.answer = answer;
  };

  describe('hosts', () => {
    it('asks the first one, and the same connection again', async () => {
      const client = open();
      await client.query('one', []);
      await client.query('two', []);
      expect(texts()).to.deep.equal(['a: one, two']);
    });

    it('goes on to the next one, and stays there', async () => {
      failAt('a', 'refused');
      const client = open();
      await client.query('one', []);
      failAt('', '');
      await client.query('two', []);
      await client.transaction((query) => query('three', []));
      expect(texts()).to.deep.equal(['b: one, two, begin, three, commit']);
    });

    it('comes back when the next one fails', async () => {
      failAt('a', 'refused');
      const client = open();
      await client.query('one', []);
      driver.idleSince = () => performance.now() - 60_000;
      driver.answer = (host) => () => {
        if (host === 'b') throw new Error('lost');
        return { rows: [] };
      };
      failAt('b', 'refused');
      await client.query('two', []);
      expect(texts()).to.deep.equal(['b: one, select 1', 'a: two']);
    });

    it('says when none can be reached, and what each has said', async () => {
      driver.connect = (host) => {
        throw new Error(`${host} refused`);
      };
      const client = open();
      const error = await rejected(client.query('one', []), 'unavailable');
      expect(error.hint).to.equal('a refused; b refused');
      expect((error.cause as AggregateError).errors).to.have.length(2);
      failAt('', '');
      await client.query('two', []);
      expect(texts()).to.deep.equal(['a: two']);
    });

    it('gives a silent one its share of the patience', async () => {
      driver.connect = (host) => (host === 'a' ? never : undefined);
      const client = open({ patience: 60 });
      await client.query('one', []);
      expect(texts()).to.deep.equal(['b: one']);
      driver.connect = () => never;
      await rejected(open({ patience: 60 }).query('one', []), 'unavailable');
    });

    it('passes on at once that a driver is missing', async () => {
      const missing = new DataError('unavailable', 'No driver');
      driver.openPool = () => {
        throw missing;
      };
      expect(await rejected(open().query('one', []), 'unavailable')).to.equal(missing);
    });

    it('does a statement elsewhere that a server has refused to do', async () => {
      driver.answer = (host) => () => {
        if (host === 'a') throw new Error('unfit');
        return { rows: [{ host }] };
      };
      const client = open();
      expect(await client.query('one', [])).to.deep.equal({ rows: [{ host: 'b' }] });
      expect(driver.connections[0]?.isThrownAway).to.equal(true);
      const refused = await open({ hosts: ['a'] })
        .query('one', [])
        .catch((error: Error) => error.message);
      expect(refused).to.equal('unfit');
    });

    it('lets a transaction begin again elsewhere', async () => {
      driver.answer = (host) => (text) => {
        if (host === 'a' && text === 'write') throw new Error('unfit');
        return { rows: [] };
      };
      const client = open();
      await rejected(
        client.transaction((query) => query('write', [])),
        'retry',
      );
      await client.transaction((query) => query('write', []));
      expect(texts()).to.deep.equal(['a: begin, write, rollback', 'b: begin, write, commit']);
    });
  });

  describe('connections', () => {
    it('are tried when they were idle, and replaced when they are broken', async () => {
      const client = open({ hosts: ['a'] });
      await client.query('one', []);
      driver.idleSince = () => performance.now() - 60_000;
      let isBroken = true;
      driver.answer = () => () => {
        if (!isBroken) return { rows: [] };
        isBroken = false;
        throw new Error('lost');
      };
      await client.query('two', []);
      expect(texts()).to.deep.equal(['a: one, select 1', 'a: two']);
      expect(driver.connections[0]?.isThrownAway).to.equal(true);
      await client.query('three', []);
      expect(texts()[1]).to.equal('a: two, select 1, three');
    });

    it('are not opened by those who come while the first one is opened, and find it free', async () => {
      const client = open();
      await Promise.all([client.query('one', []), client.query('two', [])]);
      expect(texts()).to.deep.equal(['a: one, two']);
    });

    it('are opened by those who waited for a first one that failed', async () => {
      let attempts = 0;
      driver.connect = () => {
        attempts += 1;
        if (attempts === 1) throw new Error('refused');
      };
      const client = open({ hosts: ['a'] });
      const results = await Promise.allSettled([client.query('one', []), client.query('two', [])]);
      expect(results.map(({ status }) => status)).to.deep.equal(['rejected', 'fulfilled']);
      expect(texts()).to.deep.equal(['a: two']);
    });

    it('are opened by those who came while the first one does not get through', async () => {
      let attempts = 0;
      driver.connect = () => {
        attempts += 1;
        return attempts === 1 ? never : undefined;
      };
      const client = open({ hosts: ['a'], patience: 400 });
      const results = await Promise.allSettled([client.query('one', []), client.query('two', [])]);
      expect(results.map(({ status }) => status)).to.deep.equal(['rejected', 'fulfilled']);
      await client.query('three', []);
      expect(texts()).to.deep.equal(['a: two, three']);
    });

    it('show by being opened that the server answers; others are asked', async () => {
      const client = open();
      await client.ping();
      expect(texts()).to.deep.equal(['a: ']);
      await client.ping();
      expect(texts()).to.deep.equal(['a: select 1']);
    });

    it('that are lost take nothing with them that is sent again', async () => {
      driver.answer = () => () => {
        throw new Error('lost');
      };
      const client = open();
      const error = await client.query('write', []).catch((thrown: Error) => thrown.message);
      expect(error).to.equal('lost');
      expect(texts()).to.deep.equal(['a: write']);
      expect(driver.connections[0]?.isThrownAway).to.equal(true);
    });

    it('that were reset while they were idle are passed over by what only reads', async () => {
      const client = open({ hosts: ['a'], connections: 3 });
      await openAll(client, 3);
      const broken = new Set(driver.connections);
      driver.answer = () => () => {
        if (driver.connections.some((one) => broken.has(one) && !one.isReleased)) throw new Error('lost');
        return { rows: [] };
      };
      await client.query('select 1', []);
      expect(texts().slice(3)).to.deep.equal(['a: select 1']);
    });

    it('that are new and lost are no reason to try again', async () => {
      driver.answer = () => () => {
        throw new Error('lost');
      };
      const error = await open()
        .query('select 1', [])
        .catch((thrown: Error) => thrown.message);
      expect(error).to.equal('lost');
      expect(driver.connections).to.have.length(1);
    });

    it('are kept after errors of statements', async () => {
      const client = open();
      driver.answer = () => () => {
        throw new Error('syntax');
      };
      await client.query('one', []).catch(() => {});
      driver.answer = () => () => ({ rows: [] });
      await client.query('two', []);
      expect(texts()).to.deep.equal(['a: one, two']);
    });

    it('begin elsewhere when the first statement of a transaction finds them lost', async () => {
      const client = open({ connections: 5 });
      await openAll(client, 5);
      const broken = new Set(driver.connections);
      driver.answer = () => () => {
        if (driver.connections.some((one) => broken.has(one) && !one.isReleased)) throw new Error('lost');
        return { rows: [] };
      };
      await client.transaction((query) => query('two', []));
      expect(texts().slice(4)).to.deep.equal(['a: one, begin', 'a: begin, two, commit']);
    });

    it('are as many as there are places; others wait, and are refused when nobody gets out', async () => {
      let go = (): void => {};
      const gate = new Promise<void>((resolve) => {
        go = resolve;
      });
      driver.answer = () => async () => {
        await gate;
        return { rows: [] };
      };
      const client = open({ connections: 2, patience: 20 });
      const running = [client.query('one', []), client.query('two', [])];
      await rejected(client.query('three', []), 'unavailable');
      go();
      await Promise.all(running);
      expect(driver.connections).to.have.length(2);
      await client.query('four', []);
      expect(driver.connections).to.have.length(2);
    });
  });

  describe('transactions', () => {
    it('roll back, and throw what the work threw', async () => {
      const failure = new Error('no');
      const client = open();
      const work = client.transaction(async () => {
        throw failure;
      });
      expect(await work.catch((error: unknown) => error)).to.equal(failure);
      expect(texts()).to.deep.equal(['a: begin, rollback']);
      await client.query('next', []);
      expect(texts()).to.deep.equal(['a: begin, rollback, next']);
    });

    it('throw their connection away when they cannot roll back', async () => {
      driver.answer = () => (text) => {
        if (text === 'rollback') throw new Error('no');
        return { rows: [] };
      };
      await open()
        .transaction(() => Promise.reject(new Error('work')))
        .catch(() => {});
      expect(driver.connections[0]?.isThrownAway).to.equal(true);
    });

    it('say that nobody knows when the connection is lost while they are committed', async () => {
      driver.answer = () => (text) => {
        if (text === 'commit') throw new Error('lost');
        return { rows: [] };
      };
      const error = await rejected(
        open().transaction(async () => 1),
        'unavailable',
      );
      expect(error.message).to.contain('being committed');
      expect(texts()).to.deep.equal(['a: begin, commit']);
    });
  });

  describe('signals and time', () => {
    const hang = (): void => {
      driver.answer = () => (text, stop) => (text === 'long' ? stop : { rows: [] });
    };

    it('cancel the statement in the store, and free the place', async () => {
      hang();
      const client = open({ connections: 1 });
      const controller = new AbortController();
      const running = client.query('long', [], { signal: controller.signal });
      while (driver.connections[0]?.texts.length !== 1) await new Promise(setImmediate);
      controller.abort();
      await rejected(running, 'unavailable');
      // A cancellation that comes late would hit the next statement of the connection.
      expect(driver.connections[0]).to.include({ cancelled: 1, isReleased: true, isThrownAway: true });
      await client.query('next', []);
    });

    it('roll back the transaction of the statement', async () => {
      hang();
      const client = open({ connections: 1 });
      const controller = new AbortController();
      const running = client.transaction((query) => query('long', []), { signal: controller.signal });
      while (!driver.connections[0]?.texts.includes('long')) await new Promise(setImmediate);
      controller.abort();
      await rejected(running, 'unavailable');
      expect(texts()).to.deep.equal(['a: begin, long, rollback']);
    });

    it('of a statement end the statement, of its transaction too', async () => {
      for (const index of [0, 1]) {
        driver = new FakeDriver();
        hang();
        const controllers = [new AbortController(), new AbortController()] as const;
        const running = open().transaction(
          async (query) => {
            await rejected(query('long', [], { signal: controllers[0].signal }), 'unavailable');
          },
          { signal: controllers[1].signal },
        );
        while (!driver.connections[0]?.texts.includes('long')) await new Promise(setImmediate);
        controllers[index]?.abort();
        if (index === 0) await running;
        else await rejected(running, 'unavailable');
        expect(texts()).to.deep.equal([`a: begin, long, ${index === 0 ? 'commit' : 'rollback'}`]);
      }
    });

    it('begin nothing after the abort, and commit nothing', async () => {
      const controller = new AbortController();
      const client = open();
      const running = client.transaction(
        async (query) => {
          controller.abort();
          await rejected(query('one', []), 'unavailable');
        },
        { signal: controller.signal },
      );
      await rejected(running, 'unavailable');
      expect(texts()).to.deep.equal(['a: begin, rollback']);
      await rejected(client.query('two', [], { signal: controller.signal }), 'unavailable');
    });

    it('leave a host that does not let them in', async () => {
      driver.connect = () => never;
      const controller = new AbortController();
      const running = open({ hosts: ['a'] }).query('one', [], { signal: controller.signal });
      await new Promise(setImmediate);
      controller.abort();
      await rejected(running, 'unavailable');
    });

    it('give a connection back that comes when nobody waits for it any more', async () => {
      let arrive = (): void => {};
      driver.connect = () =>
        new Promise<void>((resolve) => {
          arrive = resolve;
        });
      await rejected(open({ hosts: ['a'], patience: 10 }).query('one', []), 'unavailable');
      arrive();
      await new Promise(setImmediate);
      expect(driver.connections[0]).to.include({ isReleased: true, isThrownAway: false });
    });

    it('limit a statement, and say so', async () => {
      hang();
      const error = await rejected(open({ statementTimeout: 10 }).query('long', []), 'unavailable');
      expect(error.message).to.contain('10 milliseconds');
      expect(error.hint).to.contain('statementTimeout');
      expect(driver.connections[0]).to.include({ cancelled: 1, isThrownAway: true });
    });

    it('give up a statement that cannot be cancelled', async () => {
      driver.answer = () => (text) => (text === 'long' ? never : { rows: [] });
      driver.cancel = () => never;
      const client = open({ statementTimeout: 10, patience: 30 });
      await rejected(
        client.transaction((query) => query('long', [])),
        'unavailable',
      );
      expect(texts()).to.deep.equal(['a: begin, long']);
      expect(driver.connections[0]?.isThrownAway).to.equal(true);
    });

    it('keep the result of a statement that came to its end meanwhile', async () => {
      let end = (_: { rows: [] }): void => {};
      driver.answer = () => () =>
        new Promise((resolve) => {
          end = resolve;
        });
      driver.cancel = async () => end({ rows: [] });
      expect(await open({ statementTimeout: 10 }).query('long', [])).to.deep.equal({ rows: [] });
    });
  });

  describe('close', () => {
    it('waits for what runs, closes every pool once, and refuses what comes later', async () => {
      let end = (): void => {};
      driver.answer = () => async () => {
        await new Promise<void>((resolve) => {
          end = resolve;
        });
        return { rows: [] };
      };
      const client = open();
      const running = client.query('one', []);
      while (driver.connections[0]?.texts.length !== 1) await new Promise(setImmediate);
      const closing = Promise.all([client.close(), client.close()]);
      await rejected(client.query('two', []), 'unavailable');
      expect(driver.closed).to.deep.equal([]);
      end();
      await running;
      await closing;
      expect(driver.closed).to.deep.equal(['a']);
      await rejected(
        client.transaction(async () => 1),
        'unavailable',
      );
    });

    it('closes what was never used', () => open().close());
  });
});
