import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createModels, type Models, type ModelsOptions } from '@rest-gen/model';
import { createRestRouter } from '@rest-gen/router';
import { expect } from 'chai';
import express from 'express';
import { keepQuiet } from '../../packages/router/test/serve.ts';
import { makeDatabase as makeMysql } from '../../test/stores/mysql/database.ts';
import { createDatabase as makePostgres } from '../../test/stores/postgres/database.ts';
import { requireServer } from '../../test/stores/servers.ts';
import { type TcpProxy, tcpProxy } from '../../test/stores/tcp-proxy.ts';

const blog = fileURLToPath(new URL('../../examples/blog', import.meta.url));

const stores = [
  ['PostgreSQL', await requireServer('postgres'), makePostgres],
  ['MariaDB', await requireServer('mysql'), makeMysql],
] as const;

/** Statuses with how often each came, and what came with the 503s. */
interface Tally {
  readonly statuses: Record<number, number>;
  readonly retryAfter: Set<string | null>;
}

for (const [name, address, makeDatabase] of stores) {
  if (address === undefined) continue;
  describe(`faults of ${name}`, () => {
    keepQuiet();
    let database: Awaited<ReturnType<typeof makeDatabase>>;
    let proxy: TcpProxy;
    let server: Server | undefined;
    let models: Models;
    let url: string;

    before(async () => {
      database = await makeDatabase(address);
      const direct = createModels(database.url, { migrations: `${blog}/migrations` });
      await direct.migrate();
      await direct.close();
    });
    after(() => database.drop());
    beforeEach(async () => {
      proxy = await tcpProxy(Number(new URL(address).port));
    });
    afterEach(async () => {
      await proxy.pass();
      server?.closeAllConnections();
      server?.close();
      await models.close();
      await proxy.close();
    });

    const serve = async (options: ModelsOptions = {}, timeout = 30_000): Promise<void> => {
      const way = new URL(database.url);
      way.port = String(proxy.port);
      models = createModels(way.href, { patience: 1_000, ...options });
      const app = express().use(createRestRouter({ root: `${blog}/dist`, model: models, timeout }));
      server = app.listen(0, '127.0.0.1');
      await once(server, 'listening');
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    };
    const send = (method: string, path: string, body?: object): Promise<Response> =>
      fetch(url + path, {
        method,
        ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
      });
    const expectUnavailable = async (response: Response): Promise<void> => {
      expect(response.status).to.equal(503);
      expect(response.headers.get('retry-after')).to.match(/^[1-9]\d*$/);
      expect(((await response.json()) as { code: string }).code).to.match(/^E_(?:UNAVAILABLE|TIMEOUT)$/);
    };
    const tally = async (responses: readonly Response[]): Promise<Tally> => {
      const statuses: Record<number, number> = {};
      const retryAfter = new Set<string | null>();
      for (const { status, headers } of responses) {
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status === 503) retryAfter.add(headers.get('retry-after'));
      }
      return { statuses, retryAfter };
    };

    it('is down at the start: 503, then it works without a restart', async () => {
      await proxy.refuse();
      await serve();
      await expectUnavailable(await send('GET', '/post'));
      await expectUnavailable(await send('POST', '/post', { title: 'a' }));
      await proxy.pass();
      await eventually(async () => expect((await send('GET', '/post')).status).to.equal(200));
    });

    it('loses its connections under load: only 201 and 503, and no acknowledged row is lost', async () => {
      await serve();
      const kept: string[] = [];
      const responses: Response[] = [];
      const write = async (writer: number): Promise<void> => {
        for (let turn = 0; turn < 20; turn += 1) {
          const title = `${name} ${writer}-${turn}`;
          const response = await send('POST', '/post', { title });
          responses.push(response);
          if (response.status === 201) kept.push(title);
          if (responses.length % 60 === 0) proxy.cut();
        }
      };
      await Promise.all(Array.from({ length: 10 }, (_, writer) => write(writer)));
      const { statuses, retryAfter } = await tally(responses);
      expect(Object.keys(statuses).filter((status) => status !== '201' && status !== '503')).to.deep.equal([]);
      expect(retryAfter).not.to.include(null);
      for (const title of kept) expect(await models.model('post').where({ title }).count(), title).to.equal(1);
      console.log(`        ${JSON.stringify(statuses)}`);
    });

    it('resets idle connections: the next request works', async () => {
      await serve();
      await Promise.all(Array.from({ length: 5 }, () => send('GET', '/post')));
      proxy.cut();
      await eventually(async () => expect((await send('GET', '/post')).status).to.equal(200));
      expect((await send('POST', '/post', { title: 'after' })).status).to.equal(201);
    });

    it('is a black hole: 503 in bounded time, then it works again', async () => {
      await serve({ statementTimeout: 500 }, 1_500);
      expect((await send('GET', '/post')).status).to.equal(200);
      proxy.stall();
      const responses = await Promise.all(Array.from({ length: 5 }, () => send('GET', '/post')));
      for (const response of responses) await expectUnavailable(response);
      await proxy.pass();
      await eventually(async () => expect((await send('GET', '/post')).status).to.equal(200));
    });

    it('has no connection left: 503, and no request waits for ever', async () => {
      await serve({ connections: 2, patience: 300 });
      let free: () => void = () => {};
      const gate = new Promise<void>((resolve) => {
        free = resolve;
      });
      let held = 0;
      const hold = (): Promise<void> =>
        models.transaction(async (tx) => {
          await tx.model('post').count();
          held += 1;
          await gate;
        });
      const holding = [hold(), hold()];
      await eventually(async () => expect(held).to.equal(2));
      await expectUnavailable(await send('GET', '/post'));
      free();
      await Promise.all(holding);
      expect((await send('GET', '/post')).status).to.equal(200);
    });

    it('is slow: at the deadline 503, and the statement is cancelled in the store', async () => {
      await serve({}, 400);
      const id = await models.model('post').add({ title: 'locked' });
      let free: () => void = () => {};
      const gate = new Promise<void>((resolve) => {
        free = resolve;
      });
      let isLocked = false;
      const holding = models.transaction(async (tx) => {
        await tx.model('post').byId(id).update({ views: 1 });
        isLocked = true;
        await gate;
      });
      await eventually(async () => expect(isLocked).to.equal(true));
      await expectUnavailable(await send('PATCH', `/post/${id}`, { views: 2 }));
      await eventually(async () => expect(await waitingStatements()).to.equal(0));
      free();
      await holding;
      expect((await models.model('post').byId(id).find())?.views).to.equal(1);
    });

    /** Statements that wait for the lock. */
    const waitingStatements = async (): Promise<number> => {
      const [row] = await database.run(
        name === 'PostgreSQL'
          ? "select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
          : "select count(*) as n from information_schema.processlist where db = database() and info like 'update%'",
      );
      return Number(row?.n);
    };
  });
}

/** Ask again until it holds; what it fails with at last is the failure. */
async function eventually(holds: () => Promise<unknown>): Promise<void> {
  const end = performance.now() + 5_000;
  for (;;) {
    try {
      await holds();
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
