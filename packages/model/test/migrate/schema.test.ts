import { join } from 'node:path';
import { expect } from 'chai';
import { rejected, temporaryFolders } from '../../../../test/stores/fixture.ts';
import { createModels, type Models, ModelsError } from '../../src/index.ts';

describe('schema', () => {
  const folder = temporaryFolders();
  const opened: Models[] = [];
  afterEach(async () => {
    for (const models of opened.splice(0)) await models.close();
  });

  /** Models on a database that these steps have made. */
  async function migrated(steps: string, file = ':memory:'): Promise<Models> {
    const migrations = folder({ '1_steps.mjs': `export const up = async (schema) => { ${steps} };` });
    const models = createModels(`sqlite:${file}`, { migrations, autoMigrate: false });
    opened.push(models);
    await models.migrate();
    return models;
  }

  it('fills defaults of every type', async () => {
    const models = await migrated(`await schema.createTable('t', (t) => {
      t.id();
      t.string('s', 10).default("it's");
      t.integer('i').notNull().default(-3);
      t.bigint('b').default(9007199254740993n);
      t.decimal('d', 6, 2).default('1.5');
      t.double('f').default(0.25);
      t.boolean('yes').default(true);
      t.boolean('no').default(false);
      t.date('day').default('2026-01-31');
      t.datetime('at').default('2026-01-31T12:00:00Z');
      t.datetime('now').defaultNow();
      t.json('j').default({ a: [1] });
      t.text('n').default(null);
    });`);
    await models.model('t').add({});
    const { now, ...row } = (await models.model('t').find()) ?? {};
    expect(row).to.deep.equal({
      id: 1,
      s: "it's",
      i: -3,
      b: 9007199254740993n,
      d: '1.50',
      f: 0.25,
      yes: true,
      no: false,
      day: '2026-01-31',
      at: '2026-01-31T12:00:00.000Z',
      j: { a: [1] },
      n: null,
    });
    expect(now).to.match(/Z$/);
  });

  it('makes unique, index, keys and references', async () => {
    const models = await migrated(`
      await schema.createTable('owner', (t) => { t.string('code').primary(); });
      await schema.createTable('t', (t) => {
        t.uuid('id').primary();
        t.string('slug').unique();
        t.string('a').index();
        t.string('b');
        t.references('ownerCode', 'owner', { column: 'code', type: 'string', onDelete: 'cascade' });
        t.unique(['a', 'b']);
        t.index(['b']);
        t.binary('raw');
      });
    `);
    const t = models.model('t');
    await models.model('owner').add({ code: 'x' });
    await t.add({ slug: 's', a: '1', b: '2', ownerCode: 'x' });
    await rejected(t.add({ slug: 's' }), 'conflict', 'slug');
    await rejected(t.add({ a: '1', b: '2' }), 'conflict', 'a');
    await rejected(t.add({ ownerCode: 'y' }), 'foreign_key');
    await models.model('owner').byId('x').delete();
    expect(await t.count()).to.equal(0);
  });

  it('changes tables', async () => {
    const models = await migrated(`
      await schema.createTable('t', (t) => { t.id(); t.string('old'); t.string('gone'); });
      await schema.raw("insert into t (old) values ('kept'); insert into t (old) values ('too');");
      await schema.alterTable('t', (t) => {
        t.integer('views').notNull().default(7);
        t.string('slug').unique();
        t.rename('old', 'title');
        t.drop('gone');
        t.index(['title']);
      });
      await schema.createTable('u', (t) => { t.id(); });
      await schema.dropTable('u');
    `);
    expect(await models.model('t').order('id').select()).to.deep.equal([
      { id: 1, title: 'kept', views: 7, slug: null },
      { id: 2, title: 'too', views: 7, slug: null },
    ]);
    await models.model('t').byId(1).update({ slug: 's' });
    await rejected(models.model('t').byId(2).update({ slug: 's' }), 'conflict', 'slug');
    await rejected(models.model('u').count(), 'no_table');
  });

  it('drops columns with the indexes and references that stand on them', async () => {
    const models = await migrated(`
      await schema.createTable('o', (t) => { t.id(); });
      await schema.createTable('t', (t) => {
        t.id(); t.string('a').unique(); t.string('b'); t.references('oId', 'o'); t.string('c').index(); t.index(['b', 'c']);
      });
      await schema.raw("insert into t (a, b) values ('a', 'b')");
      await schema.alterTable('t', (t) => { t.drop('a'); t.drop('b'); t.drop('oId'); });
      await schema.alterTable('t', (t) => { t.string('a').unique(); t.references('oId', 'o'); });
    `);
    expect(await models.model('t').select()).to.deep.equal([{ id: 1, c: null, a: null, oId: null }]);
    await rejected(models.model('t').add({ oId: 1 }), 'foreign_key');
  });

  it('tells indexes with long names apart', async () => {
    const long = 'x'.repeat(60);
    const models = await migrated(`await schema.createTable('t', (t) => {
      t.id(); t.string('${long}1').unique(); t.string('${long}2').unique(); t.string('${'é'.repeat(40)}').unique();
    });`);
    await models.model('t').add({ [`${long}1`]: 'a', [`${long}2`]: 'a' });
    await rejected(models.model('t').add({ [`${long}2`]: 'a' }), 'conflict', `${long}2`);
  });

  it('never gives the key of a deleted record again', async () => {
    const models = await migrated("await schema.createTable('t', (t) => { t.id(); t.text('a'); });");
    await models.model('t').add({});
    const last = await models.model('t').add({});
    await models.model('t').byId(last).delete();
    expect(await models.model('t').add({})).to.equal(3);
  });

  const refused: [what: string, steps: string, step: string][] = [
    [
      'a default of another type',
      "schema.createTable('t', (t) => { t.integer('a').default('x'); })",
      "createTable('t')",
    ],
    [
      'a default of a key that is no number',
      "schema.createTable('t', (t) => { t.id().default('x'); })",
      "createTable('t')",
    ],
    ['now for what is no time', "schema.createTable('t', (t) => { t.date('a').defaultNow(); })", "createTable('t')"],
    ['an empty name', "schema.createTable('t', (t) => { t.text(''); })", "createTable('t')"],
    ['a length that is none', "schema.createTable('t', (t) => { t.string('a', 0); })", "createTable('t')"],
    ['a table that is not there', "schema.dropTable('t')", "dropTable('t')"],
    ['a column that is not there', "schema.alterTable('t', (t) => { t.drop('a'); })", "alterTable('t')"],
    ['wrong SQL', "schema.raw('create tabel t')", 'raw(…)'],
  ];
  for (const [what, steps, step] of refused) {
    it(`names the step for ${what}`, async () => {
      const error = await migrated(`await ${steps};`).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(ModelsError);
      expect(error).to.include({ code: 'E_MIGRATION', step });
    });
  }

  it('reads tables that other programs made', async () => {
    const file = join(folder(), 'app.sqlite3');
    const models = await migrated(
      `await schema.raw(\`
        create table t (
          id INTEGER PRIMARY KEY, a VARCHAR(20), b INT UNSIGNED, c NUMERIC(8, 2), d TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
          e REAL, f VARBINARY(4), g JSON, h BOOL DEFAULT NULL, i, j BIGINT, k DATE, l DECIMAL, m TINYINT AS (b + 1)
        );
        insert into t (id, a, b, c, d, e, f, g, h, i, l) values (1, 'x', 2, 3.5, '2026-01-31 12:00:00', 4, x'01', '{"a":1}', 7, 5, '1.25');
        insert into t (id, d, g, h) values (2, 'yesterday', '{broken', 1);
        create view v as select id, a from t;
        create view w as select a from t;
        create table pair (a, b, primary key (a, b));
        create table "odd ""name" ("id" integer primary key, "__proto__" text, "a.b" text, "x as y" text);
      \`);`,
      file,
    );
    const { columns } = await models.repository('t').describe();
    expect([...columns.values()].map(({ type }) => type).join(' ')).to.equal(
      'integer string integer decimal datetime double binary json boolean string bigint date decimal integer',
    );
    expect([...columns.values()].filter(({ hasDefault }) => hasDefault).map(({ name }) => name)).to.deep.equal([
      'id',
      'd',
      'm',
    ]);
    const [first, second] = await models.model('t').order('id').select();
    expect(first).to.deep.include({
      c: '3.50',
      d: '2026-01-31T12:00:00.000Z',
      e: 4,
      g: { a: 1 },
      h: 7,
      i: 5,
      l: '1.25',
      m: 3,
    });
    expect(second).to.deep.include({ c: null, d: 'yesterday', g: '{broken', h: true });
    await models.model('t').byId(1).update({ c: '4.5', l: '0.125' });
    expect(await models.model('t').field('c,l').byId(1).find()).to.deep.equal({ c: '4.50', l: '0.125' });
    expect(await models.model('v').byId(1).find()).to.deep.equal({ id: 1, a: 'x' });
    expect((await rejected(models.model('w').count(), 'no_table')).message).to.contain('primary key');
    expect((await rejected(models.model('pair').count(), 'no_table', 'a')).message).to.contain('compared exactly');
    const odd = models.model('odd "name');
    const values = JSON.parse('{"__proto__":"p","a.b":"q","x as y":"r"}');
    const id = await odd.add(values);
    const row = await odd.where(JSON.parse('{"__proto__":"p"}')).order('-a.b').find();
    expect(JSON.parse(JSON.stringify(row))).to.deep.equal({
      id,
      ...JSON.parse('{"a.b":"q","x as y":"r"}'),
      ['__proto__']: 'p',
    });
    expect(Object.getPrototypeOf(row)).to.equal(Object.prototype);
  });
});
