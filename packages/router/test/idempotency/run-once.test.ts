import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import { createRestRouter, DataError, type ModelProvider } from '../../src/index.ts';
import { nameKey } from '../../src/parts/idempotency/fingerprint.ts';
import type { memoryModels } from '../memory-models.ts';
import { rollingBack } from '../rolling-back.ts';
import { onBothMajors } from '../serve.ts';
import { acting, KEYS, Order, post, serving, tables } from './orders.ts';

const names = Object.keys(tables);

onBothMajors('the transaction of a request with a key', (serve) => {
  const models = () => serve({ rules: [], controllers: {} }, tables).models;
  beforeEach(() => {
    Order.runs = 0;
  });

  it('rolls back when the action fails', async () => {
    const stored = models();
    const Failing = acting(async function () {
      await this.model().add({ item: 'tea' });
      if (Order.runs === 1) this.fail(409);
      return { id: 1 };
    });
    const { agent } = serve({ ...serving(Failing), model: rollingBack(stored, names) });
    await post(agent, 'k1').expect(409);
    expect([stored.rows('order').length, stored.rows(KEYS).length]).to.deep.equal([0, 0]);
    await post(agent, 'k1').expect(200);
    expect([stored.rows('order').length, stored.rows(KEYS).length]).to.deep.equal([1, 1]);
  });

  it('restores the state of the request when the store repeats the transaction', async () => {
    const stored = models();
    const Twice = acting(async function () {
      expect(this.res.getHeader('X-First')).to.equal(undefined);
      expect(this.res.getHeader('X-Powered-By')).to.equal('Express');
      await this.model().add({ item: 'tea' });
      if (Order.runs > 1) return { id: Order.runs };
      this.res.removeHeader('X-Powered-By');
      this.res.set('X-First', '1');
      return this.success({ id: 1 }, { status: 202, headers: { 'X-First': '2' } });
    });
    const { agent } = serve({ ...serving(Twice), model: rollingBack(stored, names, 2) });
    const { headers } = await post(agent, 'k1').expect(200, { id: 2 });
    expect(headers).not.to.have.property('x-first');
    await post(agent, 'k1').expect(200, { id: 2 }).expect('Idempotent-Replayed', 'true');
    expect(stored.rows('order')).to.have.length(1);
  });

  it('is used by this.model()', async () => {
    const stored = models();
    const asked: [string, boolean][] = [];
    const noting =
      (inside: boolean): ModelProvider['repository'] =>
      (name, options) => {
        if (name === 'order') expect(options?.signal).to.be.an.instanceOf(AbortSignal);
        asked.push([name, inside]);
        return stored.repository(name);
      };
    const model: ModelProvider = {
      ...stored,
      repository: noting(false),
      transaction: (work, options) => {
        expect(options?.signal).to.be.an.instanceOf(AbortSignal);
        return work({ ...stored, repository: noting(true) });
      },
    };
    const { agent } = serve({ ...serving(Order), model });
    await post(agent, 'k1').expect(200);
    expect(asked.filter(([name]) => name === 'order')).to.deep.equal([['order', true]]);
    expect(asked.filter(([name]) => name === KEYS).map(([, inside]) => inside)).to.deep.equal([false, true, false]);
  });

  it('rolls back at the deadline, and releases the key', async () => {
    const stored = models();
    const model = rollingBack(stored, names);
    const late = new PassThrough();
    let go: (value?: unknown) => void = () => {};
    const gate = new Promise((resolve) => { go = resolve; }); // biome-ignore format: short
    const Slow = acting(async function () {
      await this.model().add({ item: 'tea' });
      if (Order.runs > 1) return { id: 2 };
      await gate;
      return late;
    });
    const { agent } = serve({ ...serving(Slow), model, timeout: 50 });
    await post(agent, 'k1').expect(503).expect('Retry-After', '1');
    // The key is free before the action has noticed.
    await until(() => stored.rows(KEYS).length === 0);
    expect(stored.rows('order')).to.deep.equal([]);
    await post(agent, 'k1').expect(200, { id: 2 });
    const closed = once(late, 'close');
    go();
    await closed;
    await post(agent, 'k1').expect(200, { id: 2 }).expect('Idempotent-Replayed', 'true');
    expect(stored.rows('order')).to.have.length(1);
  });

  it('rolls back when the client disconnects', async () => {
    const stored = models();
    const Slow = acting(async function () {
      await this.model().add({ item: 'tea' });
      if (Order.runs > 1) return { id: 2 };
      return new Promise(() => {});
    });
    const { app, agent } = serve({ ...serving(Slow), model: rollingBack(stored, names) });
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const headers = { 'Idempotency-Key': 'k1', 'Content-Type': 'application/json' };
    const client = request({ port, host: '127.0.0.1', method: 'POST', path: '/order', headers }).on('error', () => {});
    client.end('{"item":"tea"}');
    await until(() => stored.rows('order').length === 1);
    client.destroy();
    await until(() => stored.rows(KEYS).length === 0);
    expect(stored.rows('order')).to.deep.equal([]);
    server.close();
    await post(agent, 'k1').expect(200, { id: 2 });
  });

  it('keeps the key until the end of its lease when it cannot be released', async () => {
    const stored = models();
    const repository: ModelProvider['repository'] = (name) => ({
      ...stored.repository(name),
      delete: () => Promise.reject(new DataError('unavailable', 'x')),
    });
    const model: ModelProvider = { ...stored, repository, transaction: (work) => work(model) };
    const { agent } = serve({ ...serving(acting(function () { return this.fail(402); })), model }); // biome-ignore format: short
    await post(agent, 'k1').expect(402);
    await post(agent, 'k1').expect(409);
  });

  it('needs a model', async () => {
    const { app } = serve({ rules: [], controllers: {} });
    const { default: supertest } = await import('supertest');
    app.use(createRestRouter(serving(Order)));
    const { body } = await post(supertest(app), 'k1').expect(500);
    expect(body).to.include({ code: 'E_NO_MODEL' });
    expect(body.hint).to.match(/Idempotency-Key/);
  });
});

onBothMajors('the lease of a key', (serve) => {
  const past = '2026-01-01T00:00:00.000Z';
  const rowOf = (models: ReturnType<typeof memoryModels>) => models.rows(KEYS)[0] as Record<string, unknown>;
  const inSeconds = (value: unknown) => (new Date(String(value)).getTime() - Date.now()) / 1_000;
  beforeEach(() => {
    Order.runs = 0;
  });

  for (const [timeout, seconds] of [
    [undefined, 32],
    [5_000, 7],
    [0, 62],
  ] as const) {
    // biome-ignore format: a table
    it(`is the deadline plus a margin: ${timeout} ms`, async () => {
      let lease = 0;
      const { agent, models } = serve(
        serving(
          acting(() => {
            lease = inSeconds(rowOf(models).locked_until);
            return {};
          }),
          timeout === undefined ? {} : { timeout },
        ),
        tables,
      );
      await post(agent, 'k1').expect(200);
      expect(lease).to.be.within(seconds - 1, seconds + 1);
    });
  }

  it('is taken over by exactly one request when the process has died', async () => {
    const { agent, models } = serve(serving(Order), tables);
    await post(agent, 'k1').expect(200);
    // What a process leaves behind that dies in the middle of its action.
    Object.assign(rowOf(models), { status: null, headers: null, body: null });
    models.rows('order').splice(0);
    await post(agent, 'k1').expect(409);
    rowOf(models).locked_until = past;
    await post(agent, 'k1', { item: 'other' }).expect(422);
    const { default: supertest } = await import('supertest');
    const { app } = serve({ ...serving(Order), model: models });
    const server = app.listen(0);
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(supertest(server), 'k1')));
    server.close();
    expect(answers.filter(({ status, headers }) => status === 200 && !headers['idempotent-replayed'])).to.have.length(
      1,
    );
    expect(models.rows('order')).to.have.length(1);
    expect(models.rows(KEYS)).to.have.length(1);
  });

  for (const [what, statement] of [
    ['a key was being held', 'insert'],
    ['a key was being taken over', 'update'],
  ] as const) {
    it(`is released when the connection was lost while ${what}`, async () => {
      const { models } = serve({ rules: [], controllers: {} }, tables);
      let isLost = true;
      const repository: ModelProvider['repository'] = (name) => {
        const whole = models.repository(name);
        const losing = async (...args: never[]): Promise<never> => {
          const result = await (whole[statement] as (...args: never[]) => Promise<never>)(...args);
          if (!isLost || name !== KEYS) return result;
          isLost = false;
          throw new DataError('unavailable', 'The connection is lost');
        };
        return { ...whole, [statement]: losing };
      };
      if (statement === 'update') {
        const dead = { fingerprint: '', status: 200, headers: null, body: null, locked_until: past, created_at: past };
        models.rows(KEYS).push({ id: nameKey('order', '', 'k1'), ...dead });
      }
      const { agent } = serve({ ...serving(Order), model: { ...models, repository } });
      await post(agent, 'k1').expect(503).expect('Retry-After', '1');
      expect(isLost).to.equal(false);
      await post(agent, 'k1').expect(200);
      expect(models.rows('order')).to.have.length(1);
    });
  }

  it('prevents writes after another request has taken the key over', async () => {
    const { models } = serve({ rules: [], controllers: {} }, tables);
    const Slow = acting(async function () {
      await this.model().add({ item: 'tea' });
      // Another process takes the key over.
      Object.assign(models.rows(KEYS)[0] as object, { locked_until: '2100-01-01T00:00:00.000Z' });
      return {};
    });
    const { agent } = serve({ ...serving(Slow), model: rollingBack(models, names) });
    await post(agent, 'k1').expect(409).expect('Retry-After', '1');
    expect(models.rows('order')).to.deep.equal([]);
  });

  it('is replaced by idempotencyTtl after the answer', async () => {
    class Short extends Order {
      static readonly idempotencyTtl = 10_000;
    }
    const day = serve(serving(Order), tables);
    await post(day.agent, 'k1').expect(200);
    expect(inSeconds(rowOf(day.models).locked_until)).to.be.within(86_399, 86_401);
    const { agent, models } = serve(serving(Short), tables);
    await post(agent, 'k1').expect(200);
    expect(inSeconds(rowOf(models).locked_until)).to.be.within(9, 11);
    rowOf(models).locked_until = past;
    // The key has expired and can be used for another request.
    await post(agent, 'k1', { item: 'milk' }).expect(200);
    expect(models.rows('order')).to.have.length(2);
    expect(models.rows(KEYS)).to.have.length(1);
    await post(agent, 'k1', { item: 'milk' }).expect(200).expect('Idempotent-Replayed', 'true');
  });

  it('deletes all expired keys, at most once a minute', async () => {
    const { agent, models } = serve(serving(Order), tables);
    const old = (count: number) => {
      for (let n = 0; n < count; n += 1)
        models.rows(KEYS).push({ id: `old${models.rows(KEYS).length}`, status: 200, locked_until: past });
    };
    old(1_600);
    await post(agent, 'k1').expect(200);
    await until(() => models.rows(KEYS).length === 1);
    old(1);
    await post(agent, 'k2').expect(200);
    await new Promise((resolve) => setImmediate(resolve));
    expect(models.rows(KEYS)).to.have.length(3);
  });
});

async function until(holds: () => boolean, end = performance.now() + 5_000): Promise<void> {
  while (!holds() && performance.now() < end) await new Promise((resolve) => setImmediate(resolve));
}
