import {
  type ControllerClass,
  createRestRouter,
  definePolicy,
  type IncludeDeclaration,
  type Row,
} from '@rest-gen/router';
import { expect } from 'chai';
import express from 'express';
import supertest from 'supertest';
import { defineLogic } from '../../../packages/logic/src/index.ts';
import { type Models, sql } from '../../../packages/model/src/index.ts';
import { keepQuiet } from '../../../packages/router/test/serve.ts';
import Rest from '../../fixture/rest.ts';
import { apart } from '../fixture.ts';

type Include = Readonly<Record<string, IncludeDeclaration>>;

/** Tables as other programs made them: own names of keys, no foreign keys, one record for each, columns of the same name. */
const TABLES = `
  create table employee (employee_id integer primary key, name varchar(20) not null, reports_to integer references employee (employee_id));
  insert into employee values (1, 'Ann', null), (2, 'Bob', 1), (3, 'Cid', 1);
  create table profile (profile_id integer primary key, employee_id integer, text varchar(20));
  insert into profile values (5, 1, 'first'), (6, 1, 'second'), (7, 2, 'bob');
  create table articles (id integer primary key, title varchar(20) not null, written_by integer);
  create table labels (id integer primary key, name varchar(20) not null);
  create table articles_labels (article_id integer not null, label_id integer not null);
  create table tagging (what integer not null, tag integer not null);
  create table membership (article_id integer not null, label_id integer not null, role varchar(20) not null);
  insert into articles values (1, 'One', 2), (2, 'Two', null);
  insert into labels values (1, 'new'), (2, 'old');
  insert into articles_labels values (1, 1);
  insert into tagging values (1, 2)`;

/**
 * What `static include` must do with tables that other programs made, on every store, as mocha tests.
 *
 * @param open - gives models on a store without tables; the suite closes them
 */
export function describeOtherTables(name: string, open: () => Promise<Models> | Models): void {
  describe(`relations of other tables: ${name}`, () => {
    keepQuiet();
    let models: Models;
    before(async () => {
      models = await open();
      await run(models, TABLES);
    });
    after(() => models.close());

    /** Serve one table with relations, whose other tables are shown as they are. */
    const serve = (table: string, include: Include, body: Row = {}, options: object = {}) =>
      serveTable(models, table, include, body, options);

    it('one record by a column that refers to its own table', async () => {
      const agent = await serve('employee', {
        manager: { key: 'reports_to', one: true },
        team: { table: 'employee', key: 'reports_to', max: 5 },
      });
      const { body } = await agent.get('/employee?include=manager&sort=manager.name,employee_id&fields=employee_id');
      expect(body.map((one: Row) => (one.manager as Row | null)?.name ?? null)).to.deep.equal([null, 'Ann', 'Ann']);
      expect((await agent.get('/employee?manager.name=Ann&fields=name')).body).to.have.length(2);
      expect((await agent.get('/employee/1?include=team')).body.team.map((one: Row) => one.name)).to.deep.equal([
        'Bob',
        'Cid',
      ]);
    });

    it('one record that refers to this one: the first by its key, where there are several', async () => {
      const agent = await serve('employee', {
        profile: { key: 'employee_id', one: true, fields: 'profile_id,text' },
        profiles: { table: 'profile', key: 'employee_id', fields: 'profile_id' },
      });
      const { body } = await agent.get('/employee?include=profile,profiles&sort=-profile.text&fields=employee_id');
      const [ann, bob] = [
        { profile_id: 5, text: 'first' },
        { profile_id: 7, text: 'bob' },
      ];
      expect(body).to.deep.equal([
        { employee_id: 1, profile: ann, profiles: [{ profile_id: 5 }, { profile_id: 6 }] },
        { employee_id: 2, profile: bob, profiles: [{ profile_id: 7 }] },
        { employee_id: 3, profile: null, profiles: [] },
      ]);
    });

    it('one record by a column that no foreign key declares', async () => {
      const agent = await serve('articles', { author: { table: 'employee', key: 'written_by', fields: 'name' } });
      const { body } = await agent.get('/articles?include=author&fields=id');
      expect(body).to.deep.equal([
        { id: 1, author: { name: 'Bob' } },
        { id: 2, author: null },
      ]);
    });

    it('many to many without foreign keys, in the spelling of the tables and in any other', async () => {
      const labels = { array: true, children: { int: true } };
      const agent = await serve(
        'articles',
        {
          labels: { through: 'articles_labels', fields: 'id' },
          tags: { table: 'labels', through: 'tagging', key: 'what', otherKey: 'tag', fields: 'name' },
          tagCount: { count: 'labels', through: 'tagging', key: 'what', otherKey: 'tag' },
        },
        { labels, tags: labels },
      );
      const { body } = await agent.get('/articles/1?include=labels,tags,tagCount');
      expect(body).to.deep.include({ labels: [{ id: 1 }], tags: [{ name: 'old' }], tagCount: 1 });
      const changed = await patch(agent, '/articles/1?include=labels,tags', { labels: [2], tags: [1, 2] });
      expect(changed.body).to.deep.include({ labels: [{ id: 2 }], tags: [{ name: 'new' }, { name: 'old' }] });
    });

    it('ids of a table between with a column that nothing fills stop the start; reading and policies do not', async () => {
      const include = { members: { table: 'labels', through: 'membership', fields: 'id' } };
      const ids = { members: { array: true, children: { int: true } } };
      expect((await (await serve('articles', include)).get('/articles/1?include=members')).body.members).to.deep.equal(
        [],
      );
      const refused = await serve('articles', include, ids).then(
        () => '',
        ({ code, message }) => `${code} ${message}`,
      );
      expect(refused).to.match(/^E_RELATION .*the column "role" of "membership" is required and has no default/s);
      const policies = {
        ...Object.fromEntries(SERVED.map((table) => [table, definePolicy('everyone')])),
        membership: definePolicy({ read: 'everyone', create: { role: 'guest' }, delete: 'everyone' }),
      };
      const agent = await serve('articles', include, ids, { policies });
      const { status, body } = await patch(agent, '/articles/1?include=members', { members: [2] });
      expect([status, body.members]).to.deep.equal([200, [{ id: 2 }]]);
    });
  });
}

// --- internal ---

function patch(agent: ReturnType<typeof supertest>, path: string, body: Row) {
  return agent.patch(path).type('application/merge-patch+json').send(body);
}

async function run(models: Models, script: string): Promise<void> {
  for (const text of script.split(';').filter((one) => one.trim() !== '')) await sql.raw(text).execute(models.kysely);
}

/** The tables that have a class. */
const SERVED = ['employee', 'profile', 'labels', 'articles'];

/** Its logic takes the relations that `body` declares. */
async function serveTable(models: Models, table: string, include: Include, body: Row, options: object) {
  const named = class extends Rest {
    static include = include;
  } as ControllerClass;
  const others = SERVED.filter((one) => one !== table);
  const plain = class extends Rest {} as ControllerClass;
  const router = createRestRouter({
    rules: [['/:name(\\w+)/:id?', '/:name', 'rest']],
    controllers: { ...Object.fromEntries(others.map((one) => [one, class extends plain {}])), [table]: named },
    logics: { [table]: defineLogic({ patchAction: { body } } as never) },
    model: apart(models),
    log: false,
    ...options,
  } as never);
  await router.ready;
  return supertest(express().use(router));
}
