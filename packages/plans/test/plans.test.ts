import { createRestRouter } from '@rest-gen/router';
import { expect } from 'chai';
import type express5 from 'express';
import supertest from 'supertest';
import { STORES } from '../../model/test/each-store.ts';
import { removeProjects, writeProject } from '../../router/test/load/project.ts';
import { keepQuiet, MAJORS } from '../../router/test/serve.ts';
import { createPlans } from '../src/index.ts';
import { ANN, BOB, openTracker, type Tracker } from './open-tracker.ts';

for (const [name, make] of STORES) {
  for (const [express, create] of name === 'sqlite' ? MAJORS : MAJORS.slice(0, 1))
    describe(`plans (${name}, ${express})`, () => suite(make, create));
}

function suite(make: (typeof STORES)[number][1], create: () => ReturnType<typeof express5>): void {
  keepQuiet();
  let database: Awaited<ReturnType<typeof make>>;
  let tracker: Tracker;

  beforeEach(async () => {
    database = await make();
    tracker = await openTracker(database.url, create);
    await tracker.agent.post('/issue').set(ANN).send({ title: 'First', votes: 1, owner_id: 1 }).expect(201);
    await tracker.agent.post('/comment').set(ANN).send({ text: 'One', issue_id: 1 }).expect(201);
    tracker.mails.length = 0;
  });
  afterEach(async () => {
    await tracker.close();
    await database.drop();
    removeProjects();
  });

  const plan = (method: string, url: string, body?: unknown, user: Record<string, string> = ANN) =>
    tracker.agent.post('/plan').set(user).send({ method, url, body });
  const commit = (token: string, user: Record<string, string> = ANN) => tracker.agent.post(`/plan/${token}`).set(user);
  const rows = async () => ({
    issue: await tracker.models.repository('issue').findMany({ orderBy: [['id', 'asc']] }),
    comment: await tracker.models.repository('comment').findMany({ orderBy: [['id', 'asc']] }),
  });

  it('shows a change, and commits it once', async () => {
    const before = await rows();
    const { body } = await plan('PATCH', '/issue/1', { title: 'Changed' }).expect(200);
    expect([body.before.title, body.after.title, body.changes]).to.deep.equal([
      'First',
      'Changed',
      { issue: { updated: 1 } },
    ]);
    expect(await rows()).to.deep.equal(before);
    expect(tracker.mails).to.deep.equal([]);
    const first = await commit(body.token).expect(200);
    expect(first.body.title).to.equal('Changed');
    expect(first.headers.etag).to.be.a('string');
    const again = await commit(body.token).expect(200);
    expect([again.body, again.headers.etag]).to.deep.equal([first.body, first.headers.etag]);
    expect(tracker.mails).to.deep.equal(['Changed']);
  });

  it('commits new records, whose keys and generated values are new each time', async () => {
    const { body } = await plan('POST', '/issue', { title: 'With a comment', owner_id: 1, comments: [{ text: 'a' }] });
    expect([body.before, body.after.title, body.changes]).to.deep.equal([
      null,
      'With a comment',
      { issue: { created: 1 }, comment: { created: 2 } },
    ]);
    // Another record takes the key that the plan has shown.
    await tracker.agent.post('/issue').set(ANN).send({ title: 'Between', owner_id: 1 }).expect(201);
    const { body: made, headers } = await commit(body.token).expect(201);
    expect(headers.location).to.equal(`/issue/${made.id}`);
    const { comment } = await rows();
    expect(comment.map(({ issue_id }) => issue_id)).to.deep.equal([1, made.id, made.id]);
  });

  it('commits records that a hook writes again', async () => {
    for (const [method, url, changes] of [
      ['POST', '/issue', { issue: { created: 1 } }],
      ['PATCH', '/issue/1', { issue: { updated: 1 } }],
    ] as const) {
      const { body } = await plan(method, url, { title: 'Written twice', owner_id: 1 }).expect(200);
      expect(body.changes).to.deep.equal(changes);
      const { body: written } = await commit(body.token).expect(method === 'POST' ? 201 : 200);
      expect(written.note).to.equal(`see /issue/${written.id}`);
    }
  });

  it('counts what a delete takes with it', async () => {
    const { body } = await plan('DELETE', '/issue/1').expect(200);
    expect([body.before.title, body.after, body.changes]).to.deep.equal([
      'First',
      null,
      { issue: { deleted: 1 }, comment: { deleted: 1 } },
    ]);
    await commit(body.token).expect(204);
    await commit(body.token).expect(204);
    expect((await rows()).issue).to.deep.equal([]);
  });

  it('refuses when a record has changed, and changes nothing', async () => {
    const { body } = await plan('PATCH', '/issue/1', { title: 'Changed' }).expect(200);
    await tracker.agent.patch('/issue/1').set(ANN).send({ votes: 5 }).expect(200);
    const before = await rows();
    const { body: problem } = await commit(body.token).expect(412);
    expect(problem.code).to.equal('E_PLAN_CHANGED');
    expect(await rows()).to.deep.equal(before);
  });

  for (const [what, between] of [
    ['is gone', (agent: Tracker['agent']) => agent.delete('/issue/1').set(ANN).expect(204)],
    [
      'has one more comment',
      (agent: Tracker['agent']) => agent.post('/comment').set(ANN).send({ text: 'b', issue_id: 1 }),
    ],
  ] as const) {
    it(`refuses a delete when the record ${what}`, async () => {
      const { body } = await plan('DELETE', '/issue/1').expect(200);
      await between(tracker.agent);
      await commit(body.token).expect(412);
    });
  }

  it('runs an action, and refuses it when its outcome is another', async () => {
    const { body } = await plan('POST', '/issue/1/vote').expect(200);
    expect(body.after.votes).to.equal(2);
    const second = await plan('POST', '/issue/1/vote').expect(200);
    await commit(body.token).expect(200);
    await commit(second.body.token).expect(412);
    expect((await rows()).issue[0]?.votes).to.equal(2);
  });

  it('has the times that a client gives, and leaves out those of the run', async () => {
    const due_at = new Date(Math.ceil(Date.now() / 1000) * 1000).toISOString();
    const { body } = await plan('PATCH', '/issue/1', { due_at }).expect(200);
    await commit(body.token).expect(200);
  });

  it('commits once, however many try at once', async () => {
    const { body } = await plan('POST', '/issue', { title: 'Once', owner_id: 1 }).expect(200);
    const answers = await Promise.all(Array.from({ length: 8 }, () => commit(body.token)));
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([201]));
    expect(new Set(answers.map(({ body: { id } }) => id)).size).to.equal(1);
    expect((await rows()).issue).to.have.length(2);
    expect(tracker.mails).to.deep.equal(['Once']);
  });

  it('belongs to its user, and ends', async () => {
    const { body } = await plan('PATCH', '/issue/1', { title: 'Changed' }).expect(200);
    for (const user of [BOB, {}]) expect((await commit(body.token, user).expect(404)).body.code).to.equal('E_PLAN');
    await tracker.models.repository('plan_token').update({}, { expires_at: '2020-01-01T00:00:00Z' });
    await commit(body.token).expect(404);
    await commit('nothing').expect(404);
  });

  it('answers what refuses the write, and keeps nothing', async () => {
    await tracker.agent.patch('/issue/1').set(ANN).send({ code: 'A' }).expect(200);
    for (const [method, url, body, user, status] of [
      ['PATCH', '/issue/1', { title: 'x' }, BOB, 403],
      ['PATCH', '/issue/1', { title: 'x' }, {}, 401],
      ['PATCH', '/issue/1', { votes: 'many' }, ANN, 422],
      ['DELETE', '/issue/99', undefined, ANN, 404],
      ['POST', '/issue', { title: 'x', owner_id: 1, code: 'A' }, ANN, 409],
      [
        'POST',
        '/issue',
        [
          { title: 'x', owner_id: 1 },
          { title: 'x', owner_id: 1, code: 'A' },
        ],
        ANN,
        409,
      ],
      ['PUT', '/issue/5', { title: 'x', owner_id: 1, code: 'A' }, ANN, 409],
      ['DELETE', '/nothing', undefined, ANN, 404],
      // It does not say static callable.
      ['DELETE', '/hidden/1', undefined, ANN, 404],
    ] as const)
      await plan(method, url, body, user).expect(status);
    expect(await tracker.models.repository('plan_token').count()).to.equal(0);
  });

  it('finds no handlers that were added to the router', async () => {
    const { router, mails } = tracker;
    router.use((_req, res, next) => {
      res.setHeader('X-Added', 'yes');
      next();
    });
    router.post('/wipe', (_req, res) => {
      mails.push('wiped');
      res.json({});
    });
    await plan('POST', '/wipe').expect(404);
    expect(mails).to.deep.equal([]);
    await tracker.agent.post('/wipe').expect(200);
    const { body } = await plan('DELETE', '/issue/1').expect(200);
    expect((await commit(body.token).expect(204)).headers['x-added']).to.equal('yes');
  });

  for (const [what, body] of [
    ['no method', { url: '/issue/1' }],
    ['a read', { method: 'GET', url: '/issue/1' }],
    ['another host', { method: 'DELETE', url: 'http://example.com/' }],
    ['a URL that is no text', { method: 'DELETE', url: { a: 1 } }],
    ['half of a character', { method: 'DELETE', url: '/issue/\ud800' }],
    ['a header of the connection', { method: 'DELETE', url: '/issue/1', headers: { 'Transfer-Encoding': 'chunked' } }],
    ['a header with a line break', { method: 'DELETE', url: '/issue/1', headers: { Prefer: 'a\r\nb: c' } }],
    ['another member', { method: 'DELETE', url: '/issue/1', user: { id: 2 } }],
    ['a list', []],
    ['null', null],
  ] as const) {
    it(`refuses ${what}`, async () => {
      const { body: problem } = await tracker.agent
        .post('/plan')
        .set(ANN)
        .set('Content-Type', 'application/json')
        .send(JSON.stringify(body))
        .expect(422);
      expect(problem.code).to.equal('E_PLAN_REQUEST');
    });
  }

  it('refuses what is not JSON', async () => {
    await tracker.agent.post('/plan').set(ANN).type('form').send('method=DELETE&url=/issue/1').expect(422);
    await tracker.agent.post('/plan').set(ANN).type('json').send('{').expect(400);
  });

  it('refuses a body that is too deep', async () => {
    const text = `{"method":"POST","url":"/issue","body":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    const { body } = await tracker.agent.post('/plan').set(ANN).type('json').send(text).expect(413);
    expect(body.code).to.equal('E_BODY_LIMIT');
  });

  it('answers problems, also without the handler of errors', async () => {
    const app = create().use('/plan', tracker.plans);
    const { body } = await supertest(app).post('/plan').type('json').send('{').expect(400);
    expect(body.code).to.equal('E_BAD_JSON');
  });

  it('waits until the project is loaded', async () => {
    let load = () => {};
    Object.assign(globalThis, {
      gate: new Promise<void>((resolve) => {
        load = resolve;
      }),
    });
    const { root } = writeProject({ 'src/config/router.js': 'await globalThis.gate; export default [];' });
    const open = (_req: unknown, _res: unknown, next: () => void) => {
      next();
      load();
    };
    const app = create().use('/plan', open, createPlans(createRestRouter({ root })));
    const { body } = await supertest(app).post('/plan').send({}).expect(422);
    expect(body.code).to.equal('E_PLAN_REQUEST');
  });

  it('keeps no request that the table would tell', async () => {
    await plan('POST', '/issue', { title: 'a secret', owner_id: 1 }).expect(200);
    const [row] = await tracker.models.repository('plan_token').findMany();
    expect(JSON.stringify(row)).not.to.contain('secret');
  });

  it('lets an action know that it is only tried', async () => {
    const { body } = await plan('POST', '/issue/1/mail').expect(200);
    expect(tracker.mails).to.deep.equal([]);
    await commit(body.token).expect(204);
    expect(tracker.mails).to.deep.equal(['at once']);
  });
}
