import { fileURLToPath } from 'node:url';
import type { Row } from '@rest-gen/model/core';
import { expect } from 'chai';
import type { Models } from '../../packages/model/src/index.ts';
import { rejected } from './fixture.ts';

/** The folder of the migration that the suite needs. */
export const aggregateMigrations: string = fileURLToPath(new URL('./fixtures/aggregates', import.meta.url));

const most = 2n ** 63n - 1n;

const sales: readonly Row[] = [
  { status: 'live', city: 'ä', count_of: 1, big: most, price: '0.10', ratio: 0.5, live: true, day: '2026-01-02' },
  { status: 'live', city: 'b', count_of: 2, big: most, price: '0.20', ratio: 1, live: false, day: '2026-01-01' },
  { status: 'live', city: 'Z', count_of: 4, big: 2, price: '-12345678901234567890123456789012345678.99', ratio: null },
  { status: 'draft', city: 'a', count_of: -7, big: -most, price: '10.00', at: '2026-01-01T00:00:00.123Z' },
  { status: 'draft', city: 'a', count_of: null, big: null, price: '9.00', at: '2026-01-01T00:00:00.122Z' },
  { status: null, city: null, bytes: new Uint8Array([1, 255]) },
];

/**
 * Sums, averages and extremes are exact and the same on every store.
 *
 * @param open - gives models on an empty store, with `aggregateMigrations`
 */
export function describeAggregates(name: string, open: () => Promise<Models> | Models): void {
  describe(`aggregates: ${name}`, () => {
    let models: Models;
    before(async () => {
      models = await open();
      await models.model('sale').addMany(sales);
    });
    after(() => models.close());

    const by = (...fields: string[]) => models.model('sale').groupBy(...fields);
    const sum = -12345678901234567890123456789012345678n;

    it('gives exact results of all rows', async () => {
      const rows: [operation: 'sum' | 'avg' | 'min' | 'max', field: string, expected: unknown][] = [
        ['sum', 'count_of', 0],
        ['sum', 'big', most + 2n],
        ['sum', 'price', `${sum + 19n}.69`],
        ['sum', 'ratio', 1.5],
        ['avg', 'count_of', 0],
        ['avg', 'big', Number(most + 2n) / 4],
        ['avg', 'ratio', 0.75],
        ['min', 'city', 'Z'],
        ['max', 'city', 'ä'],
        ['min', 'count_of', -7],
        ['max', 'big', most],
        ['min', 'price', `${sum}.99`],
        ['max', 'price', '10.00'],
        ['min', 'live', false],
        ['max', 'live', true],
        ['min', 'day', '2026-01-01'],
        ['max', 'at', '2026-01-01T00:00:00.123Z'],
        ['max', 'id', 6],
      ];
      for (const [operation, field, expected] of rows) {
        expect(await models.model('sale')[operation](field), `${operation} ${field}`).to.equal(expected);
      }
    });

    it('gives a row for each group', async () => {
      expect(await by('status').count()).to.deep.equal([
        { status: null, count: 1 },
        { status: 'draft', count: 2 },
        { status: 'live', count: 3 },
      ]);
      expect(await by('status', 'live').sum('count_of')).to.deep.equal([
        { status: null, live: null, sum: null },
        { status: 'draft', live: null, sum: -7 },
        { status: 'live', live: null, sum: 4 },
        { status: 'live', live: false, sum: 2 },
        { status: 'live', live: true, sum: 1 },
      ]);
      expect(await by('at').max('price')).to.deep.equal([
        { at: null, max: '0.20' },
        { at: '2026-01-01T00:00:00.122Z', max: '9.00' },
        { at: '2026-01-01T00:00:00.123Z', max: '10.00' },
      ]);
      expect(await by('city').avg('price')).to.deep.equal([
        { city: null, avg: null },
        { city: 'Z', avg: Number(`${sum}.99`) },
        { city: 'a', avg: 9.5 },
        { city: 'b', avg: 0.2 },
        { city: 'ä', avg: 0.1 },
      ]);
      expect(await by('status').min('big')).to.deep.equal([
        { status: null, min: null },
        { status: 'draft', min: -most },
        { status: 'live', min: 2 },
      ]);
    });

    it('takes the rows that match', async () => {
      const some = models.model('sale').where({ count_of: { gte: 2 } });
      expect(await some.sum('big')).to.equal(most + 2n);
      expect(await some.min('price')).to.equal(`${sum}.99`);
      expect(await some.groupBy('city').max('big')).to.deep.equal([
        { city: 'Z', max: 2 },
        { city: 'b', max: most },
      ]);
    });

    it('gives null for no rows', async () => {
      for (const none of [models.model('sale').where({ city: 'none' }), models.model('sale').byId('none')]) {
        expect(await none.sum('price')).to.equal(null);
        expect(await none.avg('ratio')).to.equal(null);
        expect(await none.max('big')).to.equal(null);
        expect(await none.groupBy('city').count()).to.deep.equal([]);
      }
    });

    it('gives several results of each group, in any order and in pages', async () => {
      const sale = models.model('sale');
      expect(await sale.aggregate({ count: true, sum: ['big', 'price'], avg: ['ratio'], max: ['city'] })).to.deep.equal(
        [{ count: 6, sum: { big: most + 2n, price: `${sum + 19n}.69` }, avg: { ratio: 0.75 }, max: { city: 'ä' } }],
      );
      const request = { group: ['status'], count: true, sum: ['big', 'price'], min: ['price'] } as const;
      const groups = [
        { status: 'live', count: 3, sum: { big: 2n * most + 2n, price: `${sum}.69` }, min: { price: `${sum}.99` } },
        { status: 'draft', count: 2, sum: { big: -most, price: '19.00' }, min: { price: '9.00' } },
        { status: null, count: 1, sum: { big: null, price: null }, min: { price: null } },
      ];
      const [live, draft, none] = groups;
      for (const [order, expected] of [
        ['-count', [live, draft, none]],
        ['sum.big', [none, draft, live]],
        ['-sum.price', [draft, live, none]],
        ['min.price', [none, live, draft]],
        [['-status'], [live, draft, none]],
      ] as const) {
        const pages: unknown[] = [];
        for (let after: (typeof groups)[number] | undefined; ; ) {
          const page = await sale.aggregate({ ...request, order, limit: 1, ...(after && { after }) });
          if (page.length === 0) break;
          pages.push(...page);
          after = page[0] as (typeof groups)[number];
        }
        expect(pages, String(order)).to.deep.equal(expected);
      }
      await rejected(sale.aggregate({ group: ['status'], order: 'city' }), 'invalid_filter', 'city');
      await rejected(sale.aggregate({}), 'invalid_filter');
    });

    it('refuses what has no result', async () => {
      await rejected(by().sum('city'), 'invalid_filter', 'city');
      await rejected(by().avg('live'), 'invalid_filter', 'live');
      await rejected(by().max('meta'), 'invalid_filter', 'meta');
      await rejected(by('meta').count(), 'invalid_filter', 'meta');
      await rejected(by('cities').count(), 'unknown_field', 'cities');
    });
  });
}
