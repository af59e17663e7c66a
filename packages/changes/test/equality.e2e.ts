import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { stream } from '@durable-streams/client';
import { createModels } from '@rest-gen/model';
import { expect } from 'chai';
import { STORES } from '../../model/test/each-store.ts';
import { randomOf, writeRandomly } from './random-writes.ts';
import { Follower, type Message } from './read-events.ts';

/** Servers that are killed, one after the other. */
const ROUNDS = Number(process.env.CHANGES_ROUNDS ?? 4);
const MILLISECONDS = 1_000;
const LISTS = ['/post?status=live', '/post', '/post?owner_id=2&fields=id,title', '/post/1/comment'];

describe('streams of servers that are killed', function () {
  this.timeout(60_000 + ROUNDS * 5 * MILLISECONDS);

  for (const [name, make] of STORES) {
    it(`are equal to the list on ${name}`, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'rest-gen-changes-'));
      const database = await make();
      const store = name === 'sqlite' ? `sqlite:${folder}/board.sqlite3` : database.url;
      const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
      const random = randomOf(seed);
      let server = await serve(store, '0');
      const { port } = new URL(server.url);
      const models = createModels(store, { migrations: fileURLToPath(new URL('migrations', import.meta.url)) });
      await models.repository('post').insert({ title: 'the first', status: 'live', owner_id: 1 });
      const followers = ['1', '2'].flatMap((user) =>
        LISTS.map((list) => ({ list, user, follower: new Follower(streamOf(server.url, list), { 'x-user': user }) })),
      );
      const durable = followDurable(server.url);
      try {
        for (let round = 0; round < ROUNDS; round++) {
          const end = Date.now() + MILLISECONDS;
          while (Date.now() < end) await writeRandomly(models, random);
          server.child.kill('SIGKILL');
          await once(server.child, 'exit');
          for (let writes = 0; writes < 5; writes++) await writeRandomly(models, random);
          server = await serve(store, port);
        }
        // The last change is seen by each: then so are all before it.
        await models.repository('post').insert({ title: 'the last', status: 'live', owner_id: 2 });
        await models.repository('comment').insert({ post_id: 1, text: 'the last' });
        for (const { list, user, follower } of followers) {
          const isLast = ({ title, text }: Record<string, unknown>) => title === 'the last' || text === 'the last';
          await follower.until(({ records }) => [...records.values()].some(isLast));
          const where = `seed ${seed}, ${list} of user ${user}`;
          expect(sorted([...follower.records.values()]), where).to.deep.equal(await readAll(server.url, list, user));
        }
        await durable.until('the last');
        expect(sorted(durable.records()), `seed ${seed}`).to.deep.equal(await readAll(server.url, '/post', '1'));
      } finally {
        durable.close();
        for (const { follower } of followers) follower.close();
        server.child.kill('SIGKILL');
        await models.close();
        await database.drop();
        await rm(folder, { recursive: true, force: true });
      }
    });
  }
});

function streamOf(url: string, list: string): string {
  return `${url}${list}${list.includes('?') ? '&' : '?'}offset=-1&live=sse`;
}

async function serve(store: string, port: string): Promise<{ child: ChildProcess; url: string }> {
  const file = fileURLToPath(new URL('serve-board.ts', import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, file, store, port], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = (await once(createInterface(child.stdout as NodeJS.ReadableStream), 'line')) as [string];
  return { child, url };
}

async function readAll(url: string, list: string, user: string): Promise<unknown[]> {
  const response = await fetch(url + list, { headers: { 'x-user': user, accept: 'application/x-ndjson' } });
  return sorted(
    (await response.text())
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  );
}

function sorted(records: readonly unknown[]): unknown[] {
  return [...records].sort((a, b) => (a as { id: number }).id - (b as { id: number }).id);
}

/** The list of user 1 as the client of Durable Streams holds it, whose connection breaks with the server. */
function followDurable(url: string) {
  const controller = new AbortController();
  const held = new Map<string, Record<string, unknown>>();
  let wake = () => {};
  const run = async (): Promise<void> => {
    let offset = '-1';
    while (!controller.signal.aborted) {
      try {
        const response = await stream<Message>({
          url: `${url}/post`,
          headers: { 'x-user': '1' },
          offset,
          live: 'long-poll',
          signal: controller.signal,
          backoffOptions: { initialDelay: 50, maxDelay: 200, multiplier: 1.5, maxRetries: 100 },
        });
        for await (const message of response.jsonStream() as unknown as AsyncIterable<Message>) {
          const { key = '', value, headers } = message;
          if (headers.control === 'snapshot-start') held.clear();
          if (headers.operation === 'delete') held.delete(key);
          else if (value !== undefined) held.set(key, value);
          offset = response.offset;
          wake();
        }
      } catch {
        // The server is down: begin again with the list.
        offset = '-1';
      }
    }
  };
  void run();
  return {
    records: () => [...held.values()],
    until: async (title: string) => {
      while (![...held.values()].some((record) => record.title === title)) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    close: () => controller.abort(),
  };
}
