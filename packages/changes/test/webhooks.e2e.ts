import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { STORES } from '../../model/test/each-store.ts';
import { fastClock } from './fast-clock.ts';
import { type Board, openBoard } from './open-board.ts';
import { randomOf, writeRandomly } from './random-writes.ts';
import { type Received, Receiver } from './receiver.ts';

/** Workers that are killed, one after the other. */
const ROUNDS = Number(process.env.CHANGES_ROUNDS ?? 2);
/** Milliseconds until the next one is killed. */
const LIFE = 400;

describe('webhooks of workers that are killed', function () {
  this.timeout(180_000 + ROUNDS * 10_000);

  for (const [name, make] of STORES) {
    it(`lose nothing, and keep the order of each record on ${name}`, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'rest-gen-webhooks-'));
      const database = await make();
      const store = name === 'sqlite' ? `sqlite:${folder}/board.sqlite3` : database.url;
      try {
        await proveDelivery(store, Number(process.env.SEED ?? Date.now() % 1_000_000));
      } finally {
        await database.drop();
        await rm(folder, { recursive: true, force: true });
      }
    });
  }
});

// --- internal ---

async function proveDelivery(store: string, seed: number): Promise<void> {
  const random = randomOf(seed);
  const start = Date.now();
  const receiver = await new Receiver().open();
  receiver.now = fastClock(start);
  receiver.answer = async () => {
    await new Promise((resolve) => void setTimeout(resolve, random(20)));
    return random(4) === 0 ? 500 : 204;
  };
  const board = await openBoard({ store });
  const workers = await Promise.all([1, 2].map(() => work(store, receiver.url, start)));
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const end = Date.now() + LIFE;
      while (Date.now() < end) await writeRandomly(board.models, random);
      const at = round % workers.length;
      workers[at]?.kill('SIGKILL');
      for (let writes = 0; writes < 5; writes++) await writeRandomly(board.models, random);
      workers[at] = await work(store, receiver.url, start);
    }
    await settle(board);
    const deliveries = await board.models.repository('webhook_delivery').findMany();
    const ids = new Set(receiver.received.map(({ id }) => id));
    expect(
      deliveries.filter(({ state }) => state !== 'delivered'),
      `seed ${seed}`,
    ).to.deep.equal([]);
    expect(
      deliveries.filter(({ id }) => !ids.has(String(id))),
      `seed ${seed}`,
    ).to.deep.equal([]);
    expect(ids.size).to.equal(deliveries.length).and.above(0);
    const list = await board.router.request('GET', '/post?status=live&pageSize=100', { user: { id: 1 } });
    expect(held(receiver.received), `seed ${seed}`).to.deep.equal(sorted(list.body as Data[]));
  } finally {
    for (const worker of workers) worker.kill('SIGKILL');
    await board.close();
    await receiver.close();
  }
}

async function work(store: string, url: string, start: number): Promise<ChildProcess> {
  const file = fileURLToPath(new URL('serve-worker.ts', import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, file, store, url, String(start)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(createInterface(child.stdout as NodeJS.ReadableStream), 'line');
  return child;
}

/** Everything that was written is delivered. */
async function settle({ models }: Board): Promise<void> {
  for (;;) {
    const waiting = await models.repository('rest_gen_change').count({ position: null });
    const [last] = await models.changes
      .read({ after: 0, table: 'post', limit: 100_000 })
      .then((changes) => changes.slice(-1));
    const cursor = await models.repository('webhook_cursor').findOne({ where: { id: 'hook' } });
    const pending = await models.repository('webhook_delivery').count({ state: 'pending' });
    if (waiting === 0 && pending === 0 && Number(cursor?.position) >= (last?.position ?? 0)) return;
    await new Promise((resolve) => void setTimeout(resolve, 50));
  }
}

type Data = Record<string, unknown>;

/** What a receiver holds that takes each event once, in the order of their arrival. */
function held(received: readonly Received[]): Data[] {
  const records = new Map<unknown, Data>();
  const order = new Map<unknown, string[]>();
  for (const { id, type, data } of received) {
    const ids = order.get(data.id) ?? [];
    // Another attempt of an event comes before the next event of the record.
    if (ids.includes(id)) expect(ids.at(-1)).to.equal(id);
    else order.set(data.id, [...ids, id]);
    if (type === 'post.deleted' || Object.keys(data).length === 1) records.delete(data.id);
    else records.set(data.id, data);
  }
  return sorted([...records.values()]);
}

function sorted(records: readonly Data[]): Data[] {
  return [...records].sort((a, b) => Number(a.id) - Number(b.id));
}
