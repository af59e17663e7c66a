import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { createModels, type Models, type Row } from '../../packages/model/src/index.ts';
import { makeDatabase } from '../../test/stores/mysql/database.ts';
import { createDatabase } from '../../test/stores/postgres/database.ts';
import { requireServer } from '../../test/stores/servers.ts';
import { attempt, type FaultStore, sqliteStore } from './servers.ts';
import { Processes } from './writers/processes.ts';

const KILLS = Math.min(20, Math.ceil(Number(process.env.FAULT_ROUNDS ?? 20) / 2));
const ISSUES = [1, 2, 3, 4, 5];
const [SOME, OTHERS] = [
  [1, 2, 3],
  [4, 5, 6],
];
const migrations = fileURLToPath(new URL('writers/migrations', import.meta.url));

for (const store of [sqliteStore(), ...(await serverStores())]) {
  describe(`writers in two processes that are killed: ${store.name}`, () => {
    let models: Models;
    let processes: Processes | undefined;

    before(async () => {
      const address = await store.create();
      models = createModels(address, { migrations });
      await models.migrate();
      processes = new Processes(address);
      await processes.start(2);
    });
    after(async () => {
      await processes?.stop();
      await models?.close();
      await store.remove();
    });

    it(`lose no update and leave no part of one, ${KILLS} times`, async () => {
      const ledger = new Ledger();
      let isOver = false;
      const clients = Array.from({ length: 2 * WORK.length }, async (_, client) => {
        const send = sender(() => (processes as Processes).url(client), ledger);
        for (let turn = 0; !isOver; turn++) await WORK[client % WORK.length]?.(send, ledger, `${client}-${turn}`, turn);
      });
      for (let kill = 0; kill < KILLS; kill++) {
        await wait(200 + Math.random() * 300);
        await processes?.kill();
      }
      isOver = true;
      await Promise.all(clients);
      expect([...ledger.statuses.keys()].filter((status) => ![200, 201, 204, 412, 503].includes(status))).to.deep.equal(
        [],
      );
      await checkLocks(sender(() => (processes as Processes).url(0), ledger));
      await checkRows(models, ledger);
      console.log(
        `        ${JSON.stringify(Object.fromEntries(ledger.statuses))}, ${ledger.unknown} without an answer`,
      );
    });
  });
}

// --- internal ---

/** What the clients know at the end. */
class Ledger {
  readonly statuses = new Map<number, number>();
  /** Requests whose server was killed, or which were 503: they may have been done. */
  unknown = 0;
  /** By issue: increments that were answered 200, and those that may have been done. */
  readonly done = new Map<number, number>();
  readonly maybe = new Map<number, number>();
  /** Titles of new issues, and marks that four issues got, that were answered. */
  readonly added: string[] = [];
  readonly marked: string[] = [];
  /** By pair of tasks: deletes and restores that were answered with 2. */
  readonly changed = new Map<number, number>();
}

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: what JSON holds.
  readonly body: any;
}

/** @returns `undefined` where nobody knows what has happened */
type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Reply | undefined>;
type Work = (send: Send, ledger: Ledger, name: string, turn: number) => Promise<void>;

function sender(urlOf: () => string, ledger: Ledger): Send {
  return async (method, path, body, headers = {}) => {
    const reply = await attempt(async () => {
      const answer = await fetch(`${urlOf()}${path}`, {
        method,
        headers: { 'Content-Type': 'application/json', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(20_000),
      });
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
    });
    if (reply !== undefined) ledger.statuses.set(reply.status, (ledger.statuses.get(reply.status) ?? 0) + 1);
    if (reply !== undefined && reply.status !== 503) return reply;
    ledger.unknown++;
    await wait(20);
    return undefined;
  };
}

const increase = (counts: Map<number, number>, id: number): unknown => counts.set(id, (counts.get(id) ?? 0) + 1);

const WORK: readonly Work[] = [
  async function increment(send, { done, maybe }, _, turn) {
    const id = ISSUES[turn % 2] as number;
    for (;;) {
      const read = await send('GET', `/issue/${id}`);
      if (read === undefined) continue;
      const body = { count: read.body.count + 1 };
      const reply = await send('PATCH', `/issue/${id}`, body, { 'If-Match': read.headers.get('etag') as string });
      if (reply?.status === 412) continue;
      increase(reply === undefined ? maybe : done, id);
      return;
    }
  },
  async function mark(send, { marked }, name, turn) {
    const filter = turn % 2 === 0 ? 'id[lte]=4' : 'id[gte]=2&id[lte]=5';
    const reply = await send('PATCH', `/issue?${filter}`, { mark: name }, { Prefer: 'max-affected=9' });
    expect(reply?.headers.get('x-total-count') ?? '4').to.equal('4');
    if (reply) marked.push(name);
  },
  async function link(send, _, __, turn) {
    const labels = Math.random() < 0.5 ? SOME : OTHERS;
    await send('PATCH', turn % 2 === 0 ? '/note/1' : '/issue/1', { labels });
  },
  async function add(send, { added }, name) {
    const comments = ['x', 'y', 'z'].map((text) => ({ text: `${name} ${text}` }));
    const reply = await send('POST', '/issue', { title: name, labels: SOME, comments });
    if (reply) added.push(name);
  },
  async function removeAndRestore(send, { changed }, _, turn) {
    const pair = 1 + (turn % 2);
    const removed = await send('DELETE', `/task?pair=${pair}`, undefined, { Prefer: 'max-affected=2' });
    expect(removed?.headers.get('x-total-count') ?? '0').to.be.oneOf(['0', '2']);
    const reply = await send('POST', `/task/${pair}/restore`, {});
    expect(reply?.body.restored ?? 0).to.be.oneOf([0, 2]);
    for (const one of [removed?.headers.get('x-total-count') === '2', reply?.body.restored === 2])
      if (one) increase(changed, pair);
  },
];

/** Each record can be written at once: nothing that was killed holds a lock. */
async function checkLocks(send: Send): Promise<void> {
  const began = performance.now();
  for (const id of ISSUES) expect((await send('PATCH', `/issue/${id}`, { mark: 'end' }))?.status).to.equal(200);
  expect((await send('PATCH', '/note/1', { labels: SOME }))?.status).to.equal(200);
  for (const pair of [1, 2]) expect((await send('POST', `/task/${pair}/restore`, {}))?.status).to.equal(200);
  expect(performance.now() - began).to.be.lessThan(5_000);
}

async function checkRows(models: Models, ledger: Ledger): Promise<void> {
  const [issues, comments, links, noteLinks, log] = await Promise.all(
    ['issue', 'comment', 'issue_label', 'note_label', 'log'].map((table) => models.repository(table).findMany()),
  );
  const of = (rows: typeof issues = [], id: unknown) => rows.filter(({ issue_id }) => issue_id === id);
  for (const { id, title, count, writes } of issues ?? []) {
    const [done, maybe] = [ledger.done.get(id as number) ?? 0, ledger.maybe.get(id as number) ?? 0];
    expect(count, `increments of ${title}`).to.be.within(done, done + maybe);
    expect(of(log, id).length, `the log of ${title}`).to.equal(writes);
    const labels = of(links, id).map(({ label_id }) => label_id as number);
    if (ISSUES.includes(id as number)) {
      if (labels.length > 0) expect([SOME, OTHERS], `labels of ${title}`).to.deep.include(labels.sort());
    } else {
      expect(labels.sort(), `labels of ${title}`).to.deep.equal(SOME);
      expect(of(comments, id).length, `comments of ${title}`).to.equal(3);
    }
  }
  expect((issues ?? []).map(({ title }) => title)).to.include.members(ledger.added);
  expect(noteLinks?.map(({ label_id }) => label_id as number).sort()).to.deep.equal(SOME);
  checkTasks(await models.repository('task').findMany(), log ?? [], ledger);
  const marked = new Map<unknown, Set<unknown>>();
  for (const { mark, issue_id } of (log ?? []).filter((row) => Number(row.issue_id) > 0))
    marked.set(mark, (marked.get(mark) ?? new Set()).add(issue_id));
  for (const mark of ledger.marked) expect(marked.has(mark), mark).to.equal(true);
  for (const [mark, ids] of marked) if (mark !== 'end' && mark !== null) expect(ids.size, `${mark}`).to.equal(4);
  expect(Math.min(ledger.added.length, ledger.marked.length, ledger.done.size)).to.be.greaterThan(0);
}

/** Both of a pair are deleted or neither, and the log has a delete and a restore in turns for each. */
function checkTasks(tasks: readonly Row[], log: readonly Row[], { changed }: Ledger): void {
  for (const { id, pair, deleted_at } of tasks) {
    expect(deleted_at, `task ${id}, restored at the end`).to.equal(null);
    const entries = log.filter(({ issue_id }) => issue_id === -Number(id)).sort((a, b) => Number(a.id) - Number(b.id));
    const marks = entries.map(({ mark }) => mark);
    expect(marks, `the log of task ${id}`).to.eql(marks.map((_, at) => (at % 2 === 0 ? 'delete' : 'restore')));
    expect(marks.length % 2, `the log of task ${id}`).to.equal(0);
    expect(marks.length).to.be.at.least(changed.get(Number(pair)) ?? 0);
    expect(marks.length).to.be.greaterThan(0);
  }
}

async function serverStores(): Promise<FaultStore[]> {
  const makers = [
    ['PostgreSQL', await requireServer('postgres'), createDatabase],
    ['MariaDB', await requireServer('mysql'), makeDatabase],
  ] as const;
  return makers.flatMap(([name, address, make]): FaultStore[] => {
    if (address === undefined) return [];
    let database: { readonly url: string; drop(): Promise<void> };
    return [
      {
        name,
        create: async () => {
          database = await make(address);
          return database.url;
        },
        remove: () => database.drop(),
      },
    ];
  });
}
