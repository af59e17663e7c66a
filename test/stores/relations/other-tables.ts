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

/** A table between two with columns of its own, and two rows for one pair. */
const TASKS = `
  create table task (id integer primary key);
  create table assignment (task_id integer not null, employee_id integer not null,
    role varchar(20) default 'help' not null, hours decimal(5, 2), primary key (task_id, employee_id, role));
  insert into task values (1), (2);
  insert into assignment values (1, 1, 'lead', 1.5), (1, 1, 'more', 9), (1, 2, 'test', null), (2, 1, 'help', 2)`;

/**
 * What `static include` must do with tables that other programs made, on every store, as mocha tests.
 *
 * @param open - gives models on a store without tables; the suite closes them
 */
export function describeOtherTables(name: string, open: () => Promise<Models> | Models): void {
  describeSeveralColumns(name, open);
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

    it('columns of a table between show with each record, of one row each, and what is shown can be sent back', async () => {
      await run(models, TASKS);
      const include = {
        staff: { table: 'employee', through: 'assignment', with: 'role,hours', fields: 'employee_id,name' },
      };
      const agent = await serve('task', include, { staff: { array: true, children: { int: true } } });
      const ann = { employee_id: 1, name: 'Ann', role: 'lead', hours: '1.50' };
      const bob = { employee_id: 2, name: 'Bob', role: 'test', hours: null };
      const { body } = await agent.get('/task?include=staff');
      expect(body).to.deep.equal([
        { id: 1, staff: [ann, bob] },
        { id: 2, staff: [{ ...ann, role: 'help', hours: '2.00' }] },
      ]);
      expect((await agent.get('/task/1?include=staff')).body).to.deep.equal(body[0]);
      const { status, body: same } = await patch(agent, '/task/1?include=staff', { staff: body[0].staff });
      expect([status, same]).to.deep.equal([200, body[0]]);
      expect((await agent.get('/task?staff.role=lead')).status).to.equal(400);
      const everyone = definePolicy('everyone');
      const policies = { ...Object.fromEntries(SERVED.map((table) => [table, everyone])), task: everyone };
      const start = (assignment?: object) =>
        serve('task', include, {}, { policies: { ...policies, ...(assignment && { assignment }) } });
      const masked = await start(
        definePolicy({ read: { role: { ne: 'test' } }, fields: { hours: { read: { role: 'help' } } } }),
      );
      expect((await masked.get('/task?include=staff')).body).to.deep.equal([
        { id: 1, staff: [{ ...ann, hours: null }] },
        { id: 2, staff: [{ ...ann, role: 'help', hours: '2.00' }] },
      ]);
      expect(await start().catch(({ message }) => message)).to.match(/the table "assignment" .* has no policy/);
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

/** Tables whose keys have several columns, and one that no foreign key declares. */
const LINES = `
  create table word (id integer primary key, name varchar(20) not null);
  insert into word values (1, 'new'), (2, 'old');
  create table line (order_no integer not null, line_no integer not null, text varchar(20), primary key (order_no, line_no));
  create table shipment (id integer primary key, order_no integer, of_line integer, text varchar(20),
    foreign key (order_no, of_line) references line (order_no, line_no));
  create table remark (id integer primary key, line_no integer, order_no integer, text varchar(20));
  create table line_word (order_no integer not null, line_no integer not null, word_id integer not null,
    primary key (order_no, line_no, word_id),
    foreign key (order_no, line_no) references line (order_no, line_no) on delete cascade,
    foreign key (word_id) references word (id));
  insert into line values (1, 1, 'one'), (1, 2, 'two'), (2, 1, 'three');
  insert into shipment values (1, 1, 2, 'a'), (2, 2, 1, 'b'), (3, 2, null, 'c'), (4, null, 1, 'd');
  insert into remark values (1, 1, 2, 'x'), (2, 2, 1, 'y'), (3, 7, 1, 'z');
  insert into line_word values (1, 2, 1), (1, 2, 2), (2, 1, 2)`;

/** What `static include` must do with keys of several columns, on every store, as mocha tests. */
function describeSeveralColumns(name: string, open: () => Promise<Models> | Models): void {
  describe(`relations by several columns: ${name}`, () => {
    keepQuiet();
    let models: Models;
    before(async () => {
      models = await open();
      await run(models, LINES);
    });
    after(() => models.close());
    const line = { table: 'line', fields: 'text' };
    const lists = {
      shipments: { fields: 'id' },
      remarks: { table: 'remark', key: ['order_no', 'line_no'], fields: 'id' },
      labels: { table: 'word', through: 'line_word', fields: 'name' },
      labelCount: { count: 'word', through: 'line_word' },
      remarkCount: { count: 'remark', key: 'order_no,line_no' },
    };

    it('reads, filters and sorts by one record, by a foreign key and by columns that are named', async () => {
      const agent = await serveTable(models, 'shipment', { line }, {});
      const { body } = await agent.get('/shipment?include=line&fields=id&sort=line.text,id');
      expect(body).to.have.deep.members([
        { id: 3, line: null },
        { id: 4, line: null },
        { id: 2, line: { text: 'three' } },
        { id: 1, line: { text: 'two' } },
      ]);
      expect(body.slice(-2).map((one: Row) => one.id)).to.deep.equal([2, 1]);
      expect((await agent.get('/shipment?line.text=two&fields=id')).body).to.deep.equal([{ id: 1 }]);
      const remarks = await serveTable(
        models,
        'remark',
        { of: { ...line, key: ['order_no', 'line_no'], one: true } },
        {},
      );
      expect((await remarks.get('/remark?include=of&fields=id')).body).to.deep.equal([
        { id: 1, of: { text: 'three' } },
        { id: 2, of: { text: 'two' } },
        { id: 3, of: null },
      ]);
    });

    it('reads, counts and filters lists, also through a table between', async () => {
      const agent = await serveTable(models, 'line', lists, {});
      const { body, status } = await agent.get(
        '/line?include=shipments,remarks,labels,labelCount,remarkCount&fields=text&sort=-labelCount,text',
      );
      expect([status, body]).to.deep.equal([
        200,
        [
          { ...{ text: 'two', shipments: [{ id: 1 }], remarks: [{ id: 2 }] }, ...both, labelCount: 2, remarkCount: 1 },
          { ...{ text: 'three', shipments: [{ id: 2 }], remarks: [{ id: 1 }] }, ...old, labelCount: 1, remarkCount: 1 },
          { ...{ text: 'one', shipments: [], remarks: [] }, labels: [], labelCount: 0, remarkCount: 0 },
        ],
      ]);
      expect((await agent.get('/line/1,2?include=remarks')).body.remarks).to.deep.equal([{ id: 2 }]);
      expect((await agent.get('/line?labels.name=new&remarks.id=2&fields=text')).body).to.deep.equal([{ text: 'two' }]);
      const nested = {
        shipment: { table: 'shipment', one: true, fields: 'id', include: { line: { ...line, include: lists } } },
      };
      const far = await serveTable(models, 'line', nested, {});
      expect((await far.get('/line?shipment.line.labels.name=new&fields=text')).body).to.deep.equal([{ text: 'two' }]);
    });

    it('refuses a list of ids in the logic, and a key with too few columns', async () => {
      const start = (include: Include, body: Row) =>
        serveTable(models, 'line', include, body).then(
          () => '',
          ({ code, message }) => `${code} ${message}`,
        );
      const ids = { labels: { array: true, children: { int: true } } };
      expect(await start(lists, ids)).to.match(/^E_RELATION .*ids of several columns cannot be written as a list/s);
      expect(await start({ remarks: { table: 'remark', key: 'order_no', max: 5, fields: 'id' } }, {})).to.match(
        /^E_RELATION .*the primary key of "line" has several columns: order_no, line_no/s,
      );
    });

    it('refuses to refer to a record that the user may not read, by any of the columns', async () => {
      const everyone = definePolicy('everyone');
      const policies = {
        shipment: everyone,
        line: definePolicy({ read: { text: { ne: 'one' } } }),
      };
      const body = { id: { int: true }, order_no: { int: true }, of_line: { int: true }, text: { string: true } };
      const agent = await serveTable(models, 'shipment', { line }, body, { policies });
      const add = (id: number, order_no: number, of_line: number) =>
        agent.post('/shipment').send({ id, order_no, of_line, text: 'new' });
      expect((await add(10, 1, 1)).body).to.deep.include({ status: 422 });
      expect((await add(11, 1, 2)).status).to.equal(201);
      const hidden = await patch(agent, '/shipment/11', { of_line: 1 });
      expect([hidden.status, hidden.body.errors?.[0]?.pointer]).to.deep.equal([422, '/of_line']);
      expect((await patch(agent, '/shipment/11', { order_no: 2, of_line: 1 })).status).to.equal(200);
      expect((await patch(agent, '/shipment/11', { order_no: 1 })).body.errors?.[0]?.pointer).to.equal('/order_no');
      expect((await patch(agent, '/shipment/11', { order_no: null })).status).to.equal(200);
    });
  });
}

const both = { labels: [{ name: 'new' }, { name: 'old' }] };
const old = { labels: [{ name: 'old' }] };

/**
 * What `static include` must do with tables of another schema, or of another database of MySQL, as mocha tests.
 *
 * @param open - gives models on a store without tables; the suite closes them
 * @param schema - the name of a schema without tables
 */
export function describeOtherSchemas(name: string, open: () => Promise<Models> | Models, schema: () => string): void {
  describe(`relations across schemas: ${name}`, () => {
    keepQuiet();
    let models: Models;
    before(async () => {
      models = await open();
      await run(models, tablesIn(schema()));
    });
    after(() => models.close());

    it('reads, filters, sorts, counts and writes links by qualified names, beside a table of the same name', async () => {
      const other = (table: string) => `${schema()}.${table}`;
      const ids = { array: true, children: { int: true } };
      const agent = await serveTable(
        models,
        'articles',
        {
          buyer: { table: other('labels'), key: 'buyer_id', fields: 'id,name' },
          label: { table: 'labels', key: 'label_id', fields: 'name' },
          notes: { table: other('note'), key: 'article_id', fields: 'text' },
          noteCount: { count: other('note'), key: 'article_id' },
          tags: { table: other('labels'), through: other('tagging'), fields: 'id,name' },
        },
        { tags: ids },
      );
      const all = await agent.get('/articles?include=buyer,label,notes,noteCount,tags&sort=-buyer.name&notes.text=hi');
      expect(all.body).to.deep.equal([
        {
          ...{ id: 1, buyer_id: 7, label_id: 1, buyer: { id: 7, name: 'theirs' }, label: { name: 'ours' } },
          ...{ notes: [{ text: 'hi' }], noteCount: 1, tags: [{ id: 7, name: 'theirs' }] },
        },
      ]);
      expect((await agent.get('/articles?tags.name=ours&noteCount=0')).body).to.deep.equal([]);
      const { status, body } = await patch(agent, '/articles/1?include=tags', { tags: [8] });
      expect([status, body.tags]).to.deep.equal([200, [{ id: 8, name: 'more' }]]);
    });

    it('has policies by qualified names', async () => {
      const labels = `${schema()}.labels`;
      const everyone = definePolicy('everyone');
      const include = { buyer: { table: labels, key: 'buyer_id', fields: 'name' } };
      const policies = { articles: everyone, labels: everyone, [labels]: definePolicy({ read: { name: 'more' } }) };
      const agent = await serveTable(models, 'articles', include, {}, { policies });
      expect((await agent.get('/articles/1?include=buyer')).body.buyer).to.equal(null);
    });

    it('gives a table one name only, and names the other table of a foreign key', async () => {
      const { foreignKeys = [] } = (await models.describeTable?.('articles')) ?? {};
      expect(foreignKeys.map(({ column, table }) => [column, table])).to.have.deep.members([
        ['buyer_id', `${schema()}.labels`],
        ['label_id', 'labels'],
      ]);
      const theirs = models.repository(`${schema()}.labels` as never);
      expect(await theirs.count()).to.equal(2);
      expect(await theirs.insert({ id: 9, name: 'x' } as never)).to.equal(9);
      expect(await theirs.update({ id: 9 } as never, { name: 'y' } as never)).to.equal(1);
      expect(await theirs.delete({ id: 9 } as never)).to.equal(1);
      const [row] = (
        await sql
          .raw('select current_schema as name')
          .execute(models.kysely)
          .catch(() => sql.raw('select database() as name').execute(models.kysely))
      ).rows as Row[];
      for (const missing of [`${row?.name}.labels`, `${schema()}.articles`, 'nowhere.labels', `${schema()}.`])
        expect(
          await models
            .repository(missing as never)
            .count()
            .then(String, ({ code }) => code),
        ).to.equal('no_table');
    });
  });
}

// --- internal ---

/** Tables here and in another schema, of which one has the same name. */
function tablesIn(schema: string): string {
  return `
    create table ${schema}.labels (id integer primary key, name varchar(20) not null);
    create table labels (id integer primary key, name varchar(20) not null);
    create table articles (id integer primary key, buyer_id integer, label_id integer,
      foreign key (buyer_id) references ${schema}.labels (id), foreign key (label_id) references labels (id));
    create table ${schema}.note (id integer primary key, article_id integer, text varchar(20));
    create table ${schema}.tagging (articles_id integer not null, label_id integer not null);
    insert into ${schema}.labels values (7, 'theirs'), (8, 'more');
    insert into labels values (1, 'ours');
    insert into articles values (1, 7, 1), (2, null, null);
    insert into ${schema}.note values (1, 1, 'hi');
    insert into ${schema}.tagging values (1, 7)`;
}

function patch(agent: ReturnType<typeof supertest>, path: string, body: Row) {
  return agent.patch(path).type('application/merge-patch+json').send(body);
}

async function run(models: Models, script: string): Promise<void> {
  for (const text of script.split(';').filter((one) => one.trim() !== '')) await sql.raw(text).execute(models.kysely);
}

/** The tables that have a class. */
const SERVED = ['employee', 'profile', 'labels', 'articles'];

/** Its logic takes the relations that `body` declares. */
async function serveTable(models: Models, table: string, include: Include, body: Row, options: object = {}) {
  const named = class extends Rest {
    static include = include;
  } as ControllerClass;
  const others = SERVED.filter((one) => one !== table);
  const plain = class extends Rest {} as ControllerClass;
  const router = createRestRouter({
    rules: [['/:name(\\w+)/:id?', '/:name', 'rest']],
    controllers: { ...Object.fromEntries(others.map((one) => [one, class extends plain {}])), [table]: named },
    logics: { [table]: defineLogic({ postAction: { body }, patchAction: { body } } as never) },
    model: apart(models),
    log: false,
    ...options,
  } as never);
  await router.ready;
  return supertest(express().use(router));
}
