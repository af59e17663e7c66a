import { expect } from 'chai';
import { createModel, type Model } from '../../src/core/model.ts';
import type { Repository } from '../../src/core/provider.ts';
import { Increment } from '../../src/core/read-values.ts';
import type { Column, Description, Filter, Id } from '../../src/core/types.ts';
import { type Call, post, recordingRepository, refused } from './fixture.ts';

describe('createModel', () => {
  let repository: Repository;
  let calls: Call[];
  let model: Model;

  beforeEach(() => {
    ({ repository, calls } = recordingRepository());
    model = createModel(repository);
  });

  /** The last query of so many, with a plain filter. */
  function onlyQuery(before = 0): object {
    expect(calls).to.have.length(before + 1);
    const query = calls[before]?.[1] as { where: object };
    return { ...query, where: { ...query.where } };
  }

  it('selects all rows by default', async () => {
    expect(await model.select()).to.deep.equal([{ id: 1 }]);
    expect(onlyQuery()).to.deep.equal({ where: {}, orderBy: [] });
  });

  it('combines conditions, order, fields and limits in one query', async () => {
    await model
      .where({ title: 'a' })
      .where({ views: { gte: 3 } })
      .order('-views', 'title')
      .field('id, title')
      .limit(5)
      .offset(10)
      .select();
    expect(onlyQuery()).to.deep.equal({
      where: { title: 'a', views: { gte: 3 } },
      orderBy: [
        ['views', 'desc'],
        ['title', 'asc'],
        ['id', 'asc'],
      ],
      fields: ['id', 'title'],
      limit: 5,
      offset: 10,
    });
  });

  it('accepts lists for order and field, and replaces them in later calls', async () => {
    await model.order('views').order(['-id', 'title']).field('id').field(['title', 'views']).limit(1).select();
    expect(onlyQuery()).to.deep.include({
      orderBy: [
        ['id', 'desc'],
        ['title', 'asc'],
      ],
      fields: ['title', 'views'],
    });
  });

  it('is immutable', async () => {
    const base = model.where({ title: 'a' });
    base.where({ views: 1 }).order('views').limit(3).byId(4);
    await base.select();
    expect(onlyQuery()).to.deep.equal({ where: { title: 'a' }, orderBy: [] });
  });

  it('keeps a filter as it was given', async () => {
    const ids = [1];
    const filtered = model.where({ id: ids });
    ids.push(2);
    await filtered.select();
    expect(onlyQuery()).to.have.deep.property('where', { id: [1] });
  });

  it('puts filters together that do not depend on each other', async () => {
    await model.where({ title: 'a' }).where({ views: 1 }).find();
    expect(onlyQuery()).to.have.deep.property('where', { title: 'a', views: 1 });
    await model.where({ 'tags.id': 1 }).where({ 'tags.name': 'b' }).find();
    expect(onlyQuery(1)).to.have.deep.property('where', { and: [{ 'tags.id': 1 }, { 'tags.name': 'b' }] });
  });

  it('reads names of relations as a tree', async () => {
    await model.include('author, comments.author', 'comments.post').find();
    expect(onlyQuery()).to.have.deep.property('include', { author: {}, comments: { author: {}, post: {} } });
    await refused(() => model.include('author..name'), 'invalid_filter');
  });

  describe('omit', () => {
    it('reads all other fields', async () => {
      await model.omit('price', 'meta').omit('photo', 'nothing').find();
      expect(onlyQuery()).to.have.deep.property('fields', ['id', 'title', 'views', 'ratio', 'live', 'day', 'at']);
    });

    it('hides them from describe', async () => {
      const { columns, primaryKey } = await model.omit('price').describe();
      expect([...columns.keys()])
        .to.include('title')
        .and.not.to.include('price');
      expect(primaryKey).to.deep.equal(['id']);
    });

    it('refuses to read them like unknown fields', async () => {
      const error = await refused(() => model.omit('price').field('id,price').select(), 'unknown_field', 'price');
      expect(`${error.message} ${error.hint}`).to.equal(
        '"post" has no field "price" Its fields are id, title, views, ratio, live, day, at, meta, photo.',
      );
      await model.omit('price').field('id').select();
      expect(onlyQuery()).to.have.deep.property('fields', ['id']);
    });

    it('can filter by them', async () => {
      await model.omit('price').where({ price: 1 }).where({ price: '1.00' }).byId(3).select();
      expect(onlyQuery()).to.have.deep.property('where', { and: [{ price: 1 }, { price: '1.00' }, { id: 3 }] });
    });
  });

  it('finds the first row', async () => {
    expect(await model.where({ title: 'a' }).order('-views').find()).to.deep.equal({ id: 1 });
    expect(calls[0]?.[0]).to.equal('findOne');
    expect(onlyQuery()).to.deep.equal({ where: { title: 'a' }, orderBy: [['views', 'desc']], limit: 1 });
  });

  describe('byId', () => {
    const held: [id: Id, value: unknown][] = [
      [12, 12],
      ['12', 12],
      [12n, 12],
      ['9007199254740993', 9007199254740993n],
    ];
    for (const [id, value] of held) {
      it(`asks for ${typeof id} ${id}`, async () => {
        await model.byId(id).find();
        expect(onlyQuery()).to.deep.include({ where: { id: value } });
      });
    }

    for (const id of ['abc', '1.5', 1.5, '', '9223372036854775808', 2n ** 64n, Number.NaN]) {
      it(`matches nothing for ${typeof id} "${id}", without asking the store`, async () => {
        const one = model.byId(id);
        expect(await one.find()).to.equal(undefined);
        expect(await one.select()).to.deep.equal([]);
        expect(await one.count()).to.equal(0);
        expect(await one.countSelect()).to.deep.equal({ count: 0, totalPages: 0, page: 1, pageSize: 20, rows: [] });
        expect(await one.update({ title: 'a' })).to.equal(0);
        expect(await one.increment('views')).to.equal(0);
        expect(await one.delete()).to.equal(0);
        expect(calls).to.deep.equal([]);
      });
    }

    for (const id of [undefined, null, {}, ['1']]) {
      it(`refuses ${JSON.stringify(id)}`, () => refused(() => model.byId(id as unknown as Id), 'invalid_filter'));
    }

    it('keeps a string key as a string', async () => {
      const columns = new Map([['key', { name: 'key', type: 'string', nullable: false, hasDefault: false } as Column]]);
      const table: Description = { name: 'tag', primaryKey: ['key'], columns };
      ({ repository, calls } = recordingRepository(table));
      await createModel(repository).byId(7).find();
      expect(onlyQuery()).to.deep.include({ where: { key: '7' } });
    });

    it('accepts any key when the primary key is not among the columns', async () => {
      ({ repository, calls } = recordingRepository({ ...post, primaryKey: ['_id'] }));
      await createModel(repository).byId('abc').find();
      expect(onlyQuery()).to.deep.include({ where: { _id: 'abc' } });
    });

    it('is combined with where', async () => {
      await model.byId('2').where({ views: 1 }).delete();
      expect({ ...(calls[0]?.[1] as object) }).to.deep.equal({ views: 1, id: 2 });
      await model
        .byId(2)
        .where({ id: [3, 4] })
        .find();
      expect(onlyQuery(1)).to.have.deep.property('where', { and: [{ id: [3, 4] }, { id: 2 }] });
    });
  });

  describe('paging', () => {
    it('reads one page and counts all rows', async () => {
      expect(await model.where({ views: 1 }).page(2, 20).order('-views').countSelect()).to.deep.equal({
        count: 45,
        totalPages: 3,
        page: 2,
        pageSize: 20,
        rows: [{ id: 1 }],
      });
      expect(calls.map(([method]) => method)).to.deep.equal(['count', 'findMany']);
      expect(calls[1]?.[1]).to.deep.include({
        orderBy: [
          ['views', 'desc'],
          ['id', 'desc'],
        ],
        limit: 20,
        offset: 20,
      });
    });

    it('reads the first page of 20 when none is named', async () => {
      expect(await model.countSelect()).to.include({ totalPages: 3, page: 1, pageSize: 20 });
      expect(calls[1]?.[1]).to.deep.include({ limit: 20 });
    });

    it('does not read a page past the last one', async () => {
      expect(await model.page(4).countSelect()).to.deep.include({ page: 4, rows: [] });
      expect(calls.map(([method]) => method)).to.deep.equal(['count']);
    });

    it('ignores the page for count', async () => {
      expect(await model.where({ views: 1 }).page(3, 5).count()).to.equal(45);
      expect(calls).to.have.length(1);
    });

    const bad = [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, '2'];
    for (const value of bad as number[]) {
      it(`refuses ${typeof value} ${value}`, async () => {
        await refused(() => model.page(value), 'invalid_filter');
        await refused(() => model.page(1, value), 'invalid_filter');
        await refused(() => model.limit(value), 'invalid_filter');
        if (value !== 0) await refused(() => model.offset(value), 'invalid_filter');
      });
    }

    it('refuses a page whose offset is not a safe integer', () =>
      refused(() => model.page(Number.MAX_SAFE_INTEGER, 100), 'invalid_filter'));
  });

  describe('writing', () => {
    it('adds a record', async () => {
      await model.add({ title: 'a' });
      expect(calls).to.deep.equal([['insert', { title: 'a' }]]);
    });

    it('adds many in their order', async () => {
      expect(await model.addMany([{ title: 'a' }, { title: 'b' }])).to.deep.equal([0, 1]);
      expect(await model.addMany([])).to.deep.equal([]);
    });

    it('adds many in one transaction', async () => {
      const other = recordingRepository();
      const atomic = createModel(repository, (work) => work(other.repository));
      await atomic.addMany([{ title: 'a' }]);
      expect(calls).to.deep.equal([]);
      expect(other.calls).to.have.length(1);
    });

    it('updates, deletes and increments matching rows', async () => {
      const one = model.byId(1);
      expect(await one.update({ title: 'b' })).to.equal(3);
      expect(await one.delete()).to.equal(2);
      await one.increment('views');
      await one.increment('views', 5n);
      await one.decrement('views', 2);
      expect(calls.map(([method]) => method)).to.deep.equal(['update', 'delete', 'update', 'update', 'update']);
      expect(calls.slice(2).map(([, , values]) => values)).to.deep.equal([
        { views: new Increment(1) },
        { views: new Increment(5n) },
        { views: new Increment(-2) },
      ]);
    });

    const unbounded: [what: string, make: (all: Model) => Model][] = [
      ['without a condition', (all) => all],
      ['with an empty filter', (all) => all.where({})],
      ['with a limit', (all) => all.byId(1).limit(1)],
      ['with an offset', (all) => all.byId(1).offset(1)],
    ];
    for (const [what, make] of unbounded) {
      it(`refuses to write ${what}`, async () => {
        const one = make(model);
        const error = await refused(() => one.update({ title: 'b' }), 'invalid_filter');
        expect(error.hint).to.contain('where(…)');
        await refused(() => one.delete(), 'invalid_filter');
        await refused(() => one.increment('views'), 'invalid_filter');
        await refused(() => one.decrement('views'), 'invalid_filter');
        expect(calls).to.deep.equal([]);
      });
    }

    it('refuses an increment that is not a number', async () => {
      await refused(() => model.byId(1).increment('views', Number.NaN), 'invalid_filter');
      await refused(() => model.byId(1).increment('views', '1' as unknown as number), 'invalid_filter');
    });
  });

  it('refuses invalid arguments immediately', async () => {
    await refused(() => model.where(undefined as unknown as Filter), 'invalid_filter');
    await refused(() => model.where({ id: undefined } as unknown as Filter), 'invalid_filter', 'id');
    await refused(() => model.order('-'), 'invalid_filter');
    await refused(() => model.order(''), 'invalid_filter');
    await refused(() => model.field(''), 'invalid_filter');
    await refused(() => model.field('id,,title'), 'invalid_filter');
    await refused(() => model.field(), 'invalid_filter');
  });
});
