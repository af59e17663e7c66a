import { expect } from 'chai';
import fc from 'fast-check';
import type { Models } from '../../../packages/model/src/index.ts';
import { committed, serveBoard } from './board.ts';
import { type Any, answer, type Outcome, type Request, type Stored, type Table } from './naive-board.ts';
import { FIRST, randomSteps, type Step } from './random-requests.ts';

/** Sequences of 20 to 30 requests. `SEED` chooses others. */
const RUNS = Number(process.env.STORE_RUNS ?? 40);

const parameters: fc.Parameters<[readonly Step[]]> = {
  numRuns: RUNS,
  endOnFailure: process.env.SHRINK === undefined,
  seed: Number(process.env.SEED ?? 1),
};

/**
 * Generated writes over HTTP against a naive model: after each request its answer, and what every table holds.
 *
 * @param open - gives models on a store with the tables of the board; the suite closes them
 */
export function describeRandomWrites(name: string, open: () => Promise<Models>): void {
  describe(`random writes over HTTP: ${name}`, () => {
    let models: Models;
    let board: Awaited<ReturnType<typeof serveBoard>>;
    before(async () => {
      models = await open();
      board = await serveBoard(models);
    });
    after(async () => {
      await board?.close();
      await models?.close();
    });

    it('answer and store what plain JavaScript does', async function () {
      this.timeout(process.env.SHRINK ? 600_000 : 30_000 + RUNS * 2_000);
      const counts = new Map<string, number>();
      await fc.assert(
        fc.asyncProperty(randomSteps, async (steps) => {
          for (const table of ['issue_label', 'comment', 'issue', 'log'])
            await models.kysely.deleteFrom(table).execute();
          let stored = await readAll(models);
          const history: string[] = [];
          for (const step of [() => FIRST, ...steps])
            stored = await check(models, board.url, step(stored), stored, history, counts);
        }),
        parameters,
      );
      if (process.env.STORE_RUNS !== undefined)
        console.log(`      ${JSON.stringify(Object.fromEntries([...counts].sort()))}`);
      const succeeded = [
        'POST issue',
        'PUT issue',
        'PATCH issue',
        'DELETE issue',
        'restore',
        'PATCH issues',
        'DELETE issues',
        'POST comment',
        'DELETE comment',
      ];
      for (const kind of succeeded) expect(counts.get(`${kind}: done`) ?? 0, kind).to.be.greaterThan(0);
    });
  });
}

// --- internal ---

async function check(
  models: Models,
  url: string,
  request: Request,
  before: Stored,
  history: string[],
  counts: Map<string, number>,
): Promise<Stored> {
  committed.length = 0;
  const sent = await send(url, request);
  const after = await readAll(models);
  let missing = 0;
  const newId = (table: Table, text: string): number => {
    const known = new Set(before[table].map(({ id }) => id));
    return after[table].find((row) => !known.has(row.id) && (row.title ?? row.text) === text)?.id ?? --missing;
  };
  const expected = answer(before, request, newId);
  const label = [
    ...history,
    `${JSON.stringify(request)} → ${sent.status} ${sent.text}`,
    `expected ${JSON.stringify(expected)}`,
  ]
    .slice(-12)
    .join('\n');
  count(counts, request, expected);
  history.push(`${JSON.stringify(request)} → ${sent.status}`);
  const calls = after.log.slice(before.log.length);
  expect(sorted(committed), label).to.deep.equal(sorted(calls));
  if ('refused' in expected) {
    expect(expected.refused, label).to.include(sent.reason);
    expect(after, label).to.deep.equal(before);
    return before;
  }
  expect(sent.reason, label).to.equal(String(expected.status));
  // Records of a bulk write have no order; those of a list are in that of the list.
  const ordered = (body: Any): Any => (request.method === 'PATCH' && Array.isArray(body) ? byId(body) : body);
  expect(ordered(sent.body), label).to.deep.equal(ordered(shownOf(expected.body)));
  expect(inOrder(after), label).to.deep.equal(inOrder(expected.stored));
  return after;
}

function count(counts: Map<string, number>, { method, table, id, restore }: Request, expected: Outcome): void {
  const what = restore ? 'restore' : `${method} ${table}${id === undefined && method !== 'POST' ? 's' : ''}`;
  const how = 'refused' in expected ? expected.refused.map((reason) => reason.slice(0, 3)).sort()[0] : 'done';
  for (const key of [`${what}: ${how}`]) counts.set(key, (counts.get(key) ?? 0) + 1);
}

interface Answer {
  readonly status: number;
  readonly text: string;
  /** As the naive model says it; the status alone when it is done. */
  readonly reason: string;
  readonly body: Any;
}

async function send(url: string, request: Request): Promise<Answer> {
  const { ruled, user, method, table, parent, id, restore, include, atLeast, most, match, body } = request;
  const path = `${parent === undefined ? '' : `/project/${parent}`}/${table}${id === undefined ? '' : `/${id}`}${restore ? '/restore' : ''}`;
  const query = new URLSearchParams({
    ...(include && { include: 'labels,comments' }),
    ...(atLeast !== undefined && { 'priority[gte]': String(atLeast) }),
  });
  const address = `${url}${ruled ? '/ruled' : '/open'}${path}`;
  const common = { ...(user !== undefined && { 'X-User': String(user) }), 'Content-Type': 'application/json' };
  const tag =
    match === 'current' ? ((await fetch(address, { headers: common })).headers.get('etag') ?? '"none"') : '"other"';
  const reply = await fetch(`${address}?${query}`, {
    method,
    headers: {
      ...common,
      ...(most !== undefined && { Prefer: `max-affected=${most}` }),
      ...(match === 'none' ? { 'If-None-Match': '*' } : match && { 'If-Match': match === 'any' ? '*' : tag }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  const parsed = text === '' ? undefined : JSON.parse(text);
  return { status: reply.status, text, reason: reasonOf(reply.status, parsed), body: reply.ok ? parsed : undefined };
}

function reasonOf(status: number, body: Any): string {
  if (status < 300) return String(status);
  const pointers = body.errors?.map((error: Any) => error.pointer) ?? [
    body.pointer ?? (body.field && `/${body.field}`),
  ];
  return `${status} ${body.code} ${pointers.sort().join(' ')}`.trim();
}

/** Everything that is stored, read past the router. */
async function readAll(models: Models): Promise<Stored> {
  const rows = async (table: string): Promise<Any[]> =>
    (await models.kysely.selectFrom(table).selectAll().orderBy('id').execute()) as Any[];
  const [project, issue, comment, label, links, log] = await Promise.all(
    ['project', 'issue', 'comment', 'label', 'issue_label', 'log'].map(rows),
  );
  return {
    project: (project as Any[]).map((row) => ({ ...row })),
    issue: (issue as Any[]).map(({ deleted_at, secret, data, ...row }) => ({
      ...row,
      secret: Boolean(secret),
      data: typeof data === 'string' ? JSON.parse(data) : data,
      deleted: deleted_at !== null,
    })),
    comment: (comment as Any[]).map((row) => ({ ...row })),
    label: (label as Any[]).map((row) => ({ ...row })),
    issue_label: (links as Any[]).map(({ issue_id, label_id }) => ({ issue_id, label_id })),
    log: (log as Any[]).map(({ entry }) => entry),
  };
}

/** A record that is shown is not deleted. */
function shownOf(body: Any): Any {
  if (Array.isArray(body)) return body.map(shownOf);
  if (body === undefined || !('deleted' in body)) return body;
  const { deleted: _, ...row } = body;
  return { ...row, deleted_at: null };
}

/** Links and calls of hooks have no order; records are in that of their keys. */
function inOrder(stored: Stored): Any {
  const pairs = sorted(stored.issue_label.map(({ issue_id, label_id }) => `${issue_id} ${label_id}`));
  return {
    ...stored,
    issue: byId(stored.issue),
    comment: byId(stored.comment),
    issue_label: pairs,
    log: sorted(stored.log),
  };
}

function byId(rows: readonly Any[]): Any[] {
  return [...rows].sort((a, b) => a.id - b.id);
}

function sorted(list: readonly string[]): string[] {
  return [...list].sort();
}
