import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { type Controller, DataError } from '../../src/index.ts';
import { onBothMajors } from '../serve.ts';
import { acting, KEYS, logics, Order, post, serving, tables } from './orders.ts';

onBothMajors('idempotency', (serve) => {
  beforeEach(() => {
    Order.runs = 0;
  });

  it('runs an action once for a key, and repeats its answer', async () => {
    const { agent, models } = serve({ ...serving(Order), logics }, tables);
    const first = await post(agent, '"k1"').expect(200);
    expect(first.headers).to.not.have.property('idempotent-replayed');
    const again = await post(agent, '"k1"').expect(200).expect('Idempotent-Replayed', 'true');
    expect(again.text).to.equal(first.text);
    for (const name of ['location', 'content-type', 'content-length', 'x-run', 'etag'])
      expect(again.headers[name], name).to.equal(first.headers[name]);
    expect(again.headers).to.include({ location: '/order/1', 'x-run': '1' });
    await post(agent, 'k1').expect(200).expect('Idempotent-Replayed', 'true');
    expect(models.rows('order')).to.have.length(1);
    expect(Order.runs).to.equal(1);
  });

  it('repeats Link without duplicates', async () => {
    for (const links of [undefined, '</b>; rel="next"']) {
      class Linked extends Order {
        static readonly deprecated = '2026-01-01';
        static readonly deprecationLink = '/v2';
        override async postAction(): Promise<unknown> {
          this.res.append('Link', '</a>; rel="prev"');
          return this.success({ item: 'tea' }, { headers: links === undefined ? {} : { Link: links } });
        }
      }
      const { agent } = serve(serving(Linked), tables);
      const first = await post(agent, 'k1').expect(200);
      expect(first.headers.link).to.match(/^<\/v2>; rel="deprecation", <\/a>; rel="prev"/);
      const again = await post(agent, 'k1').expect(200).expect('Idempotent-Replayed', 'true');
      expect(again.headers.link).to.equal(first.headers.link);
    }
  });

  it('runs an action again for another key, and without a key', async () => {
    const { agent, models } = serve(serving(Order), tables);
    for (const key of ['k1', 'k2', undefined, undefined]) await post(agent, key).expect(200);
    expect(models.rows('order')).to.have.length(4);
    expect(models.rows(KEYS)).to.have.length(2);
  });

  it('ignores the header by default', async () => {
    class Plain extends Order {
      static override readonly idempotent = false;
    }
    const { agent, models } = serve(serving(Plain), tables);
    for (const key of ['k1', 'k1', 'no key']) await post(agent, key).expect(200);
    expect(models.rows('order')).to.have.length(3);
    expect(models.rows(KEYS)).to.have.length(0);
  });

  it('can be required', async () => {
    class Strict extends Order {
      static override readonly idempotent = 'required';
    }
    const { agent } = serve(serving(Strict), tables);
    expect((await post(agent, undefined).expect(400)).body).to.include({ code: 'E_IDEMPOTENCY_KEY' });
    expect((await post(agent, 'no key').expect(400)).body).to.include({ code: 'E_IDEMPOTENCY_KEY' });
    await post(agent, 'k1').expect(200);
    expect(Order.runs).to.equal(1);
  });

  it('refuses a key that was used for another request', async () => {
    const { agent, models } = serve(serving(Order), tables);
    await post(agent, 'k1').expect(200);
    for (const sent of [post(agent, 'k1', { item: 'milk' }), post(agent, 'k1', { item: 'tea' }, '/order?a=1')]) {
      expect((await sent.expect(422)).body).to.include({ code: 'E_IDEMPOTENCY_MISMATCH' });
    }
    const form = agent.post('/order').type('form').send('item=tea').set('Idempotency-Key', 'k1');
    expect((await form.expect(422)).body).to.include({ code: 'E_IDEMPOTENCY_MISMATCH' });
    await agent.post('/order').type('json').send('{ "item" : "tea" }').set('Idempotency-Key', 'k1').expect(200);
    expect(models.rows('order')).to.have.length(1);
  });

  describe('a row of another version', () => {
    const row = {
      id: 'fe91881b6fa68a4ca4eb28298e386a8b40908886eb4c7b829af5a5ce543964e3',
      fingerprint: 'cacc853235a2b3e29f396e6f78537097b072254c072578b1ecf71ca48c22dfd7',
      status: 200,
      headers: { 'Content-Type': 'application/json; charset=utf-8', 'X-Run': '1' },
      body: '{"id":1}',
      locked_until: '2999-01-01T00:00:00.000Z',
      created_at: '2026-01-01T00:00:00.000Z',
    };

    it('is read in the format of 1.1.0', async () => {
      const { agent, models } = serve({ ...serving(Order), logics }, tables);
      await models.repository(KEYS).insert(row);
      const { headers } = await post(agent, 'k1').expect(200, { id: 1 });
      expect(headers).to.include({ 'x-run': '1', 'idempotent-replayed': 'true' });
      expect(Order.runs).to.equal(0);
    });

    for (const [what, status] of [
      ['is kept', 200],
      ['is awaited', null],
    ] as const) {
      it(`is neither compared nor repeated in a later format, while its answer ${what}`, async () => {
        const { agent, models } = serve({ ...serving(Order), logics }, tables);
        await models.repository(KEYS).insert({ ...row, fingerprint: '1:abc', status, headers: null, body: null });
        // The second one is refused by the logic: it may be a repeated request whose input was valid.
        for (const item of ['tea', '']) {
          const { body, headers } = await post(agent, 'k1', { item }).expect(503);
          expect([body.code, headers['retry-after']]).to.deep.equal(['E_IDEMPOTENCY_FORMAT', '1']);
        }
        expect([Order.runs, models.rows(KEYS)[0]?.fingerprint]).to.deep.equal([0, '1:abc']);
      });
    }

    it('is taken over in a later format, once it is forgotten', async () => {
      const { agent, models } = serve({ ...serving(Order), logics }, tables);
      const locked_until = '2026-01-01T00:00:00.000Z';
      await models.repository(KEYS).insert({ ...row, fingerprint: '1:abc', locked_until });
      await post(agent, 'k1').expect(200);
      expect(Order.runs).to.equal(1);
    });
  });

  it('validates another request with the same key first', async () => {
    const { agent } = serve({ ...serving(Order), logics }, tables);
    await post(agent, 'k1').expect(200);
    for (const sent of [{}, { item: 1 }, { item: 'tea', more: 1 }]) {
      expect((await post(agent, 'k1', sent).expect(422)).body).to.include({ code: 'E_VALIDATION' });
    }
  });

  it('never sends an answer to another client', async () => {
    const { agent, models } = serve(serving(Order), tables);
    const as = (client: string) => post(agent, 'k1').set('Authorization', `Bearer ${client}`).expect(200);
    expect((await as('a')).body.id).to.equal(1);
    expect((await as('b')).body.id).to.equal(2);
    expect((await as('a')).body.id).to.equal(1);
    expect((await post(agent, 'k1').expect(200)).body.id).to.equal(3);
    // Neither keys nor credentials can be read from the table.
    expect(JSON.stringify(models.rows(KEYS))).not.to.match(/Bearer|"k1"/);
  });

  it('uses idempotencyScope of the controller', async () => {
    class Session extends Order {
      override async idempotencyScope() {
        return this.header('X-User');
      }
    }
    const { agent } = serve(serving(Session), tables);
    const as = (user: string, token: string) =>
      post(agent, 'k1').set('X-User', user).set('Authorization', token).expect(200);
    const ids = [];
    for (const [user, token] of [['ann', '1'], ['ann', '2'], ['bob', '2']] as const) // biome-ignore format: short
      ids.push((await as(user, token)).body.id);
    expect(ids).to.deep.equal([1, 1, 2]);
  });

  it('answers 409 while the first request runs, with Retry-After', async () => {
    let go: (value?: unknown) => void = () => {};
    let begun: (value?: unknown) => void = () => {};
    const started = new Promise((resolve) => { begun = resolve; }); // biome-ignore format: short
    const gate = new Promise((resolve) => { go = resolve; }); // biome-ignore format: short
    const Slow = acting(async () => {
      begun();
      await gate;
      return { id: 1 };
    });
    const { agent } = serve(serving(Slow), tables);
    const first = post(agent, 'k1').expect(200).then((answer) => answer); // biome-ignore format: short
    await started;
    const { body } = await post(agent, 'k1').expect(409).expect('Retry-After', '1');
    expect(body).to.include({ code: 'E_IDEMPOTENCY_RUNNING' });
    expect((await post(agent, 'k1', { item: 'x' }).expect(422)).body.code).to.equal('E_IDEMPOTENCY_MISMATCH');
    go();
    await first;
    await post(agent, 'k1').expect(200).expect('Idempotent-Replayed', 'true');
    expect(Order.runs).to.equal(1);
  });

  it('creates one record for 50 parallel requests', async () => {
    const { agent, models, app } = serve(serving(Order), tables);
    const server = app.listen(0);
    const { default: supertest } = await import('supertest');
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(supertest(server), 'k1')));
    server.close();
    const first = answers.filter(({ status, headers }) => status === 200 && !headers['idempotent-replayed']);
    expect(first).to.have.length(1);
    for (const { status, body } of answers) {
      if (status === 200) expect(body).to.deep.equal(first[0]?.body);
      else expect([status, body.code]).to.deep.equal([409, 'E_IDEMPOTENCY_RUNNING']);
    }
    expect(models.rows('order')).to.have.length(1);
    await post(agent, 'k1').expect(200).expect('Idempotent-Replayed', 'true');
  });

  it('validates the input before it stores the key', async () => {
    const { agent, models } = serve({ ...serving(Order), logics }, tables);
    await post(agent, 'k1', { item: 7 }).expect(422);
    await post(agent, 'k1', { item: 'tea', more: 1 }).expect(422);
    expect(models.rows(KEYS)).to.have.length(0);
    await post(agent, 'k1').expect(200);
  });

  // biome-ignore format: a table
  for (const [name, fail, status] of [
    ['is thrown', function (this: Controller) { this.fail(402, 'No money.'); }, 402],
    ['is a defect', () => { throw new Error('x'); }, 500],
    ['is null', () => Promise.reject(null), 500],
    ['comes from the store', () => { throw new DataError('retry', 'x'); }, 503],
    ['is written to res', function (this: Controller) { this.res.status(400).json({}); }, 400],
  ] as const) {
    // biome-ignore format: a table
    it(`releases the key when an error ${name}`, async () => {
      let works = false;
      const Failing = acting(function () {
        return works ? { id: 7 } : (fail as (this: Controller) => unknown).call(this);
      });
      const { agent, models } = serve(serving(Failing), tables);
      for (const _ of [1, 2]) await post(agent, 'k1').expect(status);
      expect(models.rows(KEYS)).to.have.length(0);
      works = true;
      await post(agent, 'k1').expect(200);
      await post(agent, 'k1').expect(200).expect('Idempotent-Replayed', 'true');
      expect(Order.runs).to.equal(3);
    });
  }

  it('releases the key when __after refuses, and when the answer cannot be written', async () => {
    let broken = true;
    class After extends Order {
      override __after() {
        if (broken) this.fail(409);
      }
    }
    const after = serve(serving(After), tables);
    await post(after.agent, 'k1').expect(409);
    broken = false;
    await post(after.agent, 'k1').expect(200);
    const cycle = serve(serving(acting(() => { const a = { a: {} }; a.a = a; return a; })), tables); // biome-ignore format: short
    await post(cycle.agent, 'k1').expect(500);
    expect(cycle.models.rows(KEYS)).to.have.length(0);
  });

  it('stores no key when __before answers or refuses', async () => {
    class Before extends Order {
      override __before() {
        if (this.header('X-Stop') === 'answer') this.success({ stopped: true });
        return this.header('X-Stop') !== 'refuse';
      }
    }
    const { agent, models } = serve(serving(Before), tables);
    await post(agent, 'k1').set('X-Stop', 'answer').expect(200, { stopped: true });
    await post(agent, 'k1').set('X-Stop', 'refuse').expect(403);
    expect(models.rows(KEYS)).to.have.length(0);
  });

  // biome-ignore format: a table
  for (const [name, action, status, text] of [
    ['nothing', function (this: Controller) { return this.success(); }, 204, ''],
    ['text with a status of its own', function (this: Controller) { this.res.type('text/plain'); return this.success(Buffer.from('Grüße'), { status: 202 }); }, 202, 'Grüße'],
    ['a redirection', function (this: Controller) { return this.success(undefined, { status: 303, headers: { Location: '/order/9' } }); }, 303, ''],
    ['header fields set on res', function (this: Controller) { this.res.cookie('a', '1').cookie('b', '2').set('X-More', 'm'); return { id: 4 }; }, 200, '{"id":4}'],
  ] as const) {
    // biome-ignore format: a table
    it(`repeats ${name}`, async () => {
      const { agent } = serve(serving(acting(action as (this: Controller) => unknown)), tables);
      const [first, again] = [await post(agent, 'k1').expect(status), await post(agent, 'k1').expect(status)];
      for (const { text: said, headers } of [first, again]) {
        if (text !== '') expect(said).to.equal(text);
        const { 'idempotent-replayed': _, date: __, ...fields } = headers;
        const { 'idempotent-replayed': ___, date: ____, ...others } = first.headers;
        expect(fields).to.deep.equal(others);
      }
      expect(again.headers).to.include({ 'idempotent-replayed': 'true' });
      expect(Order.runs).to.equal(1);
    });
  }

  it('does not repeat header fields of middleware', async () => {
    const { app, agent, models } = serve({ rules: [], controllers: {} });
    let request = 0;
    app.use((_req, res, next) => {
      res.set('X-Request', String(++request));
      next();
    });
    app.use(serve(serving(Order), tables).app);
    await post(agent, 'k1').expect(200).expect('X-Request', '1');
    await post(agent, 'k1').expect(200).expect('Idempotent-Replayed', 'true').expect('X-Request', '2');
    expect(models.rows(KEYS)).to.have.length(0);
  });

  for (const [name, value, hint] of [
    ['a stream', () => Readable.from(['a'], { objectMode: false }), /is a stream/],
    ['bytes that are no text', () => Buffer.from([0xff, 0xfe]), /is no text/],
    ['NUL', () => Buffer.from('a\0b'), /is no text/],
    ['more than 10 MB', () => ({ text: 'x'.repeat(10_000_000) }), /is longer than 10 MB/],
  ] as const) {
    it(`refuses an answer that cannot be stored: ${name}`, async () => {
      let given: unknown;
      const { agent, models } = serve(serving(acting(() => { given = value(); return given; })), tables); // biome-ignore format: short
      const { body } = await post(agent, 'k1').expect(500);
      expect(body.hint)
        .to.match(/^An answer to a request with Idempotency-Key is kept to be repeated/)
        .and.match(hint);
      expect(models.rows(KEYS)).to.have.length(0);
      if (given instanceof Readable) expect(given.destroyed).to.equal(true);
      await post(agent, undefined).expect(200);
    });
  }

  it('answers 500 instead of running an action again that has written to res', async () => {
    const { agent } = serve(serving(acting(function () { this.res.status(201).json({ id: 1 }); })), tables); // biome-ignore format: short
    await post(agent, 'k1').expect(201, { id: 1 });
    expect((await post(agent, 'k1').expect(500)).body.hint).to.match(/return it, or give it to this\.success/);
    expect(Order.runs).to.equal(1);
  });

  it('shows the migration when the table is missing', async () => {
    const { [KEYS]: _, ...others } = tables;
    const { agent, models } = serve(serving(Order), others);
    const { body } = await post(agent, 'k1').expect(500);
    expect(body).to.include({ code: 'E_NO_TABLE' });
    const [, migration = 'none'] =
      /^Idempotency-Key needs a table: npx rest-gen migration idempotency_key, then npx rest-gen migrate; or migrate with (export const up .*)$/s.exec(
        body.hint,
      ) ?? [];
    const page = readFileSync(new URL('../../../../docs/idempotency.md', import.meta.url), 'utf8');
    expect(page).to.include(`\`\`\`js\n${migration}\nexport const down`);
    expect(models.rows('order')).to.have.length(0);
  });
});
