import { expect } from 'chai';
import { memoryModels } from '../../../router/test/memory-models.ts';
import { createModel } from '../../src/core/model.ts';
import type { Repository } from '../../src/core/provider.ts';
import { isStored, Stored } from '../../src/core/stored.ts';
import { refused } from './fixture.ts';

const tables = { post: { id: 'integer', title: 'string', views: 'integer?', secret: 'string?' } } as const;

/** A model, and the names of the methods of its repository that it has called. */
function open(plain: boolean) {
  const models = memoryModels(tables, plain);
  const calls: string[] = [];
  const noting = (repository: Repository): Repository =>
    new Proxy(repository, {
      get: (target, name: keyof Repository) => {
        const method = target[name];
        if (method === undefined || name === 'describe') return method;
        return (...args: []) => {
          calls.push(name);
          return (method as (...args: unknown[]) => unknown).apply(target, args);
        };
      },
    });
  // Reading a method is not calling it.
  const repository = noting(models.repository('post'));
  const model = createModel(repository, (work) => {
    calls.push('transaction');
    return work(repository);
  });
  return { model, calls, rows: () => models.rows('post') };
}

for (const [store, plain] of [
  ['a store that returns what it wrote', false],
  ['a store that does not', true],
] as const) {
  describe(`writing and reading with ${store}`, () => {
    const asked = (whole: string[], others: string[]) => (plain ? others : whole);

    it('inserts a record', async () => {
      const { model, calls } = open(plain);
      const stored = await model.insert({ title: 'a', views: 3 });
      expect(stored).to.be.instanceOf(Stored);
      expect({ ...stored }).to.deep.equal({ id: 1, row: { id: 1, title: 'a', views: 3, secret: null } });
      expect(calls).to.deep.equal(asked(['insertRows'], ['insert', 'findMany']));
    });

    it('inserts records in their order', async () => {
      const { model, calls } = open(plain);
      expect(await model.insertMany([])).to.deep.equal([]);
      const stored = await model.insertMany([
        { id: 70, title: 'b' },
        { id: 30, title: 'a' },
      ]);
      expect(stored.map(({ id, row }) => [id, row.title])).to.deep.equal([
        [70, 'b'],
        [30, 'a'],
      ]);
      expect(calls).to.deep.equal(asked(['insertRows'], ['transaction', 'insert', 'insert', 'findMany']));
      expect(await model.addMany([{ title: 'c' }, { title: 'd' }])).to.have.length(2);
    });

    it('omits fields from the row, not from the record', async () => {
      const { model } = open(plain);
      const own = model.omit('secret', 'id');
      const stored = await own.insert({ title: 'a', secret: 'x' });
      expect({ ...stored }).to.deep.equal({ id: 1, row: { title: 'a', views: null } });
      expect((await own.byId(1).updateOne({ secret: 'y' }))?.row).to.deep.equal({ title: 'a', views: null });
      expect((await model.byId(1).field('secret').updateOne({ views: 1 }))?.row).to.deep.equal({ secret: 'y' });
    });

    it('updates one record', async () => {
      const { model, calls } = open(plain);
      await model.insertMany([{ title: 'a' }, { title: 'b' }]);
      calls.length = 0;
      const one = model.where({ title: 'a' }).byId(1);
      expect({ ...(await one.updateOne({ title: 'c' })) }).to.deep.equal({
        id: 1,
        row: { id: 1, title: 'c', views: null, secret: null },
      });
      expect(calls).to.deep.equal(asked(['updateRows'], ['update', 'findMany']));
      expect(await one.updateOne({ title: 'd' })).to.equal(undefined);
      expect((await model.byId(1).updateOne({ id: 9 }))?.id).to.equal(9);
      expect((await model.where({ title: 'c' }).updateOne({ title: 'e' }))?.row).to.include({ id: 9, title: 'e' });
    });

    it('refuses to update several rows as one', async () => {
      const { model, rows } = open(plain);
      await model.insertMany([{ title: 'a' }, { title: 'a' }]);
      await refused(() => model.updateOne({ views: 1 }), 'invalid_filter');
      await refused(() => model.where({ title: 'a' }).updateOne({ views: 1 }), 'invalid_filter');
      await refused(() => model.only().updateOne({ views: 1 }), 'invalid_filter');
      expect(rows().map(({ views }) => views)).to.deep.equal([null, null]);
    });

    it('inserts with only() when there is no record yet', async () => {
      const { model, rows } = open(plain);
      await model.only().insert({ title: 'a' });
      await refused(() => model.only().insert({ title: 'b' }), 'conflict');
      await refused(() => model.only().addMany([{ title: 'b' }]), 'conflict');
      expect(rows()).to.have.length(1);
    });
  });
}

describe('insertMany without insertRows', () => {
  it('names the refused record', async () => {
    const error = await refused(() => open(true).model.insertMany([{ title: 'a' }, {}]), 'not_null', 'title');
    expect(error.index).to.equal(1);
  });

  it('gives what it wrote when another request has deleted it meanwhile', async () => {
    const repository = memoryModels(tables, true).repository('post');
    const model = createModel({ ...repository, findMany: async () => [] });
    expect((await model.insert({ title: 'a' })).row).to.deep.equal({ id: 1, title: 'a' });
  });
});

describe('Stored', () => {
  it('is recognized from another copy of the package', () => {
    const foreign = Object.create({ [Symbol.for('@rest-gen/router.stored')]: true });
    expect(isStored(foreign)).to.equal(true);
    expect([null, undefined, 'a', {}, { id: 1, row: {} }].some(isStored)).to.equal(false);
  });
});
