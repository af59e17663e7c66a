import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Controller, type ControllerClass, createRestRouter, type ModelProvider } from '@rest-gen/router';
import { expect } from 'chai';
import { tableMigration, temporaryFolders } from '../../../test/stores/fixture.ts';
import { keepQuiet, MAJORS } from '../../router/test/serve.ts';
import { createModels, type Models } from '../src/index.ts';

/** The one that the documentation asks for. */
const [, keyMigration = ''] =
  /```js\n(export const up = [^`]*createTable\('idempotency_key'[^`]*)```/.exec(
    readFileSync(new URL('../../../docs/idempotency.md', import.meta.url), 'utf8'),
  ) ?? [];
const program = fileURLToPath(new URL('../../../test/stores/fixtures/serve-orders.ts', import.meta.url));

interface Answer {
  status: number;
  isReplayed: boolean;
  body: Record<string, unknown>;
}

async function order(port: number, key: string, item = 'tea'): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key };
  const sent = { method: 'POST', headers, body: JSON.stringify({ item }) };
  const answer = await fetch(`http://127.0.0.1:${port}/order`, sent);
  return {
    status: answer.status,
    isReplayed: answer.headers.get('Idempotent-Replayed') === 'true',
    body: (await answer.json()) as Record<string, unknown>,
  };
}

for (const [major, [express, createApp]] of MAJORS.entries()) {
  describe(`Idempotency-Key on SQLite (${express})`, () => {
    keepQuiet();
    const folder = temporaryFolders();
    const children: ChildProcess[] = [];
    let models: Models;
    let server: Server | undefined;
    let url: string;
    let migrations: string;

    beforeEach(() => {
      url = `sqlite:${join(folder(), 'app.sqlite3')}`;
      migrations = folder({
        '1_orders.mjs': tableMigration('orders', "t.id(); t.string('item').notNull();"),
        '2_idempotency_key.mjs': keyMigration,
      });
      models = createModels(url, { migrations, autoMigrate: true });
    });

    afterEach(async () => {
      for (const child of children.splice(0)) child.kill('SIGKILL');
      server?.close();
      server = undefined;
      await models.close();
    });

    /** Orders served by this process; `act` stands between the write and the answer. */
    async function serve(act: (this: Controller, id: unknown) => unknown, timeout = 30_000): Promise<number> {
      class Order extends Controller {
        static readonly idempotent = true;
        async postAction(): Promise<unknown> {
          const id = await this.model('orders').add({ item: this.post('item') });
          return this.success(await act.call(this, id), { status: 201 });
        }
      }
      const controllers: Record<string, ControllerClass> = { order: Order };
      const rules = [['/order', 'rest']] as const;
      const app = createApp();
      app.use(createRestRouter({ rules, controllers, model: models as ModelProvider, timeout }));
      server = app.listen(0, '127.0.0.1');
      await once(server, 'listening');
      return (server.address() as AddressInfo).port;
    }

    /** Orders served by a process of their own. */
    async function start(behaviour: 'answer' | 'hang'): Promise<{ child: ChildProcess; port: number }> {
      const child = fork(program, [url, migrations, String(major), behaviour]);
      children.push(child);
      const [{ port }] = (await once(child, 'message')) as [{ port: number }];
      return { child, port };
    }

    const records = () => models.model('orders').count();
    const keys = () => models.model('idempotency_key').count();

    it('makes one record of 50 parallel requests', async () => {
      const port = await serve((id) => ({ id }));
      const answers = await Promise.all(Array.from({ length: 50 }, () => order(port, 'k1')));
      expect(answers.filter(({ status, isReplayed }) => status === 201 && !isReplayed)).to.have.length(1);
      for (const { status, body } of answers) {
        if (status === 201) expect(body).to.deep.equal({ id: 1 });
        else expect([status, body.code]).to.deep.equal([409, 'E_IDEMPOTENCY_RUNNING']);
      }
      expect(await records()).to.equal(1);
      expect(await order(port, 'k1')).to.deep.equal({ status: 201, isReplayed: true, body: { id: 1 } });
    });

    it('stores neither record nor key when the action fails', async () => {
      let runs = 0;
      const port = await serve(function (id) {
        runs += 1;
        if (runs === 1) this.fail(402);
        if (runs === 2) throw new Error('a defect');
        return { id };
      });
      for (const status of [402, 500]) {
        expect(await order(port, 'k1')).to.include({ status });
        expect([await records(), await keys()]).to.deep.equal([0, 0]);
      }
      expect(await order(port, 'k1')).to.include({ status: 201, isReplayed: false });
      expect([await records(), await keys()]).to.deep.equal([1, 1]);
    });

    it('rolls back at the deadline, and frees the database for others at once', async () => {
      let runs = 0;
      const port = await serve((id) => (++runs === 1 ? new Promise(() => {}) : { id }), 100);
      expect((await order(port, 'k1')).body).to.include({ code: 'E_TIMEOUT' });
      while ((await keys()) > 0) await sleep(5);
      expect(await records()).to.equal(0);
      expect(await order(port, 'k1')).to.include({ status: 201, isReplayed: false });
      expect(await records()).to.equal(1);
    });

    it('makes one record when two processes are asked at once', async () => {
      const processes = await Promise.all([start('answer'), start('answer')]);
      const ports = processes.map(({ port }) => port);
      for (const key of ['k1', 'k2', 'k3']) {
        const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => order(ports[n % 2] as number, key)));
        const made = answers.filter(({ status, isReplayed }) => status === 201 && !isReplayed);
        expect(made, key).to.have.length(1);
        for (const { status, body } of answers) {
          if (status === 201) expect(body).to.deep.equal(made[0]?.body);
          else expect([status, body.code]).to.deep.equal([409, 'E_IDEMPOTENCY_RUNNING']);
        }
        for (const port of ports) {
          expect(await order(port, key)).to.deep.equal({ status: 201, isReplayed: true, body: made[0]?.body });
        }
      }
      expect([await records(), await keys()]).to.deep.equal([3, 3]);
    }).timeout(30_000);

    it('survives kill -9 in the middle of the action: one record, once the lease is over', async () => {
      const [{ child, port }, { port: other }] = await Promise.all([start('hang'), start('answer')]);
      const dying = order(port, 'k1').catch((error: Error) => error);
      const [message] = await once(child, 'message');
      expect(message).to.deep.equal({ stored: 1 });
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
      expect(await dying).to.be.an('error');
      expect([await records(), await keys()]).to.deep.equal([0, 1]);

      expect(await order(other, 'k1', 'milk')).to.include({ status: 422 });
      let answer = await order(other, 'k1');
      expect(answer).to.deep.include({ status: 409 });
      for (; answer.status === 409; answer = await order(other, 'k1')) await sleep(20);
      expect(answer).to.include({ status: 201, isReplayed: false });
      expect(await order(other, 'k1')).to.deep.equal({ ...answer, isReplayed: true });
      expect([await records(), await keys()]).to.deep.equal([1, 1]);
    }).timeout(30_000);
  });
}
