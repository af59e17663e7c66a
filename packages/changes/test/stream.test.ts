import { connect } from 'node:net';
import { DurableStream, stream } from '@durable-streams/client';
import { expect } from 'chai';
// @ts-expect-error Express 4 has no types of its own here.
import express4 from 'express4';
import { type Board, openBoard } from './open-board.ts';
import { Follower, type Message } from './read-events.ts';

const ANN = { 'x-user': '1' };
const BOB = { 'x-user': '2' };
const LIVE = { title: 'A', status: 'live', owner_id: 1 } as const;

describe('static changes', () => {
  let board: Board;
  const followers: Follower[] = [];
  const follow = (path: string, headers: Record<string, string> = ANN): Follower => {
    const follower = new Follower(board.url + path, headers);
    followers.push(follower);
    return follower;
  };
  const get = (path: string, headers: Record<string, string> = ANN) => fetch(board.url + path, { headers });
  const read = async (path: string, headers?: Record<string, string>) => {
    const response = await get(path, headers);
    const messages = (response.status === 200 ? await response.json() : []) as Message[];
    return {
      status: response.status,
      messages,
      offset: response.headers.get('stream-next-offset') as string,
      response,
    };
  };
  const operations = (messages: readonly Message[]) =>
    messages.map(({ key, headers }) => (headers.control ? headers.control : `${headers.operation} ${key}`));

  beforeEach(async () => {
    board = await openBoard();
  });
  afterEach(async () => {
    for (const one of followers.splice(0)) one.close();
    await board.close();
  });

  it('sends the list, and then its changes', async () => {
    const posts = board.models.repository('post');
    await posts.insert(LIVE);
    const follower = follow('/post?status=live&offset=-1&live=sse');
    await follower.ready();
    expect(operations(follower.messages)).to.deep.equal(['snapshot-start', 'insert 1', 'snapshot-end']);
    expect(follower.records.get('1'))
      .to.deep.equal(await (await get('/post/1')).json())
      .and.not.have.property('secret');

    await posts.insert({ ...LIVE, title: 'B' });
    await follower.until(({ records }) => records.size === 2);
    await posts.update(
      { id: 1 },
      { price: '9.90', meta: { tags: ['x'] }, due_at: '2026-01-31T12:00:00.000Z', pinned: true },
    );
    await follower.until(({ records }) => records.get('1')?.price === '9.90');
    expect(follower.records.get('1')).to.deep.equal(await (await get('/post/1')).json());
    // It leaves the filter.
    await posts.update({ id: 1 }, { status: 'draft' });
    await follower.until(({ records }) => !records.has('1'));
    await posts.delete({ id: 2 });
    await follower.until(({ records }) => records.size === 0);
    expect(operations(follower.messages).slice(3)).to.deep.equal(['insert 2', 'update 1', 'delete 1', 'delete 2']);
  });

  it('goes on where a client was, in another process', async () => {
    const posts = board.models.repository('post');
    await posts.insertRows?.([LIVE, LIVE, LIVE, { ...LIVE, status: 'draft', owner_id: 2 }]);
    const { offset } = await read('/post?offset=-1');
    await posts.update({ id: 1 }, { title: 'B' });
    await posts.update({ id: 2 }, { status: 'draft', owner_id: 2 });
    await posts.delete({ id: 3 });
    await posts.update({ id: 4 }, { title: 'not seen' });
    await posts.delete({ id: 4 });
    await posts.insert({ ...LIVE, title: 'C' });
    await posts.insert({ ...LIVE, title: 'gone' });
    await posts.delete({ title: 'gone' });
    const { messages, response, offset: next } = await read(`/post?offset=${offset}`);
    expect(operations(messages)).to.deep.equal(['update 1', 'delete 2', 'delete 3', 'insert 5', 'delete 6']);
    expect(response.headers.get('stream-up-to-date')).to.equal('true');
    expect((await read(`/post?offset=${next}`)).messages).to.deep.equal([]);

    const resumed = follow(`/post?offset=-1&live=sse`, { ...ANN, 'last-event-id': offset });
    await resumed.until(({ messages: all }) => all.length === 5);
    expect(operations(resumed.messages)).to.deep.equal(['update 1', 'delete 2', 'delete 3', 'insert 5', 'delete 6']);
  });

  it('says nothing of what the user may not see', async () => {
    const posts = board.models.repository('post');
    await posts.insertRows?.([LIVE, { ...LIVE, status: 'draft', owner_id: 2 }]);
    const { offset } = await read('/post?offset=now');
    await posts.update({ id: 1 }, { secret: 'x' });
    await posts.update({ id: 2 }, { title: 'B' });
    await posts.update({ id: 1 }, { title: 'B' });
    await posts.update({ id: 1 }, { title: 'A' });
    // The same as before: what was between was never sent.
    expect((await read(`/post?offset=${offset}&fields=id,owner_id`)).messages).to.deep.equal([]);
    expect(operations((await read(`/post?offset=${offset}`)).messages)).to.deep.equal(['update 1']);
  });

  it('sends the list anew when the policies decide otherwise', async () => {
    const posts = board.models.repository('post');
    await posts.insertRows?.([LIVE, { ...LIVE, status: 'draft', owner_id: 2 }]);
    const { offset } = await read('/post?offset=-1', ANN);
    const { messages } = await read(`/post?offset=${offset}`, BOB);
    expect(operations(messages)).to.deep.equal(['reset', 'snapshot-start', 'insert 1', 'insert 2', 'snapshot-end']);
  });

  it('waits with live=long-poll', async () => {
    const { offset } = await read('/post?offset=-1');
    const waiting = read(`/post?offset=${offset}&live=long-poll`);
    await board.models.repository('post').insert({ ...LIVE, status: 'draft', owner_id: 2 });
    await board.models.repository('post').insert(LIVE);
    const { messages, status } = await waiting;
    expect([status, operations(messages)]).to.deep.equal([200, ['insert 2']]);
  });

  it('answers 204 when nothing came in time', async () => {
    await board.close();
    board = await openBoard({ router: { timeout: 500 } });
    const { offset } = await read('/post?offset=-1');
    const { status, offset: next } = await read(`/post?offset=${offset}&live=long-poll`);
    expect([status, next]).to.deep.equal([204, offset]);
  });

  it('follows what a list shows of other tables', async () => {
    const { models } = board;
    await models.repository('post').insertRows?.([LIVE, { ...LIVE, status: 'draft', owner_id: 2 }]);
    await models.repository('comment').insertRows?.([
      { post_id: 1, text: 'a' },
      { post_id: 2, text: 'b' },
    ]);
    const follower = follow('/comment?include=post&offset=-1&live=sse');
    await follower.ready();
    expect(follower.records.get('2')).to.deep.include({ post: null });
    await models.repository('post').update({ id: 2 }, { status: 'live' });
    await follower.until(({ records }) => records.get('2')?.post !== null);
    expect(operations(follower.messages).slice(-1)).to.deep.equal(['update 2']);

    const filtered = follow('/comment?post.title=A&offset=-1&live=sse');
    await filtered.ready();
    await models.repository('post').update({ id: 1 }, { title: 'B' });
    await filtered.until(({ records }) => !records.has('1'));
    expect(operations((await read(`/comment?include=post&offset=${filtered.offset}`)).messages)).to.deep.equal([]);
    await models.repository('post').update({ id: 1 }, { title: 'C' });
    expect(operations((await read(`/comment?include=post&offset=${filtered.offset}`)).messages)[0]).to.equal('reset');
    const resumed = follow('/comment?include=post&offset=-1&live=sse', { ...ANN, 'last-event-id': filtered.offset });
    await resumed.ready();
    expect(operations(resumed.messages)[0]).to.equal('reset');
  });

  it('follows composite keys, parents, and classes with CSV', async () => {
    const { models } = board;
    const lines = follow('/line?offset=-1&live=sse');
    await lines.ready();
    await models.repository('line').insert({ order_id: 1, code: 'a,b', amount: 1 });
    await models.repository('line').update({ order_id: 1 }, { code: 'c' });
    await lines.until(({ records }) => records.has('1,c'));
    expect([...lines.records.keys()]).to.deep.equal(['1,c']);

    await models.repository('post').insertRows?.([LIVE, LIVE]);
    const comments = follow('/post/1/comment?offset=-1&live=sse');
    await comments.ready();
    await models.repository('comment').insertRows?.([
      { post_id: 2, text: 'other' },
      { post_id: 1, text: 'mine' },
    ]);
    await comments.until(({ records }) => records.size > 0);
    expect([...comments.records.values()].map(({ text }) => text)).to.deep.equal(['mine']);
    const response = await fetch(`${board.url}/post?offset=-1&live=sse`, {
      headers: { ...ANN, accept: 'text/event-stream' },
    });
    expect([response.status, response.headers.get('content-type')]).to.deep.equal([
      200,
      'text/event-stream; charset=utf-8',
    ]);
    await response.body?.cancel();
  });

  it('serves the client of Durable Streams', async () => {
    const posts = board.models.repository('post');
    await posts.insert(LIVE);
    const url = `${board.url}/post`;
    const all = await stream<Message>({ url, headers: ANN, offset: '-1', live: false });
    expect(operations(await all.json())).to.deep.equal(['snapshot-start', 'insert 1', 'snapshot-end']);
    for (const live of ['sse', 'long-poll'] as const) {
      const controller = new AbortController();
      const handle = new DurableStream({ url, headers: ANN, contentType: 'application/json' });
      const response = await handle.stream<Message>({ offset: all.offset, live, signal: controller.signal });
      const id = await posts.insert(LIVE);
      await new Promise<void>((resolve) => {
        response.subscribeJson(async ({ items }) => {
          if (items.some(({ key }) => key === String(id))) resolve();
        });
      });
      controller.abort();
    }
  });

  it('works on Express 4', async () => {
    await board.close();
    board = await openBoard({ create: express4 as never });
    const follower = follow('/post?offset=-1&live=sse');
    await follower.ready();
    await board.models.repository('post').insert(LIVE);
    await follower.until(({ records }) => records.size === 1);
  });

  it('refuses what is no stream', async () => {
    const codes: [string, number, string][] = [
      ['/post?offset=7', 400, 'E_OFFSET'],
      ['/post?live=sse', 400, 'E_STREAM'],
      ['/post?offset=-1&offset=now', 400, 'E_STREAM'],
      ['/post?offset=-1&live=tail', 400, 'E_STREAM'],
      ['/post?offset=-1&page=2', 400, 'E_STREAM'],
      ['/post?offset=-1&group=status', 400, 'E_STREAM'],
      ['/post?offset=-1&colour=red', 400, 'E_QUERY'],
      ['/post?offset=0000000000000099_aaaaaaaa', 410, 'E_OFFSET_GONE'],
      ['/post/99/comment?offset=-1', 404, 'E_NOT_FOUND'],
    ];
    for (const [path, status, code] of codes) {
      const response = await get(path);
      const problem = (await response.json()) as { code: string };
      expect([response.status, problem.code], path).to.deep.equal([status, code]);
    }
    expect((await get('/comment?offset=-1&live=sse', {})).status).to.equal(401);
  });

  it('refuses an offset that is older than what is kept, and lets an EventSource begin anew', async () => {
    const { models } = board;
    await models.repository('post').insert(LIVE);
    const { offset } = await read('/post?offset=-1');
    await models.repository('post').insert(LIVE);
    await read('/post?offset=now');
    await models.repository('rest_gen_change').update({ table_name: 'post' }, { at: '2020-01-01T00:00:00.000Z' });
    expect(await models.changes.prune()).to.equal(2);
    expect((await read(`/post?offset=${offset}`)).status).to.equal(410);
    const follower = follow('/post?offset=-1&live=sse', { ...ANN, 'last-event-id': offset });
    await follower.ready();
    expect(operations(follower.messages)).to.deep.equal([
      'reset',
      'snapshot-start',
      'insert 1',
      'insert 2',
      'snapshot-end',
    ]);
  });

  it('limits the streams of a user and of the process', async () => {
    await board.close();
    board = await openBoard({ changes: { maxStreamsPerUser: 1, maxStreams: 2 } });
    await follow('/post?offset=-1&live=sse', ANN).ready();
    await follow('/post?offset=-1&live=sse', BOB).ready();
    const codes = async (headers: Record<string, string>) => {
      const response = await get('/post?offset=-1&live=sse', headers);
      return [response.status, ((await response.json()) as { code: string }).code, response.headers.get('retry-after')];
    };
    expect(await codes(ANN)).to.deep.equal([429, 'E_STREAM_LIMIT', '5']);
    expect(await codes({ 'x-user': '3' })).to.deep.equal([503, 'E_STREAMS_FULL', '5']);
    followers[0]?.close();
    for (let status = 0; status !== 200; ) ({ status } = await get('/post?offset=-1'));
  });

  it('ends its streams when the server stops, however seldom it looks for changes', async () => {
    await board.close();
    board = await openBoard({ changes: { pollInterval: 100_000 } });
    const response = await get('/post?offset=-1&live=sse');
    const closed = new Promise<void>((resolve) => void board.server.close(() => resolve()));
    await response.text();
    await closed;
  });

  it('shows signs of life that do not depend on what happens elsewhere', async () => {
    await board.close();
    board = await openBoard({ changes: { heartbeat: 50 } });
    const follower = follow('/post?offset=-1&live=sse');
    await follower.ready();
    let beats = 0;
    follower.source.addEventListener('control', () => void beats++);
    await follower.until(() => beats >= 2);
    expect(operations(follower.messages)).to.deep.equal(['snapshot-start', 'snapshot-end']);
  });

  it('lets a slow client not hold others or memory', async () => {
    const posts = board.models.repository('post');
    const { port } = new URL(board.url);
    const slow = connect(Number(port), '127.0.0.1');
    slow.pause();
    slow.write(`GET /post?offset=-1&live=sse HTTP/1.1\r\nHost: a\r\nX-User: 1\r\n\r\n`);
    const follower = follow('/post?offset=-1&live=sse');
    await follower.ready();
    for (let round = 0; round < 40; round++) {
      await posts.insertRows?.(Array.from({ length: 10 }, () => ({ ...LIVE, note: 'n'.repeat(20_000) })));
    }
    await follower.until(({ records }) => records.size === 400);
    let text = '';
    slow.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    slow.resume();
    const has = (id: number) => text.includes(`"key":"${id}"`);
    while (!has(400)) await new Promise((resolve) => void slow.once('data', resolve));
    expect(Array.from({ length: 400 }, (_, at) => has(at + 1)).every(Boolean)).to.equal(true);
    slow.destroy();
  });
});
