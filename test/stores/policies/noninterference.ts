import type { AddressInfo } from 'node:net';
import { mock } from 'node:test';
import { type ControllerClass, createRestRouter, definePolicy } from '@rest-gen/router';
import { expect } from 'chai';
import express from 'express';
import fc from 'fast-check';
import { defineLogic, partial } from '../../../packages/logic/src/index.ts';
import { type Models, sql } from '../../../packages/model/src/index.ts';
import { keepQuiet } from '../../../packages/router/test/serve.ts';
import Rest from '../../fixture/rest.ts';

/** `STORE_RUNS` pairs of databases, each with some requests. `SEED` repeats a run. */
const RUNS = Number(process.env.STORE_RUNS ?? 40);
const SEED = process.env.SEED === undefined ? {} : { seed: Number(process.env.SEED) };

export interface Types {
  /** Of an auto-incrementing primary key that goes on after 1,000. */
  readonly key: string;
  /** Of a time. */
  readonly time: string;
}

/**
 * Two databases differ only in what a user may not see: in records, fields, links and deleted records of others. Every answer to this
 * user is the same, byte by byte. Left out are the conflicts that `docs/policies.md` lists: unique constraints, keys that a client
 * chooses, and a DELETE of what hidden records refer to.
 *
 * @param open - gives models on the one or the other of two empty databases; the suite closes them
 */
export function describeNoninterference(
  name: string,
  open: (world: number) => Promise<Models> | Models,
  types: Types,
): void {
  describe(`noninterference: ${name}`, () => {
    keepQuiet();
    const worlds: World[] = [];
    before(async () => {
      for (const at of [0, 1]) worlds.push(await openWorld(await open(at), types));
      // What a write stores as its time is the same in both.
      mock.timers.enable({ apis: ['Date'], now: Date.now() });
    });
    after(() => {
      mock.timers.reset();
      return Promise.all(worlds.map((world) => world.close()));
    });

    it('what a user may not see changes no answer', async function () {
      this.timeout(Math.max(60_000, RUNS * 3_000));
      const counts = new Map<number, number>();
      const property = async ([one, other]: [Hidden, Hidden], steps: readonly Step[]): Promise<void> => {
        const [a, b] = worlds as [World, World];
        await a.fill(one);
        await b.fill(other);
        for (const step of steps) {
          const answer = await a.send(step);
          expect(await b.send(step), JSON.stringify(step)).to.equal(answer);
          const status = Number(answer.slice(0, 3));
          expect(status, `${JSON.stringify(step)}\n${answer}`).to.be.below(500);
          counts.set(status, (counts.get(status) ?? 0) + 1);
        }
      };
      const pairs = fc.tuple(hidden, hidden);
      const several = fc.array(step, { minLength: 6, maxLength: 10 });
      await fc.assert(fc.asyncProperty(pairs, several, property), { numRuns: RUNS, ...SEED });
      // Otherwise nothing was compared.
      for (const status of [200, 201, 204, 400, 404, 422])
        expect(counts.get(status) ?? 0, String(status)).to.be.above(0);
    });
  });
}

// --- internal ---

const tables = ({ key, time }: Types): string[] => [
  `create table person (id ${key}, name varchar(20) not null, salary integer, boss_id integer)`,
  `create table project (id ${key}, owner_id integer not null, name varchar(20) not null, budget integer)`,
  `create table task (id ${key}, project_id integer, owner_id integer not null, title varchar(20) not null, effort integer, secret varchar(20),
    deleted_at ${time}, foreign key (project_id) references project (id))`,
  `create table label (id ${key}, owner_id integer not null, name varchar(20) not null)`,
  `create table task_label (task_id integer not null, label_id integer not null, primary key (task_id, label_id),
    foreign key (task_id) references task (id) on delete cascade, foreign key (label_id) references label (id) on delete cascade)`,
  `create table idempotency_key (id varchar(64) primary key, fingerprint varchar(64) not null, status integer, headers json, body text,
    locked_until ${time} not null, created_at ${time} not null)`,
];
const TABLES = ['idempotency_key', 'task_label', 'task', 'label', 'project', 'person'] as const;

/** Person 1 asks; what belongs to 2 is hidden. */
const SEEN: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  person: [
    [1, 'Ann', 10, 2],
    [2, 'Bob', 20, null],
  ],
  project: [
    [1, 1, 'one', 5],
    [2, 1, 'two', null],
  ],
  label: [
    [1, 1, 'red'],
    [2, 1, 'blue'],
  ],
  task: [
    [1, 1, 1, 'a', 3, 'x', null],
    [2, 1, 1, 'b', null, null, null],
    [3, null, 1, 'a', 1, 'y', '2026-01-01 00:00:00'],
  ],
  task_label: [
    [1, 1],
    [2, 2],
  ],
};

/** What the asking person may not see. */
interface Hidden {
  readonly salary: number | null;
  readonly boss: number | null;
  readonly projects: readonly Row[];
  readonly labels: readonly Row[];
  readonly tasks: readonly Row[];
  readonly links: readonly (readonly [task: number, label: number])[];
}
type Row = readonly unknown[];

const own = (user: { id?: unknown }) => ({ owner_id: user.id });
const ruled = { read: own, create: own, update: own, delete: own } as never;
const policies = {
  // Everyone reads persons, and nobody the salary and the boss of another one.
  person: definePolicy({
    read: 'everyone',
    update: ((user: { id?: unknown }) => ({ id: user.id })) as never,
    fields: {
      salary: { read: ((user: { id?: unknown }) => ({ id: user.id })) as never },
      boss_id: { read: ((user: { id?: unknown }) => ({ id: user.id })) as never },
    } as never,
  }),
  project: definePolicy(ruled),
  task: definePolicy({
    ...(ruled as object),
    read: [own, { title: 'public' }] as never,
    fields: { secret: { read: own } } as never,
  } as never),
  label: definePolicy(ruled),
  task_label: definePolicy({
    relations: { label: { fields: 'id' }, task: { fields: 'id' } },
    read: ((user: { id?: unknown }) => ({ 'label.owner_id': user.id, 'task.owner_id': user.id })) as never,
    create: 'user',
    delete: 'user',
  }),
  idempotency_key: definePolicy('nobody'),
};

const labels = { array: true, children: { int: true } } as const;
const task = {
  title: { string: true },
  effort: { int: true },
  secret: { string: true },
  project_id: { int: true },
  labels,
} as const;
const project = { name: { string: true }, budget: { int: true } } as const;
const person = { name: { string: true }, salary: { int: true }, boss_id: { int: true } } as const;
const bodies = (body: object) => ({
  postAction: { body },
  putAction: { body },
  patchAction: { body: partial(body as never) },
});
const logics = {
  task: defineLogic(bodies({ ...task, title: { required: true, string: true } }) as never),
  project: defineLogic(bodies({ ...project, name: { required: true, string: true } }) as never),
  label: defineLogic(bodies({ name: { required: true, string: true } }) as never),
  person: defineLogic({ patchAction: { body: partial(person) } }),
};

class Person extends Rest {
  static aggregate = ['name', 'salary', 'boss_id'];
  static include = { boss: { table: 'person', key: 'boss_id', fields: ['id', 'name', 'salary'] } } as const;
}
class Project extends Rest {
  static aggregate = ['owner_id', 'name', 'budget'];
  static search = ['name'];
  static include = { tasks: true, taskCount: { count: 'task' }, owner: { table: 'person', key: 'owner_id' } } as const;
}
class Task extends Rest {
  static aggregate = ['title', 'effort', 'secret', 'project_id'];
  static softDelete = 'deleted_at';
  static idempotent = true;
  static bulk = true;
  static search = ['title', 'secret'];
  static include = {
    project: true,
    labels: { through: 'task_label' },
    labelCount: { count: 'task_label' },
    owner: { table: 'person', key: 'owner_id' },
  } as const;

  /** Two changes in one transaction: of the record of the path, which may be hidden, and of one that is not. */
  bothAction() {
    return this.transaction(async () => {
      const first = await this.model('task').byId(Number(this.id)).update({ effort: 1 });
      return { first, second: await this.model('task').byId(2).update({ effort: 2 }) };
    });
  }
}
class Label extends Rest {
  static aggregate = ['owner_id', 'name'];
  static include = { tasks: { through: 'task_label' }, taskCount: { count: 'task_label' } } as const;
}

const title = fc.constantFrom('a', 'b', 'public', 'z');
const small = fc.option(fc.integer({ min: 0, max: 5 }));
const hiddenId = fc.integer({ min: 100, max: 103 });
const anyId = fc.oneof(fc.constantFrom(1, 2, 3, 999, 1001), hiddenId);

const hidden: fc.Arbitrary<Hidden> = fc.record({
  salary: small,
  boss: fc.constantFrom(null, 1, 2),
  projects: fc.uniqueArray(fc.tuple(hiddenId, fc.constant(2), title, small), { selector: ([id]) => id, maxLength: 4 }),
  labels: fc.uniqueArray(fc.tuple(hiddenId, fc.constant(2), title), { selector: ([id]) => id, maxLength: 4 }),
  tasks: fc.uniqueArray(
    fc.tuple(
      hiddenId,
      fc.constantFrom(null, 1, 2),
      fc.constant(2),
      fc.constantFrom('a', 'b', 'z'),
      small,
      title,
      fc.constantFrom(null, '2026-02-02 00:00:00'),
    ),
    { selector: ([id]) => id, maxLength: 4 },
  ),
  links: fc.uniqueArray(fc.tuple(fc.constantFrom(1, 2, 100, 101), fc.constantFrom(100, 101)), {
    selector: (pair) => pair.join(),
    maxLength: 4,
  }),
});

interface Step {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const LISTS = {
  person: [
    'salary=20',
    'salary[gte]=3',
    'sort=salary',
    'sort=-boss_id',
    'include=boss',
    'boss.salary[gt]=1',
    'boss.name=Bob',
    'fields=id,salary',
  ],
  project: [
    'include=tasks',
    'include=taskCount',
    'sort=-taskCount',
    'taskCount=1',
    'taskCount[gt]=2',
    'tasks.title=a',
    'tasks[none][title]=z',
    'owner.salary=20',
    'q=one',
    'sort=owner.salary',
  ],
  task: [
    'deleted=true',
    'include=labels,owner,project',
    'labelCount[gt]=1',
    'sort=-labelCount',
    'labels.name=z',
    'project.name=a',
    'secret=public',
    'secret[contains]=p',
    'q=public',
    'sort=secret',
    'project_id=1',
    'labels.id=100',
  ],
  label: [
    'include=tasks',
    'taskCount[gt]=1',
    'sort=-taskCount',
    'tasks.title=a',
    'tasks.secret=z',
    'include=taskCount',
  ],
} as const;

const list: fc.Arbitrary<Step> = fc.constantFrom(...(Object.keys(LISTS) as (keyof typeof LISTS)[])).chain((table) =>
  fc
    .tuple(
      fc.subarray([...LISTS[table]], { maxLength: 2 }),
      fc.constantFrom('', 'pageSize=1', 'pageSize=2'),
      fc.constantFrom(undefined, 'application/x-ndjson', 'text/csv'),
    )
    .map(([parts, size, accept]) => ({
      method: 'GET',
      path: `/${table}?${[...parts, size].filter(Boolean).join('&')}`,
      ...(accept && { headers: { accept } }),
    })),
);

/** Groups by, and results of, columns that the asking person may not read in every record. */
const GROUPS = {
  person: ['group=salary', 'group=boss_id', 'sum=salary', 'avg=salary', 'min=salary,boss_id', 'max=salary,name'],
  project: ['group=owner_id', 'group=name', 'sum=budget', 'avg=budget', 'max=name'],
  task: ['group=secret', 'group=project_id', 'group=title', 'sum=effort', 'min=secret', 'max=secret,title'],
  label: ['group=owner_id', 'group=name', 'max=name'],
} as const;

const groups: fc.Arbitrary<Step> = fc.constantFrom(...(Object.keys(GROUPS) as (keyof typeof GROUPS)[])).chain((table) =>
  fc
    .tuple(
      fc.subarray([...GROUPS[table]], { maxLength: 3 }),
      fc.subarray([...LISTS[table]], { maxLength: 1 }),
      fc.constantFrom('', 'sort=-count', 'pageSize=1', 'sort=-count&pageSize=1'),
    )
    .map(([parts, filters, page]) => ({
      method: 'GET',
      path: `/${table}?${['count=true', ...parts, ...filters, page].filter(Boolean).join('&')}`,
    })),
);

const item: fc.Arbitrary<Step> = fc
  .tuple(
    fc.constantFrom('GET', 'HEAD'),
    fc.constantFrom('person', 'project', 'task', 'label'),
    anyId,
    fc.constantFrom('', '?include=owner', '?include=tasks', '?include=labels', '?deleted=true', '?include=boss'),
  )
  .map(([method, table, id, query]) => ({ method, path: `/${table}/${id}${query}` }));

const taskBody = fc.record(
  {
    title,
    effort: fc.oneof({ weight: 9, arbitrary: small }, fc.constant('x')),
    secret: fc.option(title),
    project_id: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(null, 1, 2) }, anyId),
    labels: fc.uniqueArray(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(1, 2) }, anyId), { maxLength: 2 }),
  },
  { requiredKeys: ['title'] },
);
const key = fc.constantFrom(undefined, 'k1', 'k2');
const matching = fc.constantFrom<Record<string, string>>(
  {},
  {},
  { 'if-match': '*' },
  { 'if-none-match': '*' },
  { prefer: 'return=minimal' },
);

const write: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(
      fc.oneof(taskBody, fc.array(taskBody, { maxLength: 3 })),
      key,
      fc.constantFrom('', '?include=labels,project,owner'),
    )
    .map(([body, idempotency, query]) => ({
      method: 'POST',
      path: `/task${query}`,
      body,
      ...(idempotency && { headers: { 'idempotency-key': idempotency } }),
    })),
  fc
    .tuple(fc.constantFrom('PUT', 'PATCH'), anyId, taskBody, matching)
    .map(([method, id, body, headers]) => ({ method, path: `/task/${id}`, body, headers })),
  fc.tuple(anyId, matching).map(([id, headers]) => ({ method: 'DELETE', path: `/task/${id}`, headers })),
  fc
    .tuple(anyId, fc.constantFrom('restore', 'both'))
    .map(([id, action]) => ({ method: 'POST', path: `/task/${id}/${action}` })),
  fc
    .tuple(
      fc.constantFrom('PATCH', 'DELETE'),
      fc.constantFrom('title=a', 'secret=public', 'labels.id=100', 'id[in]=1,100'),
    )
    .map(([method, query]) => ({
      method,
      path: `/task?${query}`,
      body: method === 'PATCH' ? { effort: 4 } : undefined,
      headers: { prefer: 'max-affected=9' },
    })),
  fc.tuple(anyId, taskBody).map(([id, body]) => ({ method: 'POST', path: `/project/${id}/task`, body })),
  anyId.map((id) => ({ method: 'GET', path: `/project/${id}/task?sort=secret` })),
  fc
    .tuple(anyId, fc.record({ name: title, salary: small, boss_id: fc.option(anyId) }, { requiredKeys: [] }))
    .map(([id, body]) => ({ method: 'PATCH', path: `/person/${id}`, body })),
  fc.tuple(anyId, title).map(([id, name]) => ({ method: 'PUT', path: `/project/${id}`, body: { name } })),
  anyId.map((id) => ({ method: 'DELETE', path: `/label/${id}` })),
  fc
    .constantFrom('{"title":"a","or":[{"secret":"public"},{"labels.id":100}]}', '{"sort":"-labelCount","pageSize":1}')
    .map((body) => ({
      method: 'QUERY',
      path: '/task',
      body: JSON.parse(body),
    })),
);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: list },
  { weight: 2, arbitrary: groups },
  { weight: 2, arbitrary: item },
  { weight: 6, arbitrary: write },
);

interface World {
  fill(hidden: Hidden): Promise<void>;
  /** Status, header fields but for the time, and body. */
  send(step: Step): Promise<string>;
  close(): Promise<void>;
}

async function openWorld(models: Models, types: Types): Promise<World> {
  for (const text of tables(types)) await sql.raw(text).execute(models.kysely);
  const router = createRestRouter({
    rules: [
      ['/project/:project_id/task/:id?', 'task', 'rest'],
      ['/task/:id/restore', 'task#restore', 'rest'],
      ['/task/:id/both', 'task#both', 'rest'],
      ['/:name(person|project|task|label)/:id?', '/:name', 'rest'],
    ],
    controllers: { person: Person, project: Project, task: Task, label: Label } as Record<string, ControllerClass>,
    logics,
    policies,
    model: models,
    log: false,
    user: (() => ({ id: 1 })) as never,
  });
  await router.ready;
  const server = express().use(router).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const insert = async (table: string, row: readonly unknown[]): Promise<void> => {
    const values = sql.join(row.map((value) => sql`${value}`));
    await sql`insert into ${sql.table(table)} values (${values})`.execute(models.kysely);
  };
  return {
    async fill(hidden) {
      for (const table of TABLES) await sql`delete from ${sql.table(table)}`.execute(models.kysely);
      for (const [table, rows] of Object.entries(SEEN)) {
        for (const row of rows) {
          const isOther = table === 'person' && row[0] === 2;
          await insert(table, isOther ? [2, 'Bob', hidden.salary, hidden.boss] : row);
        }
        if (table === 'project')
          for (const row of [...hidden.projects, [1000, 0, 'last', null]]) await insert(table, row);
        if (table === 'label') for (const row of [...hidden.labels, [1000, 0, 'last']]) await insert(table, row);
        if (table === 'task')
          for (const row of [...hidden.tasks, [1000, null, 0, 'last', null, null, null]]) await insert(table, row);
      }
      const tasks = new Set<unknown>([1, 2, ...hidden.tasks.map(([id]) => id)]);
      const known = new Set(hidden.labels.map(([id]) => id));
      for (const link of hidden.links) if (tasks.has(link[0]) && known.has(link[1])) await insert('task_label', link);
    },
    async send({ method, path, body, headers }) {
      const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { ...(body !== undefined && { 'content-type': type }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const fields = [...answer.headers].filter(([name]) => name !== 'date').map((one) => one.join(': '));
      return [answer.status, ...fields.sort(), '', await answer.text()].join('\n');
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await models.close();
    },
  };
}
