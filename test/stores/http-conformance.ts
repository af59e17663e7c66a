import type { AddressInfo } from 'node:net';
import { type AfterWrite, createRestRouter, type ModelProvider, type Row } from '@rest-gen/router';
import { expect } from 'chai';
import { defineLogic, type Input, type Logic, partial } from '../../packages/logic/src/index.ts';
import { keepQuiet, MAJORS } from '../../packages/router/test/serve.ts';
import Rest from '../fixture/rest.ts';

/** Milliseconds that a crowd of clients may wait for each other: a busy machine is slow, which is not what is tested. */
export const CROWD_PATIENCE = 30_000;

/**
 * What writes over HTTP must keep on every store, however many come at the same time, as mocha tests.
 *
 * @param open - gives models on an empty store, with `conformanceMigrations`; the suite closes them
 * @param majors - of Express; one is enough to tell a store, and the fastest store tells them all
 */
export function describeHttp(
  name: string,
  open: () => Promise<ModelProvider> | ModelProvider,
  majors: typeof MAJORS = MAJORS.slice(0, 1),
): void {
  for (const [major, createApp] of majors) {
    describe(`writes over HTTP: ${name} (${major})`, function () {
      keepQuiet();
      this.timeout(60_000);
      let models: ModelProvider;
      let server: ReturnType<ReturnType<typeof createApp>['listen']>;

      beforeEach(async () => {
        gate = new Gate(0);
        models = await open();
        const app = createApp();
        app.use(createRestRouter({ rules, controllers, logics, model: models }));
        await new Promise<void>((resolve) => {
          server = app.listen(0, '127.0.0.1', () => resolve());
        });
      });
      afterEach(async () => {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
        await models.close();
      });

      const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
        const { port } = server.address() as AddressInfo;
        const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
          method,
          headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        const text = await answer.text();
        return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
      };
      /** Send requests whose actions begin at the same moment: none has written anything before all have come. */
      const atOnce = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> => {
        gate = new Gate(count);
        return Promise.all(Array.from({ length: count }, (_, index) => work(index)));
      };
      const tagOf = async (path: string) => (await send('GET', path)).headers.get('etag') as string;

      it('lets one of 50 changes of the same version through, and loses none', async () => {
        const made = await send('POST', '/post', {
          title: 'a',
          meta: { a: [1, null] },
          price: '1.50',
          at: '2026-01-31',
        });
        const path = `/post/${made.body.id}`;
        const tag = await tagOf(path);
        expect(made.headers.get('etag')).to.equal(tag);
        const answers = await atOnce(50, (index) => send('PATCH', path, { title: `t${index}` }, { 'If-Match': tag }));
        expect(count(answers)).to.deep.equal({ 200: 1, 412: 49 });
        const winner = answers.find(({ status }) => status === 200);
        const kept = await send('GET', path);
        expect(kept.body).to.deep.equal(winner?.body);
        expect(kept.headers.get('etag')).to.equal(winner?.headers.get('etag')).and.not.equal(tag);
      });

      it('lets one of 20 deletions of the same version through', async () => {
        const { body } = await send('POST', '/post', { title: 'a' });
        const tag = await tagOf(`/post/${body.id}`);
        const answers = await atOnce(20, () => send('DELETE', `/post/${body.id}`, undefined, { 'If-Match': tag }));
        expect(count(answers)).to.deep.equal({ 204: 1, 412: 19 });
      });

      it('merges 20 patches of one JSON column', async () => {
        const { body } = await send('POST', '/post', { title: 'a', meta: { gone: 1 } });
        const answers = await atOnce(20, (index) =>
          send('PATCH', `/post/${body.id}`, { meta: { gone: null, [`k${index}`]: index } }),
        );
        expect(count(answers)).to.deep.equal({ 200: 20 });
        const { meta } = (await send('GET', `/post/${body.id}`)).body;
        expect(meta).to.deep.equal(Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`k${index}`, index])));
      });

      it('adds one record when 20 put it under the same new id', async () => {
        const answers = await atOnce(20, (index) => send('PUT', `/author/${UUID}`, { name: `n${index}` }));
        expect(count(answers)).to.deep.equal({ 200: 19, 201: 1 });
        expect(answers.find(({ status }) => status === 201)?.headers.get('location')).to.equal(`/author/${UUID}`);
        expect(await models.repository('author').count()).to.equal(1);
      });

      it('adds one record when 20 put it under the same new id and want to be the first', async () => {
        const first = { 'If-None-Match': '*' };
        const answers = await atOnce(20, (index) => send('PUT', `/author/${UUID}`, { name: `n${index}` }, first));
        expect(count(answers)).to.deep.equal({ 201: 1, 412: 19 });
        const winner = answers.find(({ status }) => status === 201);
        expect((await send('GET', `/author/${UUID}`)).body).to.deep.equal(winner?.body);
      });

      it('adds one record when 100 want the same unique value', async () => {
        const answers = await atOnce(100, (index) => send('POST', '/post', { title: `t${index}`, slug: 'same' }));
        expect(count(answers)).to.deep.equal({ 201: 1, 409: 99 });
        for (const { status, body } of answers) if (status === 409) expect(body.code).to.equal('E_CONFLICT');
        expect(await models.repository('post').count({ slug: 'same' })).to.equal(1);
      });

      it('adds a list wholly or not at all', async () => {
        const list = ['a', 'b', 'c', 'a'].map((slug) => ({ title: slug, slug }));
        const { status, body } = await send('POST', '/post', list);
        expect(status).to.equal(409);
        expect(body.pointer).to.equal('/3/slug');
        expect(await models.repository('post').count()).to.equal(0);
        const added = await send('POST', '/post', list.slice(0, 3));
        expect(added.status).to.equal(201);
        expect(added.body.map(({ slug }: Row) => slug)).to.deep.equal(['a', 'b', 'c']);
        expect(added.body[0]).to.deep.equal((await send('GET', `/post/${added.body[0].id}`)).body);
      });

      it('stores what hooks write with the record or not at all, and calls afterCommit once', async () => {
        committed = [];
        const { body } = await send('POST', '/audited/post', { title: 't' });
        const answers = await atOnce(20, (index) => send('PATCH', `/audited/post/${body.id}`, { title: `t${index}` }));
        expect(count(answers)).to.deep.equal({ 200: 20 });
        const list = ['a', 'b', 'c', 'a'].map((slug) => ({ title: slug, slug }));
        const refused = await send('POST', '/audited/post', list);
        expect(refused.body).to.include({ status: 409, pointer: '/3/slug' });
        const logged = (await models.repository('author').findMany()).map(({ name }) => String(name));
        expect(logged).to.have.members(committed).and.have.length(21);
        // Each change begins with what the one before it has stored.
        const changes = new Map(logged.map((change) => change.split(' ') as [string, string]));
        let title = '-';
        for (let step = 0; step < 21; step++) title = changes.get(title) ?? 'missing';
        expect(title).to.equal((await send('GET', `/post/${body.id}`)).body.title);
      });
    });
  }
}

// --- internal ---

const UUID = '0b9de1f0-8f8e-4b39-9d5c-6f7a0c1f2e3d';

const postFields = {
  title: { required: true, string: true },
  slug: { string: true, nullable: true },
  price: { decimal: true, nullable: true },
  at: { date: true, nullable: true },
  meta: { object: true, nullable: true },
} as const;
const post = defineLogic({ postAction: { body: postFields }, patchAction: { body: partial(postFields) } });
const author = defineLogic({
  params: { id: { uuid: true } },
  putAction: { body: { name: { required: true, string: true } } },
});

/** Lets nobody pass before so many wait, and then everybody. */
class Gate {
  #missing: number;
  readonly #opened: Promise<void>;
  #open: () => void = () => {};

  constructor(count: number) {
    this.#missing = count;
    this.#opened = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  pass(): Promise<void> {
    this.#missing -= 1;
    if (this.#missing <= 0) this.#open();
    return this.#opened;
  }
}

let gate = new Gate(0);

class Gated<L extends Logic> extends Rest<L> {
  override async postAction(input: Input<L, 'postAction'>): Promise<unknown> {
    await gate.pass();
    return super.postAction(input);
  }

  override async putAction(input: Input<L, 'putAction'>): Promise<unknown> {
    await gate.pass();
    return super.putAction(input);
  }

  override async patchAction(input: Input<L, 'patchAction'>): Promise<unknown> {
    await gate.pass();
    return super.patchAction(input);
  }

  override async deleteAction(input: Input<L, 'deleteAction'>): Promise<unknown> {
    await gate.pass();
    return super.deleteAction(input);
  }
}

class Post extends Gated<typeof post> {
  static bulk = true;
}

class Author extends Gated<typeof author> {
  static upsert = true;
}

/** What `afterCommit` was called for. */
let committed: string[] = [];

const changeOf = ({ before, after }: AfterWrite) => `${before?.title ?? '-'} ${after?.title}`;

class Audited extends Post {
  override async afterWrite(write: AfterWrite): Promise<void> {
    await this.model('author').add({ name: changeOf(write) });
  }

  override afterCommit(write: AfterWrite): void {
    committed.push(changeOf(write));
  }
}

const rules = [
  ['/audited/post/:id?', 'rest'],
  ['/post/:id?', 'rest'],
  ['/author/:id?', 'rest'],
] as const;
const logics = { post, author, 'audited/post': post };

const controllers = { post: Post, author: Author, 'audited/post': Audited };

/** How many answers of each status there are. */
function count(answers: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
