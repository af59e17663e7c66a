import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { stream } from '@durable-streams/client';
import { createModels } from '@rest-gen/model';
import { expect } from 'chai';
import { requireBrowser, startBrowser } from '../../openapi/test/browser.ts';
import { randomOf, writeRandomly } from './random-writes.ts';
import { Follower, type Message } from './read-events.ts';

/** Milliseconds until the next server is killed. */
const LIFE = 1_000;
const LISTS = ['/post?status=live', '/post', '/post?owner_id=2&fields=id,title', '/post/1/comment'];

/**
 * Follow lists in several ways while records are written at random and the servers are killed, one after the other, and compare what the followers hold in the
 * end with the lists.
 *
 * @param stores - the addresses of one database, as each server and each writer uses it
 */
export async function proveEquality(stores: readonly string[], rounds: number, seed: number): Promise<void> {
  const random = randomOf(seed);
  const servers: Served[] = [];
  for (const store of stores) servers.push(await serve(store, '0'));
  const migrations = fileURLToPath(new URL('migrations', import.meta.url));
  const writers = stores.map((store) => createModels(store, { migrations }));
  const [models, ...others] = writers as [ReturnType<typeof createModels>];
  await models.repository('post').insert({ title: 'the first', status: 'live', owner_id: 1 });
  const { id: first } = (await models.repository('post').findOne({ orderBy: [['id', 'asc']] })) as { id: number };
  const lists = LISTS.map((list) => list.replace('/post/1/', `/post/${first}/`));
  const followers: Holder[] = servers.flatMap(({ url }) =>
    ['1', '2'].flatMap((user) => lists.map((list) => followEvents(url, list, user))),
  );
  for (const { url } of servers) followers.push(followDurable(url));
  const file = requireBrowser();
  const browser = file === undefined ? undefined : await startBrowser(file);
  if (browser !== undefined) followers.push(await followInBrowser(await browser.newPage(), servers[0]?.url as string));
  try {
    for (let round = 0; round < rounds; round++) {
      const end = Date.now() + LIFE;
      const write = async (one: typeof models) => {
        while (Date.now() < end) await writeRandomly(one, random);
      };
      await Promise.all([models, models, ...others].map(write));
      const at = round % servers.length;
      const { child, url } = servers[at] as Served;
      child.kill('SIGKILL');
      await once(child, 'exit');
      for (let writes = 0; writes < 5; writes++) await writeRandomly(models, random);
      servers[at] = await serve(stores[at] as string, new URL(url).port);
    }
    // The last change is seen by each: then so are all before it.
    await models.repository('post').insert({ title: 'the last', status: 'live', owner_id: 2 });
    await models.repository('comment').insert({ post_id: first, text: 'the last' });
    for (const { list, user, url, until, records } of followers) {
      await until((held) => held.some(({ title, text }) => title === 'the last' || text === 'the last'));
      expect(sorted(records()), `seed ${seed}, ${list} of user ${user}`).to.deep.equal(await readAll(url, list, user));
    }
  } finally {
    for (const follower of followers) follower.close();
    await browser?.close();
    for (const { child } of servers) child.kill('SIGKILL');
    for (const writer of writers) await writer.close();
  }
}

// --- internal ---

type Records = readonly Readonly<Record<string, unknown>>[];

/** Who follows a list, and holds what follows from it. */
interface Holder {
  readonly list: string;
  readonly user: string;
  readonly url: string;
  until(isMet: (records: Records) => boolean): Promise<void>;
  records(): Records;
  close(): void;
}

interface Served {
  readonly child: ChildProcess;
  readonly url: string;
}

function followEvents(url: string, list: string, user: string): Holder {
  const follower = new Follower(streamOf(url, list), { 'x-user': user });
  const records = () => [...follower.records.values()];
  return {
    list,
    user,
    url,
    records,
    until: (isMet) => follower.until(() => isMet(records())),
    close: () => follower.close(),
  };
}

/** The `EventSource` of a browser, with the cookie of user 1. */
async function followInBrowser(
  page: Awaited<ReturnType<Awaited<ReturnType<typeof startBrowser>>['newPage']>>,
  url: string,
): Promise<Holder> {
  const list = '/post?status=live';
  await page.context().addCookies([{ name: 'user', value: '1', url }]);
  await page.goto(`${url}/post`);
  await page.evaluate(
    (path) => {
      const held = new Map();
      const source = new EventSource(path);
      source.addEventListener('data', (event) => {
        const { data } = event as unknown as { data: string };
        for (const { key, value, headers } of JSON.parse(data)) {
          if (headers.control === 'snapshot-start') held.clear();
          if (headers.operation === 'delete') held.delete(key);
          else if (value !== undefined) held.set(key, value);
        }
        Object.assign(globalThis, { held: [...held.values()] });
      });
    },
    streamOf('', list),
  );
  let records: Records = [];
  const until: Holder['until'] = async (isMet) => {
    while (!isMet(records)) {
      records = ((await page.evaluate(() => (globalThis as { held?: unknown }).held ?? [])) as Records) ?? [];
      await page.waitForTimeout(50);
    }
  };
  return { list, user: '1', url, until, records: () => records, close: () => {} };
}

function streamOf(url: string, list: string): string {
  return `${url}${list}${list.includes('?') ? '&' : '?'}offset=-1&live=sse`;
}

async function serve(store: string, port: string): Promise<Served> {
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
function followDurable(url: string): Holder {
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
  const records = () => [...held.values()];
  const until: Holder['until'] = async (isMet) => {
    while (!isMet(records())) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { list: '/post', user: '1', url, records, until, close: () => controller.abort() };
}
