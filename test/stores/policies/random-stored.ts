import type { AddressInfo } from 'node:net';
import {
  type ControllerClass,
  createRestRouter,
  definePolicy,
  type Policy,
  type RestRouterOptions,
} from '@rest-gen/router';
import { expect } from 'chai';
import express from 'express';
import fc from 'fast-check';
import { defineLogic, partial } from '../../../packages/logic/src/index.ts';
import { type Models, sql } from '../../../packages/model/src/index.ts';
import { keepQuiet } from '../../../packages/router/test/serve.ts';
import Rest from '../../fixture/rest.ts';
import { apart } from '../fixture.ts';

/** `STORE_RUNS` sets of records and policies, each with some requests. `SEED` repeats a run. */
const RUNS = Number(process.env.STORE_RUNS ?? 60);
const SEED = process.env.SEED === undefined ? {} : { seed: Number(process.env.SEED) };

/**
 * Compare what users read and write under random policies with the same conditions in SQL, evaluated by the database on the stored records. Many
 * conditions are about links, records behind a foreign key of two columns, and lists with a declared `where`.
 *
 * Row-level security cannot be the reference: it checks a row before its links exist.
 *
 * @param open - gives models on an empty database; the suite closes them
 * @param key - the column type of an auto-incrementing primary key
 */
export function describeRandomStored(name: string, open: () => Promise<Models> | Models, key: string): void {
  describe(`random policies of stored records: ${name}`, () => {
    keepQuiet();
    let models: Models;
    before(async () => {
      models = await open();
      for (const text of tables(key)) await sql.raw(text).execute(models.kysely);
    });
    after(() => models.close());

    it('let users read and write what the same conditions in SQL do', async function () {
      this.timeout(Math.max(60_000, RUNS * 2_000));
      const counts = { accepted: 0, refused: 0 };
      await fc.assert(
        fc.asyncProperty(randomCase, (one) => checkCase(models, one, counts)),
        { numRuns: RUNS, ...SEED },
      );
      // Otherwise nothing was compared.
      expect(Math.min(counts.accepted, counts.refused)).to.be.greaterThan(RUNS / 5);
    });
  });
}

// --- internal ---

const tables = (key: string): string[] => [
  `create table team (id ${key}, owner integer not null)`,
  `create table note (id ${key}, tenant_id integer not null, owner integer not null, unique (tenant_id, id))`,
  `create table doc (id ${key}, tenant_id integer not null, owner integer not null, title varchar(20) not null, note_id integer,
    foreign key (tenant_id, note_id) references note (tenant_id, id))`,
  `create table doc_team (doc_id integer not null, team_id integer not null, primary key (doc_id, team_id),
    foreign key (doc_id) references doc (id) on delete cascade, foreign key (team_id) references team (id))`,
  `create table comment (id ${key}, doc_id integer not null, author integer not null, hidden integer not null,
    foreign key (doc_id) references doc (id) on delete cascade)`,
];
const TABLES = ['comment', 'doc_team', 'doc', 'note', 'team'] as const;

interface User {
  readonly id: number;
  readonly tenant: number;
  readonly team: number;
}

/** A condition of a policy on a document, and the same in SQL with the aliases `d` (document), `t` (team) and `c` (comment). */
interface Atom {
  readonly filter: (user: User) => object;
  /** The list that it is about: one record has to meet all conditions on the same list. */
  readonly list?: 'teams' | 'open';
  readonly sql: (user: User) => string;
}

const OPEN_COUNT = '(select count(*) from comment c where c.doc_id = d.id and c.hidden = 0)';
const atoms: readonly Atom[] = [
  { filter: ({ id }) => ({ owner: id }), sql: ({ id }) => `d.owner = ${id}` },
  { filter: ({ tenant }) => ({ tenant_id: tenant }), sql: ({ tenant }) => `d.tenant_id = ${tenant}` },
  { filter: ({ team }) => ({ 'teams.id': team }), list: 'teams', sql: ({ team }) => `t.id = ${team}` },
  { filter: ({ id }) => ({ 'teams.owner': id }), list: 'teams', sql: ({ id }) => `t.owner = ${id}` },
  { filter: ({ id }) => ({ 'open.author': id }), list: 'open', sql: ({ id }) => `c.author = ${id}` },
  { filter: () => ({ 'open.id': { gt: 0 } }), list: 'open', sql: () => 'c.id > 0' },
  { filter: () => ({ openCount: { lte: 1 } }), sql: () => `${OPEN_COUNT} <= 1` },
  {
    filter: ({ id }) => ({ 'note.owner': id }),
    sql: ({ id }) =>
      `exists (select 1 from note n where n.id = d.note_id and n.tenant_id = d.tenant_id and n.owner = ${id})`,
  },
];
const LISTS = {
  teams: 'doc_team l join team t on t.id = l.team_id where l.doc_id = d.id',
  open: 'comment c where c.doc_id = d.id and c.hidden = 0',
};

/** Alternatives, each a list of conditions that all have to hold; `true` is everyone, `false` nobody. */
type Condition = boolean | readonly (readonly Atom[])[];

function toPolicy(condition: Condition): Policy['read'] {
  if (typeof condition === 'boolean') return condition ? 'everyone' : 'nobody';
  return condition.map((all) => (user: User) => Object.assign({}, ...all.map(({ filter }) => filter(user)))) as never;
}

/** Combine conditions that have to hold together. */
function toSql(conditions: readonly Condition[], user: User): string {
  const lists = conditions.map((one) => (typeof one === 'boolean' ? (one ? [[]] : []) : one));
  const ways = lists.reduce<Atom[][]>(
    (known, list) => known.flatMap((all) => list.map((more) => [...all, ...more])),
    [[]],
  );
  const texts = ways.map((all) => {
    const of = (list: Atom['list']) => all.filter((one) => one.list === list).map((one) => one.sql(user));
    const lists = (['teams', 'open'] as const).filter((list) => of(list).length > 0);
    const parts = [
      ...of(undefined),
      ...lists.map((list) => `exists (select 1 from ${LISTS[list]} and ${of(list).join(' and ')})`),
    ];
    return `(${['1 = 1', ...parts].join(' and ')})`;
  });
  return texts.length === 0 ? '1 = 0' : texts.join(' or ');
}

interface Doc {
  readonly tenant_id: number;
  readonly owner: number;
  readonly title: string;
  readonly note_id: number | null;
  readonly teams: readonly number[];
  readonly comments: readonly Comment[];
}
type Comment = { readonly author: number; readonly hidden: number };

type Action =
  | { readonly kind: 'post'; readonly docs: readonly Doc[] }
  | { readonly kind: 'put' | 'patch'; readonly id: number; readonly doc: Partial<Omit<Doc, 'comments'>> }
  /** PUT the record that GET has returned. */
  | { readonly kind: 'back'; readonly id: number }
  | { readonly kind: 'delete'; readonly id: number }
  | { readonly kind: 'comment'; readonly id: number; readonly comment: Comment };

const two = fc.integer({ min: 1, max: 2 });
const condition: fc.Arbitrary<Condition> = fc.oneof(
  { weight: 2, arbitrary: fc.constant(true) },
  { weight: 1, arbitrary: fc.constant(false) },
  {
    weight: 9,
    arbitrary: fc.array(fc.uniqueArray(fc.constantFrom(...atoms), { minLength: 1, maxLength: 2 }), {
      minLength: 1,
      maxLength: 2,
    }),
  },
);
const comment = fc.record({ author: two, hidden: fc.integer({ min: 0, max: 1 }) });
const doc: fc.Arbitrary<Doc> = fc.record({
  tenant_id: two,
  owner: two,
  title: fc.constantFrom('a', 'b'),
  // Notes 1 and 2 are of tenant 1, 3 and 4 of tenant 2; there is no note 9.
  note_id: fc.constantFrom(null, 1, 2, 3, 4, 9),
  teams: fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }),
  comments: fc.array(comment, { maxLength: 2 }),
});
const stored = doc.map(
  (one): Doc => ({
    ...one,
    note_id: one.note_id !== null && one.note_id <= 4 && tenantOf(one.note_id) === one.tenant_id ? one.note_id : null,
  }),
);
const place = fc.integer({ min: 0, max: 2 });
const changes = doc.map(({ comments: _, ...rest }) => rest);
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constant('post' as const), docs: fc.array(doc, { minLength: 1, maxLength: 2 }) }),
  fc.record({ kind: fc.constant('put' as const), id: place, doc: changes }),
  fc.record({
    kind: fc.constant('patch' as const),
    id: place,
    doc: fc
      .tuple(changes, fc.subarray(['tenant_id', 'owner', 'title', 'note_id', 'teams']))
      .map(([one, names]) => pick(one, names)),
  }),
  fc.record({ kind: fc.constant('back' as const), id: place }),
  fc.record({ kind: fc.constant('delete' as const), id: place }),
  fc.record({ kind: fc.constant('comment' as const), id: place, comment }),
);

const randomCase = fc.record({
  user: fc.record({ id: two, tenant: two, team: fc.integer({ min: 1, max: 3 }) }),
  docs: fc.array(stored, { minLength: 3, maxLength: 3 }),
  /** Owners of the notes. */
  notes: fc.tuple(two, two, two, two),
  always: fc.option(condition, { nil: true as Condition, freq: 1 }),
  read: condition,
  create: condition,
  update: condition,
  delete: condition,
  /** Whether only the owner may read a note. */
  hidesNotes: fc.boolean(),
  comments: fc.constantFrom('everyone', 'author', 'owner'),
  actions: fc.array(action, { minLength: 1, maxLength: 6 }),
});
type Case = typeof randomCase extends fc.Arbitrary<infer One> ? One : never;

function tenantOf(note: number): number {
  return note <= 2 ? 1 : 2;
}

function pick(one: object, names: readonly string[]): Partial<Omit<Doc, 'comments'>> {
  return Object.fromEntries(Object.entries(one).filter(([name]) => names.includes(name)));
}

class DocController extends Rest {
  static bulk = ['post'] as const;
  static include = {
    teams: { through: 'doc_team', order: 'id' },
    comments: { write: true, order: 'id' },
    note: true,
  } as const;
}
class CommentController extends Rest {
  static include = { doc: true } as const;
}
class TeamController extends Rest {}
class NoteController extends Rest {}

const int = { int: true, required: true } as const;
const fields = {
  tenant_id: int,
  owner: int,
  title: { string: true, required: true },
  note_id: { int: true, nullable: true },
  teams: { array: true, children: { int: true } },
} as const;
const logics = {
  doc: defineLogic({
    postAction: { body: fields },
    putAction: { body: fields },
    patchAction: { body: partial(fields) },
  }),
  comment: defineLogic({ postAction: { body: { doc_id: int, author: int, hidden: int } } }),
};

/** Serve the documents under the policies of a case. */
async function serve(models: Models, one: Case): Promise<{ url: string; close: () => Promise<unknown> }> {
  const COMMENTS = {
    everyone: 'everyone',
    author: ({ id }: User) => ({ author: id }),
    owner: ({ id }: User) => ({ 'doc.owner': id }),
  };
  const policies = {
    team: definePolicy('everyone'),
    note: definePolicy({ read: one.hidesNotes ? ((({ id }: User) => ({ owner: id })) as never) : 'everyone' }),
    comment: definePolicy({
      relations: { doc: true },
      read: 'everyone',
      create: COMMENTS[one.comments as 'author'] as never,
    }),
    doc: definePolicy({
      relations: {
        teams: { through: 'doc_team' },
        open: { table: 'comment', where: { hidden: 0 } },
        openCount: { count: 'comment', where: { hidden: 0 } },
        note: true,
      },
      ...(one.always !== true && { always: toPolicy(one.always) }),
      read: toPolicy(one.read),
      create: toPolicy(one.create),
      update: toPolicy(one.update),
      delete: toPolicy(one.delete),
    } as never),
  };
  const router = createRestRouter({
    rules: [
      ['/doc/:doc_id/comment/:id?', 'comment', 'rest'],
      ['/:name(doc|team|note)/:id?', '/:name', 'rest'],
    ],
    controllers: {
      doc: DocController,
      comment: CommentController,
      team: TeamController,
      note: NoteController,
    } as Record<string, ControllerClass>,
    logics,
    policies,
    model: apart(models),
    log: false,
    user: () => one.user,
  } as unknown as RestRouterOptions);
  await router.ready;
  const server = express().use(router).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

type Kysely = Models['kysely'];
type Rows = Record<string, unknown>[];

/** Dump all rows in a canonical order. New documents get a name, because their keys differ between SQL and HTTP. */
async function dump(db: Kysely, known: readonly number[]): Promise<unknown> {
  const rows = async (text: string): Promise<Rows> => (await sql.raw(text).execute(db)).rows as Rows;
  const docs = await rows('select id, tenant_id, owner, title, note_id from doc order by id');
  const added = docs.map(({ id }) => id).filter((id) => !known.includes(id as number));
  const nameOf = (id: unknown): unknown => (added.includes(id) ? `new ${added.indexOf(id)}` : id);
  const links = await rows('select doc_id, team_id from doc_team');
  const comments = await rows('select doc_id, author, hidden from comment');
  return {
    docs: docs.map(({ id, ...one }) => JSON.stringify([nameOf(id), one])).sort(),
    links: links.map((one) => `${nameOf(one.doc_id)}-${one.team_id}`).sort(),
    comments: comments.map((one) => `${nameOf(one.doc_id)} ${one.author} ${one.hidden}`).sort(),
  };
}

async function idsOf(db: Kysely): Promise<number[]> {
  const { rows } = await sql.raw('select id from doc order by id').execute(db);
  return (rows as Rows).map(({ id }) => Number(id));
}

async function add(db: Kysely, table: string, row: object): Promise<void> {
  await db
    .insertInto(table)
    .values(row as never)
    .execute();
}

async function insert(db: Kysely, { teams, comments, ...row }: Doc, id: number | undefined): Promise<number> {
  await add(db, 'doc', { ...row, ...(id !== undefined && { id }) });
  const [last] = (await sql.raw('select max(id) as id from doc').execute(db)).rows as { id: number }[];
  const added = id ?? Number(last?.id);
  for (const team_id of teams) await add(db, 'doc_team', { doc_id: added, team_id });
  for (const one of comments) await add(db, 'comment', { doc_id: added, ...one });
  return added;
}

/** Store the records of a case, and return the keys of its documents. */
async function prepare({ kysely: db }: Models, { docs, notes }: Case): Promise<number[]> {
  for (const table of TABLES) await db.deleteFrom(table).execute();
  for (const id of [1, 2, 3]) await add(db, 'team', { id, owner: id === 3 ? 2 : 1 });
  for (const [index, owner] of notes.entries())
    await add(db, 'note', { id: index + 1, tenant_id: tenantOf(index + 1), owner });
  const ids: number[] = [];
  for (const one of docs) ids.push(await insert(db, one, undefined));
  return ids;
}

/** Evaluate the conditions of a case in SQL. */
function oracle(one: Case) {
  const { user, always } = one;
  const holds = async (
    db: Kysely,
    operation: 'read' | 'create' | 'update' | 'delete',
    id: number,
  ): Promise<boolean> => {
    const where = toSql([always, one[operation]], user);
    return (await sql.raw(`select d.id from doc d where d.id = ${id} and (${where})`).execute(db)).rows.length > 0;
  };
  const readable = async (db: Kysely): Promise<unknown[]> => {
    const { rows } = await sql
      .raw(`select d.id as id from doc d where ${toSql([always, one.read], user)} order by d.id`)
      .execute(db);
    return (rows as Rows).map(({ id }) => id);
  };
  const showsNote = (id: number | null | undefined): boolean =>
    id === null || id === undefined || (id <= 4 && (!one.hidesNotes || one.notes[id - 1] === user.id));
  const mayComment = async (db: Kysely, id: number, comments: readonly Comment[]): Promise<boolean> => {
    if (one.comments === 'author') return comments.every(({ author }) => author === user.id);
    const [row] = (await sql.raw(`select owner from doc where id = ${id}`).execute(db)).rows as Rows;
    return one.comments === 'everyone' || comments.length === 0 || row?.owner === user.id;
  };
  return { holds, readable, showsNote, mayComment };
}

const UNDONE = new Error('undone');

/** Apply an action in SQL and check the conditions, in a transaction that is rolled back: the rows that it leaves, or why it has to be refused. */
async function expected(
  models: Models,
  one: Case,
  action: Action,
  ids: readonly number[],
  present: readonly number[],
): Promise<{ rows?: unknown; refused?: string }> {
  const { holds, showsNote, mayComment } = oracle(one);
  let result: { rows?: unknown; refused?: string } = {};
  const work = async (db: Kysely): Promise<string | undefined> => {
    if (action.kind === 'post') {
      const added: [Doc, number][] = [];
      for (const [index, sent] of action.docs.entries()) added.push([sent, await insert(db, sent, -1_000 + index)]);
      for (const [sent, id] of added) {
        if (!(await holds(db, 'create', id))) return 'create';
        if (!showsNote(sent.note_id)) return 'note';
        if (!(await mayComment(db, id, sent.comments))) return 'comment';
      }
      return undefined;
    }
    const id = ids[action.id] as number;
    if (!(await holds(db, 'read', id))) return 'read';
    if (action.kind === 'comment') {
      await add(db, 'comment', { doc_id: id, ...action.comment });
      return (await mayComment(db, id, [action.comment])) ? undefined : 'comment';
    }
    if (action.kind === 'delete') {
      if (!(await holds(db, 'delete', id))) return 'delete';
      await db
        .deleteFrom('doc')
        .where('id', '=', id as never)
        .execute();
      return undefined;
    }
    if (!(await holds(db, 'update', id))) return 'update before';
    if (action.kind === 'back') return undefined;
    const { teams, ...row } = action.doc;
    const [before] = (await sql.raw(`select note_id from doc where id = ${id}`).execute(db)).rows as Rows;
    if (before?.note_id !== row.note_id && !showsNote(row.note_id)) return 'note';
    if (Object.keys(row).length > 0)
      await db
        .updateTable('doc')
        .set(row as never)
        .where('id', '=', id as never)
        .execute();
    if (teams !== undefined) {
      await db
        .deleteFrom('doc_team')
        .where('doc_id', '=', id as never)
        .execute();
      for (const team_id of teams) await add(db, 'doc_team', { doc_id: id, team_id });
    }
    return (await holds(db, 'update', id)) ? undefined : 'update after';
  };
  try {
    // Statements of models.kysely belong to the open transaction.
    await models.transaction(async () => {
      const refused = await work(models.kysely);
      result = refused === undefined ? { rows: await dump(models.kysely, present) } : { refused };
      throw UNDONE;
    });
  } catch (error) {
    // The foreign key of a missing record.
    if (error !== UNDONE) result = { refused: (error as Error).message };
  }
  return result;
}

async function checkCase(models: Models, one: Case, counts: { accepted: number; refused: number }): Promise<void> {
  let ids = await prepare(models, one);
  const { readable } = oracle(one);
  const { url, close } = await serve(models, one);
  const send = async (method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> => {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const answer = await fetch(url + path, {
      method,
      headers: { 'Content-Type': type },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  try {
    for (const action of one.actions) {
      const shown = await readable(models.kysely);
      const list = await send('GET', '/doc?sort=id&fields=id');
      // A list is 403 if the policy allows this user no record, whatever is stored.
      if (list.status === 403) expect(shown).to.deep.equal([]);
      else expect((list.body as Rows).map(({ id }) => id)).to.deep.equal(shown);
      for (const id of ids)
        expect((await send('GET', `/doc/${id}`)).status, `GET /doc/${id}`).to.equal(shown.includes(id) ? 200 : 404);

      const present = await idsOf(models.kysely);
      const { rows, refused } = await expected(models, one, action, ids, present);
      const known = await dump(models.kysely, present);
      const answer = await request(action, ids, send);
      const said = `${JSON.stringify(action)}: ${answer.status} ${JSON.stringify(answer.body)}`;
      if (refused !== undefined) {
        counts.refused += 1;
        expect(answer.status, `${said}, refused by ${refused}`).to.be.within(403, 422);
        expect(await dump(models.kysely, present), said).to.deep.equal(known);
        continue;
      }
      counts.accepted += 1;
      expect(answer.status, said).to.be.within(200, 204);
      expect(await dump(models.kysely, present), said).to.deep.equal(rows);
      const now = await readable(models.kysely);
      for (const record of [answer.body ?? []].flat() as Rows)
        if (action.kind !== 'comment') expect(now, said).to.include(record.id);
      // New documents are appended, so that actions keep their positions.
      ids = [...ids, ...(await idsOf(models.kysely)).filter((id) => !ids.includes(id))];
    }
  } finally {
    await close();
  }
}

async function request(
  action: Action,
  ids: readonly number[],
  send: (method: string, path: string, body?: unknown) => Promise<{ status: number; body: unknown }>,
): Promise<{ status: number; body: unknown }> {
  switch (action.kind) {
    case 'post':
      return send('POST', '/doc', action.docs.length === 1 ? action.docs[0] : action.docs);
    case 'back':
      return send('PUT', `/doc/${ids[action.id]}`, (await send('GET', `/doc/${ids[action.id]}`)).body);
    case 'delete':
      return send('DELETE', `/doc/${ids[action.id]}`);
    case 'comment':
      return send('POST', `/doc/${ids[action.id]}/comment`, action.comment);
    default:
      return send(action.kind.toUpperCase(), `/doc/${ids[action.id]}`, action.doc);
  }
}
