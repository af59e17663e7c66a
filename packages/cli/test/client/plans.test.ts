import { inspect } from 'node:util';
import { ApiError, ConflictError, NetworkError } from '@rest-gen/client';
import { expect } from 'chai';
import express from 'express';
import { readText } from '../../../../test/workspace.ts';
import { type Served, serve } from '../../../openapi/test/docs/serve-docs.ts';
import { ANN, BOB, openTracker, type Tracker } from '../../../plans/test/open-tracker.ts';
import { createApi } from './planned/api.ts';
import { refusal } from './refusal.ts';

describe('plans in the client', () => {
  let tracker: Tracker;
  let served: Served;
  let api: ReturnType<typeof createApi>;
  /** Requests: `POST /plan`. */
  let requests: string[];

  const apiOf = (headers: Record<string, string>, options: Parameters<typeof createApi>[0] = {}) =>
    createApi({ baseUrl: served.url, headers, ...options });
  const count = (table: string) => tracker.models.model(table).count();

  beforeEach(async () => {
    tracker = await openTracker();
    requests = [];
    served = await serve(
      express()
        .use((req, _res, next) => {
          requests.push(`${req.method} ${req.url.replace(/[\w-]{40,}/, ':token')}`);
          next();
        })
        .use('/elsewhere', tracker.app)
        .use(tracker.app),
    );
    api = apiOf(ANN);
  });
  afterEach(async () => {
    await served.close();
    await tracker.close();
  });

  it('show a change, and commit it once', async () => {
    const issue = await api.issue.create({ title: 'It leaks', owner_id: 1 });
    requests.length = 0;
    const plan = await api.issue.plan.update(issue, { votes: 3 });
    expect(plan.before).to.deep.include({ id: issue.id, votes: 0 });
    expect(plan.after).to.deep.include({ id: issue.id, votes: 3 });
    expect(plan.changes).to.eql({ issue: { updated: 1 } });
    expect(Date.parse(plan.expiresAt)).to.be.above(Date.now());
    expect(await api.issue.get(issue.id)).to.include({ votes: 0 });
    const written = await plan.commit();
    expect(written).to.include({ votes: 3 });
    expect(await plan.commit()).to.eql(written);
    expect(requests).to.eql(['POST /plan', `GET /issue/${issue.id}`, 'POST /plan/:token', 'POST /plan/:token']);
    // It was written: the record has its entity tag.
    expect(await api.issue.update(written, { votes: 4 })).to.include({ votes: 4 });
  });

  it('are made of every write of a resource', async () => {
    const created = await api.issue.plan.create({ title: 'One', owner_id: 1, comments: [{ text: 'a' }] });
    expect([created.before, created.changes]).to.eql([null, { issue: { created: 1 }, comment: { created: 1 } }]);
    expect(await count('issue')).to.equal(0);
    const { id } = await created.commit();

    const many = await api.issue.plan.createMany([
      { title: 'a', owner_id: 1 },
      { title: 'b', owner_id: 1 },
    ]);
    expect((await many.commit()).map(({ title }) => title)).to.eql(['a', 'b']);

    const replaced = await api.issue.plan.replace(id, { title: 'Two', owner_id: 1 });
    expect([replaced.before?.title, replaced.after?.title]).to.eql(['One', 'Two']);
    expect((await replaced.commit()).title).to.equal('Two');

    const vote = await api.issue.plan.vote(id);
    expect(vote.changes).to.eql({ issue: { updated: 1 } });
    expect(await vote.commit()).to.include({ votes: 1 });

    const some = await api.issue.plan.updateWhere({ title: { in: ['a', 'b'] } }, { note: 'x' }, { max: 2 });
    expect([some.before?.length, some.after?.length]).to.eql([2, 2]);
    expect((await some.commit()).length).to.equal(2);

    const deleted = await api.issue.plan.delete(id);
    expect([deleted.before?.title, deleted.after, deleted.changes.issue]).to.eql(['Two', null, { deleted: 1 }]);
    expect(await deleted.commit()).to.equal(undefined);

    const rest = await api.issue.plan.deleteWhere({ note: 'x' }, { max: 2 });
    expect(await rest.commit()).to.equal(2);
    expect(await count('issue')).to.equal(0);
  });

  it('have types: the result is that of the write', async () => {
    const plan = await api.issue.plan.create({ title: 'It leaks', owner_id: 1 });
    const title: string = plan.after.title;
    const nothing: null = plan.before;
    const [deleted, votes]: [null, Promise<void>] = await api.issue.plan
      .delete((await plan.commit()).id)
      .then((one) => [one.after, one.commit()]);
    await votes;
    expect([title, nothing, deleted]).to.eql(['It leaks', null, null]);
    // @ts-expect-error: a class without `static callable` has no plans.
    expect(api.hidden.plan).to.equal(undefined);
    // @ts-expect-error: reading is no write.
    expect(await refusal(api.issue.plan.get(1))).to.be.instanceOf(ApiError);
    // @ts-expect-error: a list is no write.
    expect(await refusal(api.issue.plan.list())).to.be.instanceOf(TypeError);
  });

  it('are refused as the write would be', async () => {
    const error = await refusal(api.issue.plan.create({ title: '' }));
    expect(error).to.include({ status: 422, code: 'E_VALIDATION' });
    expect(error.fields).to.have.property('/title');
    const issue = await api.issue.create({ title: 'It leaks', owner_id: 1 });
    await api.issue.update(issue.id, { votes: 1 });
    const conflict = await refusal(api.issue.plan.update(issue, { votes: 2 }));
    expect(conflict).to.be.instanceOf(ConflictError);
    expect((conflict as ConflictError).current).to.include({ votes: 1 });
    expect(await refusal(apiOf({}).issue.plan.delete(issue.id))).to.include({ status: 401 });
    expect(await refusal(api.issue.plan.create({ title: new Blob(['x']) as never }))).to.be.instanceOf(TypeError);
  });

  it('are not committed once something has changed', async () => {
    const { id } = await api.issue.create({ title: 'It leaks', owner_id: 1 });
    const plan = await api.issue.plan.update(id, { votes: 3 });
    await api.issue.update(id, { note: 'meanwhile' });
    const error = await refusal(plan.commit());
    expect(error).to.be.instanceOf(ConflictError).and.include({ status: 412, code: 'E_PLAN_CHANGED' });
    expect((error as ConflictError).current).to.include({ note: 'meanwhile', votes: 0 });
    const gone = await api.issue.plan.delete(id);
    await tracker.models
      .model('plan_token')
      .where({ requester: { ne: '' } })
      .delete();
    expect(await refusal(gone.commit())).to.include({ status: 404, code: 'E_PLAN' });
    expect(await count('issue')).to.equal(1);
    expect(await refusal(apiOf(BOB).$request('POST', `/plan/${plan.token}`))).to.include({ code: 'E_PLAN' });
  });

  it('are elsewhere with the option plans, and have header fields of their own', async () => {
    const seen: unknown[] = [];
    const other = apiOf(ANN, {
      plans: '/elsewhere/plan',
      fetch: (url, init) => {
        const headers = Object.fromEntries(new Headers(init?.headers));
        seen.push([headers['x-trace'], headers['if-match'], JSON.parse(String(init?.body ?? 'null'))?.headers]);
        return fetch(url, init);
      },
    });
    const { id } = await api.issue.create({ title: 'It leaks', owner_id: 1 });
    const plan = await other.issue.plan.updateWhere(
      { id: { in: [id] } },
      { votes: 1 },
      { max: 1, headers: { 'X-Trace': 'a', 'Content-Type': 'application/merge-patch+json' } },
    );
    await plan.commit({ headers: { 'x-trace': 'b' } });
    expect(seen).to.eql([
      ['a', undefined, { prefer: 'max-affected=1', 'content-type': 'application/merge-patch+json' }],
      ['b', undefined, undefined],
    ]);
    expect(requests.slice(-2)).to.eql(['POST /elsewhere/plan', 'POST /elsewhere/plan/:token']);
  });

  it('do what docs/client.md says', async () => {
    const [, program = ''] = /^## Plans$[\s\S]*?^```ts\n([\s\S]*?)^```$/m.exec(readText('docs/client.md')) ?? [];
    for (const title of ['a', 'b', 'c', 'd', 'e', 'f', 'It leaks']) await api.issue.create({ title, owner_id: 1 });
    const printed: string[] = [];
    const log = (...values: readonly unknown[]) =>
      printed.push(values.map((one) => (typeof one === 'string' ? one : inspect(one))).join(' '));
    const run = new Function('api', 'console', `return (async () => { ${program}\nreturn issue; })()`);
    expect(await run(api, { log })).to.include({ id: 7, title: 'It drips' });
    const [, said] = /console\.log.*\/\/ (.*)$/m.exec(program) ?? [];
    expect(printed).to.eql([said]);
  });

  it('are committed once where the answer is lost', async () => {
    const { id } = await api.issue.create({ title: 'It leaks', owner_id: 1 });
    let lost = 0;
    const flaky = apiOf(ANN, {
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        await response.clone().text();
        if (/plan\/./.test(String(url)) && lost++ === 0) throw new TypeError('The connection was lost.');
        return response;
      },
    });
    const plan = await flaky.issue.plan.vote(id);
    expect(await plan.commit()).to.include({ votes: 1 });
    expect(lost).to.equal(2);
    // The commit has a signal of its own.
    const signal = AbortSignal.abort(new NetworkError('POST', '/plan', 'stopped'));
    const stopped = await flaky.issue.plan.delete(id);
    expect(await refusal(stopped.commit({ signal }))).to.be.instanceOf(NetworkError);
    expect(await count('issue')).to.equal(1);
    await stopped.commit();
    expect(await count('issue')).to.equal(0);
  });
});
