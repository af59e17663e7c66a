import type { AddressInfo } from 'node:net';
import { defineLogic, type Logic } from '@rest-gen/logic';
import { type ControllerClass, createRestRouter, type ModelProvider, type Row } from '@rest-gen/router';
import { expect } from 'chai';
import express from 'express';
import fc from 'fast-check';
import { createModels, type Models } from '../../../packages/model/src/index.ts';
import { type NaiveTable, naiveFind } from '../../../packages/router/test/naive-store.ts';
import Rest from '../../fixture/rest.ts';
import { apart } from '../fixture.ts';
import { openSchema, readAll } from '../relations/random-relations.ts';
import { insertRows, type RandomRows, randomRows } from '../relations/random-rows.ts';
import { declarations, httpSchema } from './http-schema.ts';
import { seenBy, toPolicy, valuesStored } from './random-policies.ts';
import { allowedBy, type RandomPolicy, type RandomUser, randomPolicies, randomUsers } from './random-policy.ts';
import { type RandomWrite, randomWrite, valuesOf } from './random-write.ts';
import { RowSecurity } from './row-security.ts';

interface HttpCase {
  readonly rows: RandomRows;
  readonly policies: readonly RandomPolicy[];
  readonly users: readonly RandomUser[];
  readonly writes: readonly (RandomWrite & { readonly method: 'PUT' | 'PATCH'; readonly id: number })[];
}

/** `STORE_RUNS` cases, each with rows, policies, users and requests. `SEED` chooses others. */
const RUNS = Number(process.env.STORE_RUNS ?? 3);

const parameters: fc.Parameters<[HttpCase]> = {
  numRuns: RUNS,
  endOnFailure: process.env.SHRINK === undefined,
  seed: Number(process.env.SEED ?? 1),
};

const httpCase: fc.Arbitrary<HttpCase> = fc.record({
  rows: randomRows(httpSchema),
  policies: randomPolicies(httpSchema).map((policies) => policies.map(withoutNewKeys)),
  users: randomUsers(httpSchema),
  writes: fc.array(
    fc
      .tuple(randomWrite(httpSchema), fc.constantFrom('PUT' as const, 'PATCH' as const), fc.integer({ min: 1, max: 6 }))
      .map(([write, method, id]) => ({ ...write, method, id })),
    { minLength: 4, maxLength: 8 },
  ),
});

/** What a query of a list means, in the words of the naive store. */
const LISTS: readonly (readonly [
  table: string,
  query: Record<string, unknown>,
  read: Parameters<typeof naiveFind>[0],
])[] = [
  [
    'post',
    { include: 'author,comments.author,tags,commentCount' },
    { include: { author: {}, comments: { author: {} }, tags: {}, commentCount: {} } },
  ],
  [
    'post',
    { sort: '-title,id' },
    {
      orderBy: [
        ['title', 'desc'],
        ['id', 'asc'],
      ],
    },
  ],
  [
    'post',
    { sort: 'views,-id' },
    {
      orderBy: [
        ['views', 'asc'],
        ['id', 'desc'],
      ],
    },
  ],
  [
    'post',
    { sort: 'author.name,commentCount,id' },
    {
      orderBy: [
        ['author.name', 'asc'],
        ['commentCount', 'asc'],
        ['id', 'asc'],
      ],
    },
  ],
  ['post', { 'author.name': 'a' }, { where: { 'author.name': 'a' } }],
  ['post', { 'views[null]': true }, { where: { views: { null: true } } }],
  ['post', { 'comments.open': true }, { where: { 'comments.open': true } }],
  ['post', { 'tags.id[gte]': 1 }, { where: { 'tags.id': { gte: 1 } } }],
  ['post', { 'commentCount[gte]': 1 }, { where: { commentCount: { gte: 1 } } }],
  [
    'comment',
    { include: 'post,author', sort: '-text,id' },
    {
      include: { post: {}, author: {} },
      orderBy: [
        ['text', 'desc'],
        ['id', 'asc'],
      ],
    },
  ],
  ['comment', { 'post.title[contains]': 'A' }, { where: { 'post.title': { contains: 'A' } } }],
  ['author', { include: 'posts', 'city[ne]': 'a' }, { include: { posts: {} }, where: { city: { ne: 'a' } } }],
  [
    'author',
    { 'posts.views[gte]': 1, fields: 'code,name' },
    { where: { 'posts.views': { gte: 1 } }, fields: ['code', 'name'] },
  ],
  ['tag', { 'name[nin]': 'a,B' }, { where: { name: { nin: ['a', 'B'] } } }],
];

/** Random policies over HTTP, against row-level security of PostgreSQL. */
export function describeHttpPolicies(
  name: string,
  open: (schema: typeof httpSchema) => Promise<ModelProvider>,
  url: () => string,
): void {
  describe(`random policies over HTTP: ${name}`, () => {
    let security: RowSecurity;
    before(async () => {
      security = await RowSecurity.open(url());
    });
    after(() => security.close());

    it('answer what row-level security shows, and write what it lets users write', async function () {
      this.timeout(Math.max(60_000, process.env.SHRINK ? 600_000 : RUNS * 8_000));
      let count = 0;
      const models = await open(httpSchema);
      const reference = await openSchema(httpSchema, (options) => createModels(url(), options));
      try {
        await fc.assert(
          fc.asyncProperty(httpCase, async (one) => {
            for (const store of [models, reference]) await refill(store, one.rows);
            await security.begin(httpSchema, one.policies);
            const served = await serve(models, one);
            try {
              count += await checkHttp(models, security, one, served.ask);
            } finally {
              served.close();
              await security.end();
            }
          }),
          parameters,
        );
      } finally {
        await models.close();
        await reference.close();
      }
      if (process.env.STORE_RUNS !== undefined) console.log(`      ${count} requests`);
    });
  });
}

// --- internal ---

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

type Ask = (user: number, method: string, path: string, body?: unknown, accept?: string) => Promise<Answer>;

async function refill(models: ModelProvider, rows: RandomRows): Promise<void> {
  for (const { name } of [...httpSchema.tables].reverse()) await models.repository(name).delete({});
  await insertRows(models, httpSchema, rows);
}

async function serve(models: ModelProvider, { policies, users }: HttpCase): Promise<{ ask: Ask; close: () => void }> {
  const controllers: Record<string, ControllerClass> = {};
  const logics: Record<string, Logic> = {};
  for (const { name, columns, references } of httpSchema.tables) {
    controllers[name] = class extends Rest {
      static include = declarations(name, 2);
      static bulk = true;
      static upsert = true;
    } as ControllerClass;
    const names = ['code', ...[...columns, ...references].map((column) => column.name)];
    const body = Object.fromEntries(names.map((column) => [column, { nullable: true }]));
    logics[name] = defineLogic({ postAction: { body }, putAction: { body }, patchAction: { body } } as never) as Logic;
  }
  const app = express();
  const router = createRestRouter({
    rules: [['/:controller(author|post|comment|tag|post_tag)/:id?', '/:controller', 'rest']],
    controllers,
    logics,
    policies: Object.fromEntries(
      httpSchema.tables.map(({ name }, index) => [
        name,
        { ...toPolicy(policies[index] as RandomPolicy), relations: declarations(name, 3) },
      ]),
    ) as never,
    model: apart(models as Models),
    user: (req) => users[Number(req.headers['x-user'])] as never,
  });
  app.use(router);
  await router.ready;
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const ask: Ask = async (user, method, path, body, accept = 'application/json') => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'x-user': String(user), accept, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  return { ask, close: () => server.close() };
}

async function checkHttp(models: ModelProvider, security: RowSecurity, one: HttpCase, ask: Ask): Promise<number> {
  const stored = await readAll(models, httpSchema);
  let count = 0;
  const send: Ask = (...parts) => {
    count += 1;
    return ask(...parts);
  };
  for (const [place, user] of one.users.entries()) {
    const seen = await seenBy(user, stored, security, httpSchema, one.policies);
    for (const list of LISTS) {
      const index = httpSchema.tables.findIndex(({ name }) => name === list[0]);
      const { always, read } = one.policies[index] as RandomPolicy;
      const isDenied = allowedBy(read, user) === false || (always !== undefined && allowedBy(always, user) === false);
      await checkList(list, seen(list[0]), isDenied, (...parts) => send(place, ...parts));
    }
    for (const { name } of httpSchema.tables) {
      const visible = new Set(
        seen(name)
          .rowsOf(name)
          .map(({ id }) => id),
      );
      for (const id of [1, 2, 7]) {
        const { status, text } = await send(place, 'GET', `/${name}/${id}`);
        expect(status < 500, text).to.equal(true);
        expect(status === 200, `${name}/${id} ${fc.stringify(user)} ${text}`).to.equal(visible.has(id));
      }
    }
    for (const write of one.writes)
      await checkWrite(models, security, stored, seen, one, write, user, (...parts) => send(place, ...parts));
  }
  return count;
}

type AskAs = (method: string, path: string, body?: unknown, accept?: string) => Promise<Answer>;

async function checkList(
  [table, query, read]: (typeof LISTS)[number],
  seen: NaiveTable,
  isDenied: boolean,
  ask: AskAs,
): Promise<void> {
  const params = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const path = `/${table}?${params}`;
  const first = await ask('GET', path);
  if (isDenied) {
    if (first.status === 200) expect(first.text).to.equal('[]');
    else expect([401, 403], first.text).to.include(first.status);
    return;
  }
  const fields = read.fields ?? [...seen.description.columns.keys()];
  const expected = naiveFind({ orderBy: [['id', 'asc']], ...read, fields }, seen).map(shapeOf);
  const shown = ({ text, status }: Answer): unknown[] => {
    expect(status, `${path} ${text}`).to.equal(200);
    return (JSON.parse(text) as Row[]).map(shapeOf);
  };
  expect(shown(first), path).to.deep.equal(expected);
  const body = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, value]));
  expect(shown(await ask('QUERY', `/${table}`, body)), path).to.deep.equal(expected);
  const lines = await ask('GET', path, undefined, 'application/x-ndjson');
  const parsed = lines.text
    .split('\n')
    .filter(Boolean)
    .map((line) => shapeOf(JSON.parse(line)));
  expect(parsed, path).to.deep.equal(expected);
  const counted = await ask('GET', `${path}&page=1&pageSize=2`);
  expect(shown(counted)).to.deep.equal(expected.slice(0, 2));
  expect(counted.headers.get('x-total-count'), path).to.equal(String(expected.length));
  const pages: unknown[] = [];
  let next: string | undefined = `${path}&pageSize=2`;
  while (next !== undefined && pages.length <= expected.length) {
    const page = await ask('GET', next);
    pages.push(...shown(page));
    next = nextOf(page.headers.get('link') ?? '');
  }
  expect(pages, path).to.deep.equal(expected);
}

function nextOf(link: string): string | undefined {
  const part = link.split(',').find((one) => one.includes('rel="next"'));
  return part?.slice(part.indexOf('<') + 1, part.indexOf('>'));
}

/** Records without the links that follow a list which is cut, and lists with the records that are shown. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 2).map(shapeOf);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => !name.endsWith('_next'));
  return Object.fromEntries(entries.map(([name, one]) => [name, shapeOf(one)]));
}

async function checkWrite(
  models: ModelProvider,
  security: RowSecurity,
  stored: (table: string) => NaiveTable,
  seen: (table: string) => NaiveTable,
  { policies, rows }: HttpCase,
  write: HttpCase['writes'][number],
  user: RandomUser,
  ask: AskAs,
): Promise<void> {
  const { table, operation, method, id } = write;
  const known = (name: string): readonly Row[] => stored(name).rowsOf(name);
  const isNew = operation === 'update' && method === 'PUT' && !known(table).some((row) => row.id === id);
  const asked: RandomWrite = { ...write, operation: isNew ? 'create' : operation, where: { id } };
  const policy = policies[httpSchema.tables.findIndex(({ name }) => name === table)] as RandomPolicy;
  const complete = completeOf(asked, method, stored(table));
  const given = operation === 'delete' ? [] : valuesOf(complete, httpSchema, known);
  if (given.some((row) => Object.keys(row).length === 0)) return;
  if (isNew) for (const row of given) row.id = id;
  // What a user is shown as null can be sent back, and stays.
  const shown =
    operation === 'update' && !isNew
      ? seen(table)
          .rowsOf(table)
          .find((row) => row.id === id)
      : undefined;
  for (const row of shown === undefined ? [] : given)
    for (const name of Object.keys(row)) if (row[name] === null && shown?.[name] === null) delete row[name];
  if (given.some((row) => Object.keys(row).length === 0)) return;
  const bodies = given.map(({ id: _, ...body }) => body);
  const values = valuesStored(asked, given, policy, user, stored(table));
  const expected = await security.write(asked, values, bodies, user);
  const path = operation === 'create' ? `/${table}` : `/${table}/${id}`;
  const verb = operation === 'create' ? 'POST' : operation === 'delete' ? 'DELETE' : method;
  const body = operation === 'delete' ? undefined : operation === 'create' && bodies.length > 1 ? bodies : bodies[0];
  const answer = await ask(verb, path, body);
  const label = `${verb} ${path} ${fc.stringify({ body, user, expected })} ${answer.status} ${answer.text}`;
  // The logic here requires nothing, and a column that nothing sets is a mistake of the project.
  const isIncomplete = expected.kind === 'refused' && answer.text.includes('A value is missing');
  expect(answer.status, label).to.be.lessThan(isIncomplete ? 501 : 500);
  // A guest who may not update is refused before it is known that a record would be added.
  const isGuest = isNew && user === undefined && answer.status === 401;
  const isChanged = !isGuest && expected.kind === 'changed' && expected.ids.length > 0;
  expect(answer.status < 300, label).to.equal(isChanged);
  const after = await models.repository(table).findMany();
  const keys = (list: readonly Row[]): unknown[] =>
    list.map(({ id: _, ...row }) => row).sort((a, b) => (String(a.code) < String(b.code) ? -1 : 1));
  const wanted =
    !isChanged || expected.kind !== 'changed'
      ? known(table)
      : asked.operation === 'create'
        ? [...known(table), ...values]
        : operation === 'delete'
          ? known(table).filter((row) => row.id !== id)
          : known(table).map((row) => (row.id === id ? { ...row, ...values[0] } : row));
  const columns = [...stored(table).description.columns.keys()];
  const filled = wanted.map((row) => Object.fromEntries(columns.map((name) => [name, row[name] ?? null])));
  expect(keys(after), label).to.deep.equal(keys(filled));
  if (isChanged) await refill(models, rows);
}

/** Each store gives a new record another key, so no condition of a new record compares it. */
function withoutNewKeys(policy: RandomPolicy): RandomPolicy {
  const namesKey = (rules: unknown): boolean => /"(?:[a-zA-Z]{1,20}\.){0,3}id"/.test(fc.stringify(rules));
  return {
    ...policy,
    always: namesKey(policy.always) ? undefined : policy.always,
    create: namesKey(policy.create) ? ['user'] : policy.create,
    fields: policy.fields.map((field) => ({ ...field, write: namesKey(field.write) ? undefined : field.write })),
  };
}

/** PUT names every column, so that it means the same as an update of all of them. */
function completeOf(write: RandomWrite, method: string, { description }: NaiveTable): RandomWrite {
  if (write.operation !== 'update' || method !== 'PUT') return write;
  const names = [...description.columns.keys()].filter((name) => name !== 'id' && name !== 'code');
  const [picks = []] = write.picks;
  const given = new Map(picks);
  return { ...write, picks: [names.map((name, place) => [name, given.get(name) ?? place])] };
}
