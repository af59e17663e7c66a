import { type Column, createModel, type Model, type ModelProvider } from '@rest-gen/model/core';
import { expect } from 'chai';
import { rejected, temporaryFolders } from '../../../../test/stores/fixture.ts';
import { describeHttp } from '../../../../test/stores/http-conformance.ts';
import { createModels } from '../../src/index.ts';
import { MemoryProvider, type MemoryTable } from './memory-provider.ts';

describe('the provider of docs/adapters.md', () => {
  describeHttp('in memory', () => new MemoryProvider([post, author]));

  describe('beside SQLite', () => {
    const folder = temporaryFolders();
    const asked: [what: string, ask: (model: Model) => Promise<unknown>][] = [
      ['all', (model) => model.order('slug').select()],
      ['null first', (model) => model.order('views', '-slug').field('slug,views').select()],
      ['downwards, null last', (model) => model.order('-views', 'slug').field('slug').select()],
      ['text by code points', (model) => model.order('title', 'slug').field('title').select()],
      ['one page', (model) => model.order('slug').page(2, 2).field('slug').countSelect()],
      [
        'behind a row',
        (model) => model.order('-views', 'slug').after({ id: '', slug: 'c', views: 2 }).field('slug').select(),
      ],
      [
        'behind null',
        (model) => model.order('views', 'slug').after({ id: '', slug: 'a', views: null }).field('slug').select(),
      ],
      ['bounds', (model) => model.where({ views: { gte: 2, lt: '9' } }).count()],
      ['null', (model) => model.where({ views: null }).count()],
      ['ne', (model) => model.where({ views: { ne: 2 } }).count()],
      ['nin', (model) => model.where({ views: { nin: [2, null] } }).count()],
      ['in', (model) => model.where({ title: ['A', 'é', 'nothing'] }).count()],
      ['an increment', (model) => model.where({ title: { gt: 'A' } }).increment('views', 3)],
      ['what it did', (model) => model.order('slug').field('slug,views').select()],
      ['an update', (model) => model.where({ slug: 'a' }).update({ meta: { b: [1] }, live: true })],
      ['what that did', (model) => model.where({ slug: 'a' }).field('meta,live').find()],
      ['a deletion', (model) => model.where({ views: { null: false } }).delete()],
      ['what is left', (model) => model.order('slug').field('slug').select()],
      ['a conflict', (model) => model.add({ title: 'z', slug: 'a' })],
      ['a missing value', (model) => model.add({ slug: 'z' })],
      ['an unknown field', (model) => model.where({ slugg: 'a' }).find()],
      ['a wrong value', (model) => model.add({ title: 'z', views: 'many' })],
    ];
    let providers: ModelProvider[];

    before(async () => {
      const migrations = folder({
        '1_a.mjs': `export const up = (schema) => schema.createTable('post', (t) => { ${columns} });`,
      });
      const sqlite = createModels('sqlite::memory:', { migrations, autoMigrate: true });
      providers = [new MemoryProvider([post, author]), sqlite];
      for (const provider of providers) {
        const model = createModel(provider.repository('post'));
        await model.addMany(rows.map(([slug, title, views]) => ({ id: slug, slug, title, views })));
      }
    });
    after(async () => {
      for (const provider of providers) await provider.close();
    });

    for (const [what, ask] of asked) {
      it(`answers the same: ${what}`, async () => {
        const answers = await Promise.all(
          providers.map((provider) => answerOf(ask(createModel(provider.repository('post'))))),
        );
        expect(answers[0]).to.deep.equal(answers[1]);
      });
    }
  });

  it('takes a transaction back, and an inner one alone', async () => {
    const provider = new MemoryProvider([post]);
    const lost = provider.transaction(async (tx) => {
      await tx.repository('post').insert({ title: 'lost' });
      throw new Error('no');
    });
    expect(await lost.catch((error: Error) => error.message)).to.equal('no');
    await provider.transaction(async (tx) => {
      await tx.repository('post').insert({ title: 'kept' });
      const inner = tx.transaction(async (deeper) => {
        await deeper.repository('post').insert({ title: 'lost too' });
        throw new Error('no');
      });
      await inner.catch(() => undefined);
    });
    expect(await provider.repository('post').findMany({ fields: ['title'] })).to.deep.equal([{ title: 'kept' }]);
  });

  it('has the tables that it was given, and no others', async () => {
    await rejected(new MemoryProvider([post]).repository('nothing').count(), 'no_table');
  });
});

// --- internal ---

const columns = `
  t.string('id').primary(); t.string('title').notNull(); t.string('slug').unique(); t.integer('views');
  t.boolean('live'); t.json('meta'); t.string('price'); t.datetime('at');`;

const rows: readonly (readonly [slug: string, title: string, views: number | null])[] = [
  ['a', 'é', null],
  ['b', 'A', 2],
  ['c', 'a', 2],
  ['d', '👍', 10],
  ['e', '\uffee', null],
];

const post = table('post', {
  id: { type: 'string', nullable: false, hasDefault: true },
  title: { type: 'string', nullable: false },
  slug: { type: 'string' },
  views: { type: 'integer' },
  live: { type: 'boolean' },
  meta: { type: 'json' },
  price: { type: 'string' },
  at: { type: 'datetime' },
});
const author = table('author', {
  id: { type: 'string', nullable: false, hasDefault: true },
  name: { type: 'string', nullable: false },
});

function table(name: string, facts: Record<string, Pick<Column, 'type'> & Partial<Column>>): MemoryTable {
  const columns = Object.entries(facts).map(([key, fact]) => ({
    name: key,
    nullable: true,
    hasDefault: false,
    ...fact,
  }));
  return {
    name,
    primaryKey: ['id'],
    unique: name === 'post' ? ['slug'] : [],
    columns: new Map(columns.map((one) => [one.name, one])),
  };
}

/** What a promise gives, or the code and field of its error. */
function answerOf(answer: Promise<unknown>): Promise<unknown> {
  return answer.catch(({ code, field }: { code: string; field: string }) => ({ code, field }));
}
