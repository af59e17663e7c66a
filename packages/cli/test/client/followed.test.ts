import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createClient, type List, type Live, type Resources } from '@rest-gen/client';
import { followChanges } from '@rest-gen/client/changes';
import { createOpenApi } from '@rest-gen/openapi';
import { expect } from 'chai';
import { type Board, openBoard } from '../../../changes/test/open-board.ts';
import { randomOf, writeRandomly } from '../../../changes/test/random-writes.ts';
import { STORES } from '../../../model/test/each-store.ts';
import { writeClient } from '../../src/commands/client.ts';

type Row = Readonly<Record<string, unknown>>;
type Api = Record<'post' | 'comment', { list(query: object): List<Row>; live(query: object): Live<Row> }>;

const LISTS: readonly (readonly [name: 'post' | 'comment', query: object])[] = [
  ['post', {}],
  ['post', { sort: ['-price', 'id'] }],
  ['post', { sort: ['pinned', '-title'], where: { status: 'live' } }],
  ['post', { sort: '-due_at', where: { owner_id: 1 }, fields: ['id', 'due_at', 'note'] }],
  ['post', { include: ['comments'] }],
  ['comment', { sort: 'post.title', include: ['post'] }],
  ['comment', { sort: '-post.price', include: ['post'] }],
  ['comment', { where: { 'post.status': 'live' } }],
];

describe('live lists of a service', () => {
  it('are written for it, with the fields that are numbers', async () => {
    const board = await openBoard();
    const client = writeClient(await createOpenApi(board.router, { info: { title: 'Board', version: '1.0.0' } }));
    await board.close();
    for (const route of [
      "item: '/post/{id}', changes: ['price'] }",
      "item: '/comment/{id}', changes: ['post.price'] }",
    ]) {
      expect(client).to.contain(route);
    }
    expect(client).not.to.contain('offset');
  });

  for (const [name, make] of STORES) {
    it(`are equal to its lists on ${name}, while connections are cut at random`, async () => {
      const database = await make();
      const board = await openBoard({ store: database.url });
      const proxy = await openProxy(Number(new URL(board.url).port));
      try {
        await compareLists(board, proxy);
      } finally {
        proxy.close();
        await board.close();
        await database.drop();
      }
    });
  }
});

// --- internal ---

async function compareLists(board: Board, proxy: Proxy): Promise<void> {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  const random = randomOf(seed);
  const headers = { 'x-user': '1' };
  const api = createClient<Api>(ROUTES, { baseUrl: proxy.url, headers, fetch: impatient }, undefined, followChanges);
  const direct = createClient<Api>(ROUTES, { baseUrl: board.url, headers });
  for (let count = 0; count < 20; count += 1) await writeRandomly(board.models, random);
  const lists = LISTS.map(([name, query]) => ({ name, query, live: api[name].live(query) }));
  await Promise.all(lists.map(({ live }) => live.ready));
  for (let count = 0; count < 300; count += 1) {
    await writeRandomly(board.models, random);
    if (random(10) === 0) proxy.cut(random);
  }
  expect(proxy.cuts).to.be.above(5);
  for (const { name, query, live } of lists) {
    const expected: Row[] = [];
    for await (const record of direct[name].list(query)) expected.push(record);
    await until(live, () => JSON.stringify(live.records) === JSON.stringify(expected)).catch(() => {});
    expect(live.records, `seed ${seed}, ${name} ${JSON.stringify(query)}`).to.deep.equal(expected);
    live.close();
  }
}

const ROUTES: Resources = {
  post: [{ path: '/post', item: '/post/{id}', changes: ['price'] }],
  comment: [{ path: '/comment', item: '/comment/{id}', changes: ['post.price'] }],
};

/** The service asks for a second between two connections; a test has less. */
const impatient: typeof fetch = async (url, init) => {
  const response = await fetch(url, init);
  const shorten = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      controller.enqueue(
        Buffer.from(Buffer.from(chunk).toString('latin1').replace('retry: 1000', 'retry: 10'), 'latin1'),
      );
    },
  });
  return new Response(response.body?.pipeThrough(shorten), response);
};

/** Passes bytes on until it cuts a connection. */
interface Proxy {
  readonly url: string;
  readonly cuts: number;
  cut(random: (below: number) => number): void;
  close(): void;
}

async function openProxy(port: number): Promise<Proxy> {
  const sockets: Socket[] = [];
  let cuts = 0;
  const server = createServer((socket) => {
    const service = connect(port, '127.0.0.1');
    sockets.push(socket);
    const end = () => {
      service.destroy();
      socket.destroy();
      sockets.splice(sockets.indexOf(socket), 1);
    };
    for (const one of [socket, service]) one.on('error', end).once('close', () => one.destroy());
    socket.once('close', end);
    socket.pipe(service).pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get cuts() {
      return cuts;
    },
    cut(random) {
      const socket = sockets[random(Math.max(1, sockets.length))];
      if (socket === undefined) return;
      cuts += 1;
      socket.destroy();
    },
    close() {
      for (const socket of [...sockets]) socket.destroy();
      server.close();
    },
  };
}

/** Resolves when a list is as a test expects, and after ten seconds in which it is not. */
function until(live: Live<Row>, holds: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(reject, 10_000);
    const look = () => {
      if (!holds()) return;
      clearTimeout(timer);
      end();
      resolve();
    };
    const end = live.subscribe(look);
    look();
  });
}
