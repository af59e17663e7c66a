import { once } from 'node:events';
import { createServer as createHttp, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { Controller, createRestRouter, type Repository, type RestRouterOptions } from '../../src/index.ts';
import { memoryModels } from '../memory-models.ts';
import { keepQuiet } from '../serve.ts';

/** Bytes: more than the sockets of both sides take. */
const SIZE = 16_000_000;
const REQUEST = { large: 'GET /large HTTP/1.1\r\nHost: a\r\n\r\n', list: 'GET /post HTTP/1.1\r\nHost: a\r\n\r\n' };
const BUSY = { status: 503, code: 'E_BUSY', retryAfter: '1' };

let created = 0;

class Large extends Controller {
  getAction() {
    return 'x'.repeat(SIZE - 2);
  }
  postAction() {
    created += 1;
    return { created };
  }
}
class Post extends Controller {
  static include = { comments: { fields: 'id' } } as const;
  getAction() {
    return this.id === undefined ? this.list(this.model()) : this.detail(this.model().byId(this.id));
  }
}

describe('the memory of answers', () => {
  keepQuiet();
  let server: Server;
  let port: number;
  /** Reads of posts that have begun, and what each waits for. */
  let reads: number;
  let gate: Promise<void> | undefined;
  let open: () => void;

  beforeEach(() => {
    created = reads = 0;
    gate = new Promise((resolve) => {
      open = resolve;
    });
  });
  afterEach(async () => {
    open();
    server.close();
    // Those of HTTP/2 are closed by their test.
    if ('closeAllConnections' in server) server.closeAllConnections();
    await once(server, 'close');
  });

  async function serve(options: RestRouterOptions, create: (listener: never) => Server = createHttp): Promise<void> {
    const models = memoryModels({
      post: { id: 'integer' },
      comment: { id: 'integer', post_id: 'integer -> post.id' },
    });
    await models.repository('post').insert({});
    const read = async <T>(find: () => Promise<T>): Promise<T> => {
      reads += 1;
      await gate;
      return find();
    };
    const waiting = (repository: Repository): Repository => ({
      ...repository,
      findOne: (query) => read(() => repository.findOne(query)),
      findMany: (query) => read(() => repository.findMany(query)),
    });
    const repository: typeof models.repository = (name, ...rest) =>
      name === 'post' ? waiting(models.repository(name, ...rest)) : models.repository(name, ...rest);
    const router = createRestRouter({
      rules: [['/:controller(large|post)/:id?', '/:controller', 'rest']],
      controllers: { large: Large, post: Post },
      model: { ...models, repository },
      log: false,
      ...options,
      limits: { answer: SIZE, ...options.limits },
    });
    await router.ready;
    server = create(router as never);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    ({ port } = server.address() as AddressInfo);
  }

  async function ask(path: string, method = 'GET') {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method });
    const body = (await answer.json()) as { code?: string };
    return { status: answer.status, code: body?.code, retryAfter: answer.headers.get('retry-after') };
  }
  const statusOf = async (path: string, method?: string) => (await ask(path, method)).status;

  /** Requests an answer that is not read, and waits until it begins. */
  async function leaveUnread() {
    const socket = connect(port, '127.0.0.1');
    socket.write(REQUEST.large);
    await once(socket, 'readable');
    return socket;
  }

  it('is 503 while clients do not read their answers, before the action runs, until they read them or leave', async () => {
    await serve({ limits: { memory: SIZE } });
    for (const end of ['read', 'leave']) {
      const socket = await leaveUnread();
      expect(await ask('/large', 'POST')).to.deep.equal(BUSY);
      expect(created).to.equal(0);
      if (end === 'leave') socket.destroy();
      else {
        let bytes = 0;
        for await (const chunk of socket) {
          bytes += chunk.length;
          if (bytes > SIZE) break;
        }
      }
      while ((await statusOf('/large', 'POST')) !== 200);
      created = 0;
    }
  });

  for (const path of ['/post', '/post/1?include=comments']) {
    it(`is waited for before records are read: GET ${path}`, async () => {
      await serve({ limits: { memory: 1 } });
      const answers = [ask(path), ask(path)];
      while (reads === 0) await turn();
      // The second request has arrived, and its turn comes later.
      await statusOf('/large', 'POST');
      expect(reads).to.equal(1);
      open();
      expect((await Promise.all(answers)).map(({ status }) => status)).to.deep.equal([200, 200]);
      expect(reads).to.equal(2);
    });
  }

  it('is 503 for a list when none becomes free', async () => {
    await serve({ limits: { memory: 1 } });
    const first = ask('/post');
    while (reads === 0) await turn();
    expect(await ask('/post')).to.deep.equal(BUSY);
    open();
    expect((await first).status).to.equal(200);
  });

  it('is free again when the time of a request is up', async () => {
    await serve({ limits: { memory: 1 }, timeout: 100 });
    expect((await ask('/post')).code).to.equal('E_TIMEOUT');
    gate = undefined;
    expect(await statusOf('/post')).to.equal(200);
  });

  it('is free again when a client leaves', async () => {
    await serve({ limits: { memory: 1 } });
    const socket = connect(port, '127.0.0.1');
    socket.write(REQUEST.list);
    while (reads === 0) await turn();
    socket.destroy();
    gate = undefined;
    expect(await statusOf('/post')).to.equal(200);
  });
});
