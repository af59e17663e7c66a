import { expect } from 'chai';
import { STORES } from '../../model/test/each-store.ts';
import { createWorker } from '../src/create-worker.ts';
import type { Webhook, Webhooks } from '../src/index.ts';
import { RETRIES } from '../src/webhooks/deliverer.ts';
import { DeliveryStore } from '../src/webhooks/delivery-store.ts';
import { prepareTasks } from '../src/webhooks/webhook-tasks.ts';
import { Reporter } from '../src/worker/reporter.ts';
import type { WorkerTask } from '../src/worker/worker.ts';
import { type Board, openBoard } from './open-board.ts';
import { Receiver, SECRET } from './receiver.ts';

const LIVE = { title: 'A', status: 'live', owner_id: 2 };

for (const [name, make] of STORES) {
  describe(`webhooks on ${name}`, () => {
    let board: Board;
    let database: Awaited<ReturnType<typeof make>>;
    let receiver: Receiver;
    let hook: Webhook;
    let lines: string[];
    let now: number;
    let tasks: Map<string, WorkerTask>;
    const { signal } = new AbortController();

    /** A worker whose tasks are run by hand. */
    const prepare = async (webhooks: Webhooks): Promise<Map<string, WorkerTask>> => {
      const clock = () => now;
      const world = { now: clock, random: () => 1, resolve: async () => [] };
      const options = { webhooks, pollInterval: 5 };
      const made = await prepareTasks(board.router, options, new Reporter((line) => lines.push(line), clock), world)();
      return new Map(made.map((task) => [task.name, task]));
    };
    const run = async (from = tasks) => {
      for (const task of ['positions', 'webhooks', 'deliveries']) while ((await from.get(task)?.run(signal)) === 0);
    };
    const use = async (...webhooks: object[]) => {
      tasks = await prepare(webhooks.map((one) => ({ ...hook, ...one })));
      await run();
    };
    const posts = () => board.models.repository('post');
    const deliveries = () => board.models.repository('webhook_delivery').findMany({ orderBy: [['position', 'asc']] });

    beforeEach(async () => {
      database = await make();
      board = await openBoard({ store: database.url });
      receiver = await new Receiver().open();
      hook = { name: 'hook', resource: 'post', url: receiver.url, secret: SECRET, as: { id: 1 }, allowPrivate: true };
      receiver.now = () => now;
      lines = [];
      now = Date.now();
    });
    afterEach(async () => {
      await receiver.close();
      await board.close();
      await database.drop();
    });

    it('sends what happens to the records of a list, of which users see what they may', async () => {
      await posts().insert(LIVE);
      await use({ filter: { status: 'live' } });
      await posts().insert({ ...LIVE, title: 'B' });
      await posts().update({ id: 2 }, { title: 'C' });
      await posts().update({ id: 1 }, { secret: 'not seen' });
      await posts().insert({ ...LIVE, status: 'draft' });
      await run();
      expect(receiver.events).to.deep.equal(['post.created 2']);
      await posts().update({ id: 1 }, { title: 'D' });
      await posts().update({ id: 2 }, { status: 'draft' });
      await posts().update({ id: 3 }, { status: 'live' });
      await run();
      expect(receiver.events.slice(1).sort()).to.deep.equal(['post.created 3', 'post.deleted 2', 'post.updated 1']);
      expect(receiver.received[0]?.timestamp).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(receiver.received[0]?.data).to.deep.equal({ id: 2 });
      expect(lines).to.deep.equal([]);
    });

    it('tells a record that comes into the list from one that changes in it', async () => {
      await posts().insertRows?.([{ ...LIVE, status: 'draft' }, LIVE]);
      await use({ filter: 'status=live' });
      await posts().update({ id: 1 }, { status: 'live' });
      await posts().update({ id: 1 }, { title: 'B' });
      await posts().update({ id: 2 }, { status: 'draft' });
      await posts().update({ id: 2 }, { status: 'live', title: 'B' });
      await run();
      expect(receiver.events.sort()).to.deep.equal(['post.created 1', 'post.updated 2']);
    });

    it('sends the record as it is when it is sent, and the actions that are asked for', async () => {
      await use({ payload: 'full', resource: '/post', actions: ['created', 'deleted'] });
      await posts().insert({ ...LIVE, price: '9.90', meta: { a: 1 }, secret: 'x' });
      for (const task of ['positions', 'webhooks']) await tasks.get(task)?.run(signal);
      await posts().update({ id: 1 }, { title: 'B' });
      await run();
      const { body } = await board.router.request('GET', '/post/1', { user: { id: 1 } });
      expect(receiver.received.map(({ type, data }) => ({ type, data }))).to.deep.equal([
        { type: 'post.created', data: body },
      ]);
      await posts().delete({ id: 1 });
      await run();
      expect(receiver.received[1]).to.deep.include({ type: 'post.deleted', data: { id: 1 } });
    });

    it('tries again with the same id, and keeps the order of each record', async () => {
      await use({});
      receiver.answer = ({ data }) => (data.id === 1 ? 503 : 204);
      await posts().insertRows?.([LIVE, LIVE]);
      await run();
      await posts().update({ id: 1 }, { title: 'B' });
      await posts().update({ id: 2 }, { title: 'B' });
      await run();
      expect(receiver.events.sort()).to.deep.equal(['post.created 1', 'post.created 2', 'post.updated 2']);
      now += (RETRIES[0] as number) - 1;
      await run();
      expect(receiver.events).to.have.length(3);
      now += 1;
      await run();
      expect(receiver.events.slice(3)).to.deep.equal(['post.created 1']);
      receiver.answer = () => 204;
      now += RETRIES[1] as number;
      await run();
      expect(receiver.events.slice(4)).to.deep.equal(['post.created 1', 'post.updated 1']);
      const first = receiver.received.filter(({ type, data }) => type === 'post.created' && data.id === 1);
      expect([first.length, new Set(first.map(({ id }) => id)).size]).to.deep.equal([3, 1]);
    });

    it('gives up after a day, and lets later ones pass; dead ones can be sent again', async () => {
      await use({});
      receiver.answer = ({ type }) => (type === 'post.created' ? 302 : 204);
      await posts().insert(LIVE);
      await run();
      await posts().update({ id: 1 }, { title: 'B' });
      for (const retry of RETRIES) {
        await run();
        now += retry;
      }
      await run();
      expect(receiver.events).to.deep.equal([
        ...RETRIES.map(() => 'post.created 1'),
        'post.created 1',
        'post.updated 1',
      ]);
      expect(lines).to.deep.equal(['dead: post.created 1 of "hook", attempt 11: 302']);
      expect((await deliveries()).map(({ state, status }) => [state, status])).to.deep.equal([
        ['dead', 302],
        ['delivered', 204],
      ]);
      const store = new DeliveryStore(board.models);
      const [dead] = await store.dead(undefined, 10);
      expect(await store.counts()).to.deep.equal(new Map([['hook', { pending: 0, delivered: 1, dead: 1 }]]));
      receiver.answer = () => 204;
      expect(await store.resend({ webhook: 'other' }, now)).to.equal(0);
      expect(await store.resend({ id: dead?.id as string }, now)).to.equal(1);
      await run();
      expect((await deliveries()).map(({ state }) => state)).to.deep.equal(['delivered', 'delivered']);
    });

    it('gives up at once after 410, and keeps the beginning of an answer', async () => {
      await use({});
      receiver.answer = () => 410;
      await posts().insert(LIVE);
      await run();
      expect((await deliveries())[0]).to.deep.include({ state: 'dead', status: 410, error: 'not now', attempts: 1 });
    });

    it('signs with each secret, and sends nothing without a right one', async () => {
      const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
      await use({ secret: [other, SECRET] }, { name: 'wrong', secret: other });
      await posts().insert(LIVE);
      await run();
      expect(receiver.events).to.deep.equal(['post.created 1']);
      expect((await deliveries()).map(({ webhook, status }) => [webhook, status]).sort()).to.deep.equal([
        ['hook', 204],
        ['wrong', 401],
      ]);
    });

    it('reads webhooks from a function, without the wrong ones', async () => {
      await posts().insert({ ...LIVE, title: receiver.url });
      tasks = await prepare(async (models) => {
        const rows = await models.model('post').where({ status: 'live' }).select();
        return rows.map(({ id, title }) => ({ ...hook, name: `post-${id}`, url: String(title) }));
      });
      await run();
      await posts().insert({ ...LIVE, title: 'no address' });
      now += 5_000;
      await run();
      expect(receiver.events).to.deep.equal(['post.created 2']);
      expect(lines).to.have.length(1);
      expect(lines[0]).to.match(/^error: The webhook "post-2" has the url "no address"/);
    });

    it('reads as a user that JSON cannot say', async () => {
      await use({ as: { id: 1n }, payload: 'full' });
      await posts().insert({ ...LIVE, status: 'draft', owner_id: 1 });
      await run();
      expect([receiver.events, lines]).to.deep.equal([['post.created 1'], []]);
    });

    it('says which list it cannot follow, and goes on when it can', async () => {
      await use(
        { name: 'none', resource: 'member' },
        { name: 'joined', resource: 'comment', filter: { 'post.title': 'A' } },
        { name: 'item', resource: '/post/1' },
        { name: 'nobody', resource: 'comment', as: undefined },
        { name: 'hidden', filter: 'secret=x' },
        {},
      );
      await posts().insert(LIVE);
      await board.models.repository('comment').insert({ post_id: 1, text: 'a' });
      await run();
      expect(receiver.events).to.deep.equal(['post.created 1']);
      expect(
        lines.map((line) => /webhook "(\w+)".*?(404|depends|no list|401|400)/.exec(line)?.slice(1)).sort(),
      ).to.deep.equal([
        ['hidden', '400'],
        ['item', '404'],
        ['joined', 'depends'],
        ['nobody', '401'],
        ['none', '404'],
      ]);
    });

    it('says when changes were deleted before they were sent', async () => {
      await use({});
      await posts().insert(LIVE);
      await tasks.get('positions')?.run(signal);
      await board.models.repository('rest_gen_change').update({}, { at: '2020-01-01T00:00:00.000Z' });
      await tasks.get('retention')?.run(signal);
      await run();
      await posts().insert(LIVE);
      await run();
      expect(receiver.events).to.deep.equal(['post.created 2']);
      expect(lines).to.deep.equal(['error: "hook" has lost changes of post: they were not kept long enough.']);
    });

    it('sends each event once with two workers', async () => {
      await use({});
      receiver.now = Date.now;
      const workers = [1, 2].map(() =>
        createWorker(board.router, { webhooks: [hook], pollInterval: 5, log: (line) => void lines.push(line) }),
      );
      await Promise.all(workers.map((worker) => worker.start()));
      for (let round = 0; round < 20; round++) await posts().insertRows?.(Array.from({ length: 5 }, () => LIVE));
      await receiver.until(() => receiver.received.length >= 100);
      await Promise.all(workers.map((worker) => worker.close()));
      expect(new Set(receiver.events).size).to.equal(100);
      expect(receiver.received).to.have.length(100);
      expect((await deliveries()).every(({ state }) => state === 'delivered')).to.equal(true);
      expect(lines).to.deep.equal([]);
    });

    it('sends what another worker has begun and not ended, after a minute', async () => {
      await use({});
      await posts().insert(LIVE);
      for (const task of ['positions', 'webhooks']) await tasks.get(task)?.run(signal);
      const store = new DeliveryStore(board.models);
      const [lost] = await store.claim(new Map([['hook', 10]]), 10, now);
      await run();
      expect(receiver.events).to.deep.equal([]);
      now += 60_000;
      await run();
      expect(receiver.received.map(({ id }) => id)).to.deep.equal([lost?.id]);
      await store.end(lost as never, { state: 'dead', nextAt: now, status: 500, error: 'late' });
      expect((await deliveries())[0]).to.deep.include({ state: 'delivered', attempts: 2 });
    });

    it('deletes deliveries that have ended long ago', async () => {
      await use({});
      await posts().insert(LIVE);
      await run();
      now += 8 * 86_400_000;
      await tasks.get('retention')?.run(signal);
      expect(await deliveries()).to.deep.equal([]);
    });

    it('has integers, texts and composite keys as they are', async () => {
      await use({ resource: 'line' });
      await board.models.repository('line').insert({ order_id: 1, code: 'a,b', amount: 1 });
      await run();
      expect(receiver.received[0]?.data).to.deep.equal({ order_id: 1, code: 'a,b' });
    });
  });
}
