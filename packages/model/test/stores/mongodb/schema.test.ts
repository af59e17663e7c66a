import { expect } from 'chai';
import { ModelsError } from '../../../src/index.ts';
import { rejected } from '../../fixture.ts';
import { testStores } from './stores.ts';

describe('MongoDB: schemas', () => {
  const stores = testStores();

  it('keep every kind of column and its default', async () => {
    const models = await stores.migrated(`
      await schema.createTable('t', (t) => {
        t.id();
        t.string('s', 3).default('abc');
        t.text('x').default('long');
        t.integer('i').default(1);
        t.bigint('b').default(9007199254740993n);
        t.decimal('d', 4, 1).default('1.5');
        t.decimal('e', 2, 2).default('0.99');
        t.double('f').default(0.5);
        t.boolean('o').default(false);
        t.date('day').default('2026-01-31');
        t.datetime('at').default('2026-01-31T12:00:00Z');
        t.datetime('now').defaultNow();
        t.json('j').default({ a: [1] });
        t.text('n').default(null);
      });
    `);
    const id = await models.model('t').add({});
    const { id: own, now, ...row } = (await models.model('t').byId(id).find()) ?? {};
    expect(own).to.equal(id);
    expect(row).to.deep.equal({
      s: 'abc',
      x: 'long',
      i: 1,
      b: 9007199254740993n,
      d: '1.5',
      e: '0.99',
      f: 0.5,
      o: false,
      day: '2026-01-31',
      at: '2026-01-31T12:00:00.000Z',
      j: { a: [1] },
      n: null,
    });
    expect(now).to.match(/Z$/);
    await rejected(models.model('t').add({ s: 'four' }), 'invalid_value', 's');
    await rejected(models.model('t').add({ d: '1000' }), 'invalid_value', 'd');
    await models.model('t').byId(id).update({ d: '999.9' });
    await rejected(models.model('t').byId(id).increment('d', 1), 'invalid_value', 'd');
    await models
      .model('t')
      .byId(id)
      .decrement('d', '0.5' as unknown as number);
    expect(await models.model('t').byId(id).field('d').find()).to.deep.equal({ d: '999.4' });
  });

  it('make unique, index, keys and references', async () => {
    const models = await stores.migrated(`
      await schema.createTable('owner', (t) => { t.string('code').primary(); t.text('name'); });
      await schema.createTable('thing', (t) => {
        t.id('key');
        t.string('slug').unique();
        t.string('a').index();
        t.string('b');
        t.references('ownerCode', 'owner', { column: 'code', type: 'string' });
        t.references('parentId', 'thing', { column: 'key' });
        t.unique(['a', 'b']);
      });
      await schema.createTable('part', (t) => { t.id(); t.references('thingId', 'thing', { column: 'key' }); });
    `);
    await models.model('owner').add({ code: 'x' });
    expect(await models.model('owner').byId('x').find()).to.deep.equal({ code: 'x', name: null });
    await rejected(models.model('owner').add({ code: 'x' }), 'conflict', 'code');
    await rejected(models.model('owner').add({ name: 'a' }), 'not_null', 'code');
    await rejected(models.model('owner').byId('x').update({ code: 'y' }), 'invalid_value', 'code');
    const thing = models.model('thing');
    const parentId = await thing.add({ slug: 's', a: '1', b: '2', ownerCode: 'x' });
    await thing.add({ parentId });
    await rejected(thing.add({ slug: 's' }), 'conflict', 'slug');
    await rejected(thing.add({ a: '1', b: '2' }), 'conflict', 'a');
    await thing.addMany([{ a: '1' }, { a: '1' }]);
    await models.model('part').add({ thingId: parentId });
    expect(await models.model('part').where({ thingId: parentId }).count()).to.equal(1);
    await rejected(models.model('part').add({ thingId: '7' }), 'invalid_value', 'thingId');
    const [part] = await stores.collection('part').find().toArray();
    expect(part?.thingId).to.have.property('_bsontype', 'ObjectId');
    const indexes = await stores.collection('thing').listIndexes().toArray();
    expect(indexes.map(({ name, unique = false }) => `${name} ${unique}`)).to.deep.equal([
      '_id_ false',
      'thing_slug_unique true',
      'thing_a_index false',
      'thing_ownerCode_index false',
      'thing_parentId_index false',
      'thing_a_b_unique true',
    ]);
  });

  it('change', async () => {
    const models = await stores.migrated(`
      await schema.createTable('t', (t) => {
        t.id(); t.string('old').notNull().index(); t.string('gone').index(); t.integer('n');
      });
      await schema.raw('{"insert":"t","documents":[{"old":"kept","gone":"x"},{"old":"too"}],"writeConcern":{"w":"majority"}}');
      await schema.alterTable('t', (t) => {
        t.integer('views').notNull().default(7);
        t.string('slug').unique();
        t.rename('old', 'title');
        t.drop('gone');
        t.index(['n']);
      });
      await schema.createTable('u', (t) => { t.id(); });
      await schema.dropTable('u');
    `);
    expect(await models.model('t').order('title').omit('id').select()).to.deep.equal([
      { title: 'kept', n: null, views: 7, slug: null },
      { title: 'too', n: null, views: 7, slug: null },
    ]);
    await models.model('t').where({ title: 'kept' }).update({ slug: 's' });
    await rejected(models.model('t').where({ title: 'too' }).update({ slug: 's' }), 'conflict', 'slug');
    await rejected(models.model('t').add({ slug: 'u' }), 'not_null', 'title');
    await rejected(models.model('u').count(), 'no_table');
    const indexes = await stores.collection('t').listIndexes().toArray();
    expect(indexes.map(({ name }) => name)).to.deep.equal(['_id_', 't_title_index', 't_slug_unique', 't_n_index']);
    const documents = await stores.collection('t').find().toArray();
    expect(documents.some((document) => 'gone' in document || 'old' in document)).to.equal(false);
  });

  const inT = (change: string): string =>
    `await schema.createTable('t', (t) => { t.id(); t.text('a'); }); await schema.alterTable('t', (t) => { ${change} });`;
  const refused: [what: string, steps: string, step: string, part: string][] = [
    ['SQL', "await schema.raw('drop table t');", 'raw(…)', 'no SQL'],
    [
      'a command whose write is refused',
      `await schema.createTable('t', (t) => { t.id(); t.text('a').notNull(); });
      await schema.raw('{"insert":"t","documents":[{}],"writeConcern":{"w":"majority"}}');`,
      'raw(…)',
      'failed validation',
    ],
    ['a list as a command', "await schema.raw('[]');", 'raw(…)', 'JSON object'],
    ['no key', "await schema.createTable('t', (t) => { t.text('a'); });", "createTable('t')", 'primary key'],
    [
      'two keys',
      "await schema.createTable('t', (t) => { t.id(); t.uuid('b').primary(); });",
      "createTable('t')",
      'one key',
    ],
    [
      'a column twice',
      "await schema.createTable('t', (t) => { t.id(); t.text('a'); t.text('a'); });",
      "createTable('t')",
      'twice',
    ],
    [
      'a way into a document',
      "await schema.createTable('t', (t) => { t.id(); t.text('a.b'); });",
      "createTable('t')",
      '"a.b"',
    ],
    ['an operator', "await schema.createTable('t', (t) => { t.id(); t.text('$a'); });", "createTable('t')", '"$a"'],
    [
      'a name of ours',
      "await schema.createTable('t', (t) => { t.id(); t.text('rest_gen_lock'); });",
      "createTable('t')",
      '"rest_gen_lock"',
    ],
    [
      'bytes by default',
      "await schema.createTable('t', (t) => { t.id(); t.binary('a').default(new Uint8Array(1)); });",
      "createTable('t')",
      'bytes',
    ],
    [
      'too many digits',
      "await schema.createTable('t', (t) => { t.id(); t.decimal('a', 35, 2); });",
      "createTable('t')",
      '34',
    ],
    [
      'a scale past the precision',
      "await schema.createTable('t', (t) => { t.id(); t.decimal('a', 2, 4); });",
      "createTable('t')",
      'after the point',
    ],
    [
      'a default with too many digits',
      "await schema.createTable('t', (t) => { t.id(); t.decimal('a', 3, 2).default('10'); });",
      "createTable('t')",
      '3 digits',
    ],
    [
      'a table that is there',
      "await schema.createTable('t', (t) => { t.id(); }); await schema.createTable('t', (t) => { t.id(); });",
      "createTable('t')",
      'already exists',
    ],
    ['a table that is not there', "await schema.dropTable('t');", "dropTable('t')", 'no collection'],
    [
      'a change of no table',
      "await schema.alterTable('t', (t) => { t.text('a'); });",
      "alterTable('t')",
      'no collection',
    ],
    ['a column that is not there', inT("t.drop('b');"), "alterTable('t')", 'no column "b"'],
    ['a column that is there', inT("t.text('a');"), "alterTable('t')", '"a" already'],
    ['a name that is there', inT("t.text('b'); t.rename('a', 'id');"), "alterTable('t')", '"id" already'],
    ['dropping the key', inT("t.drop('id');"), "alterTable('t')", 'stays as it is'],
    ['another key', inT("t.uuid('b').primary();"), "alterTable('t')", 'key of the collection already'],
  ];
  for (const [what, steps, step, part] of refused) {
    it(`refuse ${what}, naming the step`, async () => {
      const error = await stores.migrated(steps).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(ModelsError).with.property('step', step);
      expect((error as Error).message).to.contain(part);
    });
  }

  it('refuse a required column without a default where there are records', async () => {
    const steps = `await schema.createTable('t', (t) => { t.id(); });
      await schema.raw('{"insert":"t","documents":[{}],"writeConcern":{"w":"majority"}}');
      await schema.alterTable('t', (t) => { t.text('a').notNull(); });`;
    const error = await stores.migrated(steps).catch((thrown: unknown) => thrown);
    expect((error as Error).message).to.contain('give it a default');
  });

  it('go on behind the statements that are done', async () => {
    const address = stores.url();
    const steps = `await schema.createTable('a', (t) => { t.id(); t.text('s').index(); });
      await schema.createTable('b', (t) => { t.id(); });`;
    stores.standIn.fail({ command: 'createIndexes', code: 6 });
    const failed = await stores.migrated(steps, {}, address).catch((thrown: unknown) => thrown);
    expect(failed).to.have.property('step', "createTable('a')");
    const models = await stores.migrated(steps, {}, address);
    expect(await models.model('b').count()).to.equal(0);
    expect(await stores.collection('a').listIndexes().toArray()).to.have.length(2);
    expect(await models.migrate()).to.deep.equal({ applied: [] });
  });
});
