import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Controller, createRestRouter, type ModelProvider } from '@rest-gen/router';
import { expect } from 'chai';
import express from 'express';
import { createModels, type Models } from '../../../packages/model/src/index.ts';
import { keepQuiet } from '../../../packages/router/test/serve.ts';
import { requireServer } from '../servers.ts';
import { type TcpProxy, tcpProxy } from '../tcp-proxy.ts';
import { makeDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('mysql');

if (server !== undefined) {
  describe('Idempotency-Key: connections that are cut', () => {
    keepQuiet();
    const { port } = new URL(server);
    let database: TestDatabase;
    let proxy: TcpProxy;
    let models: Models;
    let listening: Server;
    let duringCommit: () => void;

    before(async () => {
      database = await makeDatabase(server);
      await database.run('create table orders (id int primary key auto_increment, item varchar(20))');
      await database.run(`create table idempotency_key (id varchar(64) primary key, fingerprint varchar(64) not null, status int, headers json, body longtext,
        locked_until datetime(3) not null, created_at datetime(3) not null)`);
      proxy = await tcpProxy(Number(port));
      models = createModels(database.url.replace(`:${port}/`, `:${proxy.port}/`), {
        patience: 300,
        autoMigrate: false,
      });
      class Order extends Controller {
        static readonly idempotent = true;
        async postAction(): Promise<unknown> {
          const id = await this.model('orders').add({ item: this.post('item') });
          duringCommit();
          return this.success({ id }, { status: 201 });
        }
      }
      const app = express();
      app.use(
        createRestRouter({
          rules: [['/order', 'rest']],
          controllers: { order: Order },
          model: models as ModelProvider,
        }),
      );
      listening = app.listen(0, '127.0.0.1');
      await once(listening, 'listening');
    });
    after(async () => {
      listening.close();
      await models.close();
      await proxy.close();
      await database.drop();
    });

    const order = (key: string): Promise<Response> =>
      fetch(`http://127.0.0.1:${(listening.address() as AddressInfo).port}/order`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
        body: '{"item":"tea"}',
      });

    it('release their key as soon as the database answers again, not at the end of its lease', async () => {
      duringCommit = () => {
        void proxy.refuse();
        proxy.cut();
      };
      expect((await order('k1')).status).to.equal(503);
      duringCommit = () => {};
      await proxy.pass();
      const begin = performance.now();
      let answer = await order('k1');
      for (; answer.status !== 201; answer = await order('k1')) {
        if (performance.now() - begin > 15_000) throw new Error(`still ${answer.status}`);
        await sleep(100);
      }
      expect(await models.model('orders').count()).to.equal(1);
    });
  });
}
