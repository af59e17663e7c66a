import { fileURLToPath } from 'node:url';
import { type AggregateQuery, Groups, type Repository, type Row } from '@rest-gen/router/model';
import { expect } from 'chai';
import { sql } from 'kysely';
import { DataError, type Models } from '../src/index.ts';
import { readAggregate, writeAggregate } from '../src/sql/aggregate.ts';
import type { Dialect } from '../src/sql/dialect.ts';
import type { StoredDescription } from '../src/sql/stored-table.ts';
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
export function describeAggregates(name: string, dialect: Dialect, open: () => Promise<Models> | Models): void {
  describe(`aggregates: ${name}`, () => {
    let models: Models;
    let repository: Repository;
    before(async () => {
      models = await open();
      await models.model('sale').addMany(sales);
      const table = (await models.repository('sale').describe()) as StoredDescription;
      const aggregate = async (query: AggregateQuery): Promise<Row[]> => {
        const isBounded = Object.keys(query.where).length > 0;
        const statement = writeAggregate(query, table, dialect, isBounded ? sql`status = 'none'` : undefined);
        const { rows } = await statement.execute(models.kysely);
        return rows.map((row) => readAggregate(row as Row, query, table, dialect));
      };
      repository = { ...models.repository('sale'), describe: async () => table, aggregate };
    });
    after(() => models.close());

    const by = (...fields: string[]) => new Groups(repository, async () => ({}), fields);
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
        expect(await by()[operation](field), `${operation} ${field}`).to.deep.equal([{ [operation]: expected }]);
      }
      expect(await by().count()).to.deep.equal([{ count: 6 }]);
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

    it('gives null for no rows', async () => {
      const none = new Groups(repository, async () => ({ status: 'none' }), []);
      expect(await none.count()).to.deep.equal([{ count: 0 }]);
      expect(await none.sum('price')).to.deep.equal([{ sum: null }]);
      expect(await none.avg('ratio')).to.deep.equal([{ avg: null }]);
      expect(await none.max('big')).to.deep.equal([]);
      expect(await new Groups(repository, async () => undefined, []).count()).to.deep.equal([]);
    });

    it('refuses what has no result', async () => {
      await rejected(by().sum('city'), 'invalid_filter', 'city');
      await rejected(by().avg('live'), 'invalid_filter', 'live');
      await rejected(by().max('meta'), 'invalid_filter', 'meta');
      await rejected(by('meta').count(), 'invalid_filter', 'meta');
      await rejected(by('cities').count(), 'unknown_field', 'cities');
      const { aggregate: _, ...without } = repository;
      const error = await new Groups(without, async () => ({}), []).count().catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(DataError).with.property('message', 'The store of "sale" has no aggregates');
    });
  });
}
