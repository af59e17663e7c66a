import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from '@rest-gen/model';
import type { RestRouterOptions } from '@rest-gen/router';
import { expect } from 'chai';
import Rest from '../../../test/fixture/rest.ts';
import type { Model } from '../../model/src/core/index.ts';
import { type Board, openBoard } from './open-board.ts';
import { Follower, type Message } from './read-events.ts';

/** A user of whom JSON says nothing. */
class Member {
  readonly #id: number;

  constructor(id: number) {
    this.#id = id;
  }

  get id(): number {
    return this.#id;
  }
}

/** Each host has its own posts. */
class Hosted extends Rest {
  static changes = true;
  static hidden = ['secret'];

  override get records(): Model {
    return this.model().where({ owner_id: this.req.hostname === 'one.test' ? 1 : 2 });
  }
}

/** The class knows the user, and there is no policy. */
class Own extends Rest {
  static changes = true;
  static hidden = ['secret'];

  override get records(): Model {
    return this.model().where({ owner_id: (this.user as { id: number }).id });
  }
}

/** The action reads others of its records before the list. */
class Featured extends Rest {
  static changes = true;
  static hidden = ['secret'];

  override async getAction(): Promise<unknown> {
    await this.records.where({ pinned: true }).order('id').limit(1).select();
    return this.list(this.records);
  }
}

const ONLY_POSTS = { rules: [['/post', '/post', 'rest']], policies: {} } as Partial<RestRouterOptions>;
const DRAFTS = [1, 2].map((owner_id) => ({ title: `of ${owner_id}`, status: 'draft', owner_id }));

describe('who reads a stream', () => {
  let board: Board;
  const followers: Follower[] = [];
  const open = async (options: Parameters<typeof openBoard>[0]): Promise<void> => {
    board = await openBoard(options);
    await board.models.repository('post').insertRows?.(DRAFTS);
  };
  const titles = async (headers: Record<string, string> = {}): Promise<unknown[]> => {
    const follower = new Follower(`${board.url}/post?offset=-1&live=sse`, headers);
    followers.push(follower);
    await follower.ready();
    return [...follower.records.values()].map(({ title }) => title);
  };

  afterEach(async () => {
    for (const one of followers.splice(0)) one.close();
    await board.close();
  });

  it('is told of their own records, also where users are objects of a class', async () => {
    let id = 1;
    await open({ router: { user: () => new Member(id) as never } });
    expect(await titles()).to.deep.equal(['of 1']);
    id = 2;
    expect(await titles()).to.deep.equal(['of 2']);
  });

  it('is told of the records of the host that they have asked', async () => {
    await open({ router: { ...ONLY_POSTS, controllers: { post: Hosted } } });
    for (const [host, key] of [
      ['one.test:80', '1'],
      ['two.test', '2'],
    ]) {
      const sent = request(`${board.url}/post?offset=-1`, { headers: { host } }).end();
      const [response] = await once(sent, 'response');
      const messages = JSON.parse((await response.toArray()).join('')) as Message[];
      expect(messages.flatMap((one) => one.key ?? [])).to.deep.equal([key]);
    }
  });

  it('is told of the list, and not of what else the action reads', async () => {
    await open({ router: { ...ONLY_POSTS, controllers: { post: Featured } } });
    expect(await titles()).to.deep.equal(['of 1', 'of 2']);
  });

  it('is known by the address without Express, too', async () => {
    await open({ changes: { maxStreamsPerUser: 1 } });
    const server = createServer(board.router as unknown as RequestListener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const statusFor = async (localAddress: string): Promise<number> => {
      const sent = request({ port, localAddress, path: '/line?offset=-1&live=sse' }).end();
      const [response] = await once(sent, 'response');
      return response.statusCode;
    };
    try {
      expect([await statusFor('127.0.0.1'), await statusFor('127.0.0.1'), await statusFor('127.0.0.2')]).to.deep.equal([
        200, 429, 200,
      ]);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('gets the list anew after a backup was restored', async () => {
    await open({});
    const { headers } = await fetch(`${board.url}/post?offset=-1`, { headers: { 'x-user': '1' } });
    const docs = await readFile(new URL('../../../docs/changes.md', import.meta.url), 'utf8');
    for (const [statement] of docs.matchAll(/^update rest_gen_change.*(?=;$)/gm))
      await sql.raw(statement).execute(board.models.kysely);
    const next = headers.get('stream-next-offset') as string;
    expect(await titles({ 'x-user': '1', 'last-event-id': next })).to.deep.equal(['of 1']);
    expect(followers[0]?.messages[0]?.headers).to.deep.equal({ control: 'reset' });
  });

  it('gets the list anew as another user, also without policies', async () => {
    await open({ router: { ...ONLY_POSTS, controllers: { post: Own } } });
    const read = async (offset: string, user: string) => {
      const response = await fetch(`${board.url}/post?offset=${offset}`, { headers: { 'x-user': user } });
      const keys = ((await response.json()) as Message[]).map(({ key, headers }) => headers.control ?? key);
      return { keys, next: response.headers.get('stream-next-offset') as string };
    };
    const { next } = await read('-1', '1');
    expect((await read(next, '1')).keys).to.deep.equal([]);
    expect((await read(next, '2')).keys).to.deep.equal(['reset', 'snapshot-start', '2', 'snapshot-end']);
  });
});
