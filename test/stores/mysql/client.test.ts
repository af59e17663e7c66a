import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { DataError } from '../../../packages/model/src/index.ts';
import type { SqlClient, SqlQuery } from '../../../packages/model/src/sql/sql-client.ts';
import { createMysqlClient } from '../../../packages/model/src/stores/mysql/create-mysql-client.ts';
import { mysqlDialect } from '../../../packages/model/src/stores/mysql/mysql-dialect.ts';
import { rejected } from '../fixture.ts';
import { requireServer } from '../servers.ts';
import { type TcpProxy, tcpProxy } from '../tcp-proxy.ts';
import { makeDatabase, type TestDatabase, until } from './database.ts';

const server = await requireServer('mysql');

/** MySQL gives a row when nothing but `sleep` was interrupted. */
const SLEEP = 'select n from account where sleep(30)';

if (server !== undefined) {
  describe('MySQL: connections', () => {
    const port = Number(new URL(server).port);
    const opened: { close(): Promise<unknown> }[] = [];
    let database: TestDatabase;
    let proxy: TcpProxy;

    before(async () => {
      database = await makeDatabase(server);
      await database.run('create table account (id int primary key, n int not null) engine = InnoDB');
    });
    beforeEach(async () => {
      await database.run('delete from account');
      await database.run('insert into account values (1, 0), (2, 0)');
      proxy = await tcpProxy(port);
    });
    afterEach(async () => {
      await proxy.pass();
      for (const one of opened.splice(0)) await one.close();
      await proxy.close();
    });
    after(() => database.drop());

    interface Options {
      patience?: number;
      connections?: number;
      statementTimeout?: number;
      through?: number;
      others?: string;
    }

    function open({
      patience = 2_000,
      connections = 4,
      statementTimeout = 0,
      through,
      others,
    }: Options = {}): SqlClient {
      let url = through === undefined ? database.url : database.url.replace(`:${port}/`, `:${through}/`);
      if (others !== undefined) url = url.replace(/(:\d+)\//, `$1,${others}/`);
      const client = createMysqlClient(url, { patience, connections, statementTimeout });
      opened.push(client);
      return client;
    }
    const one = async (query: SqlQuery): Promise<unknown> => (await query('select 1 as one', [])).rows[0]?.one;
    const running = async (text: string): Promise<number> => {
      const rows = await database.run('select id from information_schema.processlist where db = ? and info like ?', [
        database.name,
        `${text}%`,
      ]);
      return rows.length;
    };
    /** Connections to the database but that of the test itself. */
    const others = async (): Promise<number> => {
      const text = 'select id from information_schema.processlist where db = ? and id <> connection_id()';
      return (await database.run(text, [database.name])).length;
    };
    const failure = async (work: Promise<unknown>): Promise<DataError> => {
      const error = await work.then(
        () => expect.fail('expected an error'),
        (thrown: unknown) => mysqlDialect.mapError(thrown),
      );
      expect(error).to.be.instanceOf(DataError);
      return error as DataError;
    };

    it('sets up every connection in the same way, whatever the server is set to', async () => {
      const { rows } = await open({ statementTimeout: 5_000 }).query(
        `select @@session.sql_mode as mode, @@session.time_zone as zone, @@session.autocommit as autocommit,
          @@session.${database.isMariaDb ? 'tx_isolation' : 'transaction_isolation'} as level,
          @@session.character_set_client as charset, @@session.innodb_lock_wait_timeout as patience,
          @@session.${database.isMariaDb ? 'max_statement_time * 1000' : 'max_execution_time'} as timeLimit`,
        [],
      );
      expect(rows[0]).to.include({ zone: '+00:00', autocommit: 1, level: 'SERIALIZABLE', charset: 'utf8mb4' });
      expect(rows[0]).to.include({ patience: 2, timeLimit: 6_000 });
      expect(String(rows[0]?.mode))
        .to.contain('STRICT_ALL_TABLES')
        .and.not.to.match(/NO_BACKSLASH_ESCAPES|ANSI/);
    });

    it('takes one statement at a time', async () => {
      const client = open();
      for (const parameters of [[], [1]]) {
        const text = `select ${parameters.length ? '?' : '1'}; delete from account`;
        await client.query(text, parameters).then(
          () => expect.fail('expected an error'),
          (error: { errno?: number }) => expect(error.errno).to.equal(1064),
        );
      }
      expect(await database.run('select count(*) as n from account')).to.deep.equal([{ n: 2 }]);
    });

    it('sends values of every kind as they are, and reads them back', async () => {
      const values = [
        "' or 1=1 -- \\",
        '\\',
        '"`',
        5,
        -0.5,
        2n ** 63n - 1n,
        -(2n ** 63n),
        2n ** 64n - 1n,
        true,
        null,
        0,
      ];
      const { rows } = await open().query(
        `select ${values.map((_, index) => `? as v${index}`).join(', ')}, ? as bytes`,
        [...values, new Uint8Array([0, 255])],
      );
      const { bytes, ...row } = rows[0] as Record<string, unknown>;
      expect(Object.values(row).map(String)).to.deep.equal(
        values.map((value) => (value === true ? '1' : String(value))),
      );
      expect([...(bytes as Uint8Array)]).to.deep.equal([0, 255]);
    });

    it('keeps few statements prepared', async () => {
      const client = open({ connections: 1 });
      for (let index = 0; index < 250; index += 1) await client.query(`select ${index} as n where 1 = ?`, [1]);
      // Those that are pushed out are closed without an answer: what is asked next comes behind that.
      const { rows } = await client.query("show session status like 'Com_stmt_close'", []);
      // The first one is that of the connection itself.
      expect(Number(rows[0]?.Value)).to.equal(51);
    });

    it('keeps none prepared that is long or has many values', async () => {
      const client = open({ connections: 1 });
      const count = async (status: string): Promise<number> => {
        const { rows } = await client.query(`show session status like 'Com_stmt_${status}'`, []);
        return Number(rows[0]?.Value);
      };
      for (let index = 0; index < 100; index += 1) {
        await client.query(`select ${index} as n where 1 in (${' 1 + 1,'.repeat(1_500)}?)`, [1]);
        await client.query(`select ${index} as n where 1 in (${'?, '.repeat(1_000)}?)`, Array(1_001).fill(1));
      }
      expect((await count('prepare')) - (await count('close'))).to.be.within(0, 5);
    });

    it('keeps those prepared that take 250,000 characters', async () => {
      const client = open({ connections: 1 });
      for (let index = 0; index < 100; index += 1) {
        await client.query(`select ${index} as n /* ${'x'.repeat(9_900)} */ where 1 = ?`, [1]);
      }
      const { rows } = await client.query("show session status like 'Com_stmt_close'", []);
      expect(Number(rows[0]?.Value)).to.be.within(70, 80);
    });

    it('cancels what runs when its signal aborts', async () => {
      const client = open();
      const controller = new AbortController();
      const asked = client.query(SLEEP, [], { signal: controller.signal });
      await until(async () => (await running(SLEEP)) === 1);
      controller.abort();
      expect((await failure(asked)).code).to.equal('unavailable');
      await until(async () => (await running(SLEEP)) === 0);
      expect(await one(client.query)).to.equal(1);
    });

    it('cancels a transaction, which leaves nothing behind', async () => {
      const client = open();
      const controller = new AbortController();
      const asked = client.transaction(
        async (query) => {
          await query('update account set n = 7', []);
          await query(SLEEP, []);
        },
        { signal: controller.signal },
      );
      await until(async () => (await running(SLEEP)) === 1);
      controller.abort();
      expect((await failure(asked)).code).to.equal('unavailable');
      expect(await database.run('select sum(n) as n from account')).to.deep.equal([{ n: '0' }]);
    });

    it('ends a statement that takes too long', async () => {
      const client = open({ statementTimeout: 100 });
      const error = await failure(client.query(SLEEP, []));
      expect(error.code).to.equal('unavailable');
      expect(error.message).to.contain('100 milliseconds');
      await until(async () => (await running(SLEEP)) === 0);
    });

    it('has the server end what goes on after this process', async () => {
      const client = open({ statementTimeout: 60_000 });
      const error = await failure(
        client.transaction(async (query) => {
          await query(
            `set session ${database.isMariaDb ? 'max_statement_time = 0.1' : 'max_execution_time = 100'}`,
            [],
          );
          await query(SLEEP, []);
        }, {}),
      );
      expect(error.code).to.equal('unavailable');
    });

    it('does not notice when idle connections are reset', async () => {
      const client = open({ through: proxy.port });
      await Promise.all([one(client.query), one(client.query), one(client.query)]);
      proxy.cut();
      await until(async () => (await others()) === 0);
      expect(await one(client.query)).to.equal(1);
      expect(await client.transaction(one)).to.equal(1);
    });

    it('says that a server is down, and works once it is up', async () => {
      const client = open({ through: proxy.port, patience: 300 });
      await proxy.refuse();
      expect((await failure(client.query('select 1', []))).code).to.equal('unavailable');
      await proxy.pass();
      expect(await one(client.query)).to.equal(1);
    });

    it('does not wait for ever for a server that does not answer', async () => {
      const client = open({ through: proxy.port, patience: 300, statementTimeout: 300 });
      expect(await one(client.query)).to.equal(1);
      proxy.stall();
      expect((await failure(client.query('select 1', []))).code).to.equal('unavailable');
      expect((await failure(client.transaction(one))).code).to.equal('unavailable');
      await proxy.pass();
      expect(await one(client.query)).to.equal(1);
    });

    it('loses a transaction whose connection is reset', async () => {
      const client = open({ through: proxy.port });
      const error = await failure(
        client.transaction(async (query) => {
          await query('update account set n = 9', []);
          proxy.cut();
          await query('update account set n = 10', []);
        }, {}),
      );
      expect(error.code).to.equal('unavailable');
      expect(await one(client.query)).to.equal(1);
      expect(await database.run('select sum(n) as n from account')).to.deep.equal([{ n: '0' }]);
    });

    it('goes on to the next host', async () => {
      const client = open({ through: proxy.port, others: `127.0.0.1:${port}`, patience: 1_000 });
      await proxy.refuse();
      expect(await one(client.query)).to.equal(1);
    });

    it('refuses work when all connections are busy for too long', async () => {
      const client = open({ connections: 2, patience: 100 });
      let end = (): void => {};
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      const held = [1, 2].map(() =>
        client.transaction(async (query) => {
          await query('select 1', []);
          await ended;
        }, {}),
      );
      await rejected(client.query('select 1', []), 'unavailable');
      end();
      await Promise.all(held);
      expect(await one(client.query)).to.equal(1);
    });

    it('says that a password is wrong without repeating it', async () => {
      const url = new URL(database.url);
      url.username = 'nobody';
      url.password = 's3cret';
      const client = createMysqlClient(url.href, { patience: 500, connections: 1, statementTimeout: 0 });
      opened.push(client);
      const error = await failure(client.query('select 1', []));
      expect(error.code).to.equal('unavailable');
      expect(`${error.message} ${error.hint}`).not.to.contain('s3cret');
    });

    it('does not go on in the clear where TLS is required', async () => {
      const [row] = await database.run("show variables like 'have_ssl'");
      const url = `${database.url}?ssl-mode=REQUIRED`;
      const client = createMysqlClient(url, { patience: 500, connections: 1, statementTimeout: 0 });
      opened.push(client);
      const asked = client.query("show session status like 'Ssl_cipher'", []);
      // MySQL makes a certificate for itself.
      if (row?.Value === 'YES' || !database.isMariaDb) expect((await asked).rows[0]?.Value).not.to.equal('');
      else expect((await failure(asked)).hint).to.match(/secure connection/);
    });

    it('goes through a Unix socket', async () => {
      const path = join(mkdtempSync(join(tmpdir(), 'rest-gen-model-')), 'mysql.sock');
      const listener = createServer((client) => client.pipe(connect(port, '127.0.0.1')).pipe(client));
      await once(listener.listen(path), 'listening');
      const url = `${database.url.replace(/@[^/]+/, '@')}?socket=${encodeURIComponent(path)}`;
      const client = createMysqlClient(url, { patience: 500, connections: 1, statementTimeout: 0 });
      expect(await one(client.query)).to.equal(1);
      await client.close();
      listener.close();
      rmSync(dirname(path), { recursive: true });
    });

    it('lets the server close what is idle', async () => {
      const client = open();
      await client.transaction(async (query) => {
        await query('set session wait_timeout = 1', []);
      }, {});
      await until(
        async () =>
          (await database.run('select id from information_schema.processlist where db = ?', [database.name])).length ===
          1,
      );
      expect(await one(client.query)).to.equal(1);
    });
  });
}
