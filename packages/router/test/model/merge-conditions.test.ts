import { expect } from 'chai';
import fc from 'fast-check';
import type { Condition } from '../../src/model/conditions.ts';
import { expandFilter } from '../../src/model/expand-filter.ts';
import { mergeConditions } from '../../src/model/merge-conditions.ts';
import { readFilter } from '../../src/model/read-filter.ts';
import type { Filter } from '../../src/model/types.ts';
import { post } from './fixture.ts';

describe('mergeConditions', () => {
  const merge = (...filters: Filter[]) => mergeConditions(filters.flatMap(expandFilter), () => Promise.resolve(post));

  // biome-ignore format: a table
  const rows: [what: string, filters: Filter[], expected: object | undefined][] = [
    ['different fields', [{ title: 'a' }, { views: 1 }], { title: { eq: 'a' }, views: { eq: 1 } }],
    ['the same value in two forms', [{ id: 12 }, { id: '12' }], { id: { in: [12] } }],
    ['two values', [{ title: 'a' }, { title: 'b' }], undefined],
    ['an empty list', [{ id: [] }], undefined],
    ['two bounds', [{ views: { gt: 1 } }, { views: { gt: 5 } }, { views: { gt: 3 } }], { views: { gt: 5 } }],
    ['bounds of decimals', [{ price: { gt: '9.5' } }, { price: { gt: '10' } }], { price: { gt: '10' } }],
    ['bounds of negative decimals', [{ price: { gt: '-0.5' } }, { price: { gt: '-0.75' } }], { price: { gt: '-0.5' } }],
    ['equal bounds of decimals', [{ price: { gt: '1.0' } }, { price: { gt: '1' } }], { price: { gt: '1' } }],
    ['bounds of text', [{ title: { gt: 'M' } }, { title: { gt: 'a' } }], { title: { gt: ['M', 'a'] } }],
    ['three bounds of text', [{ title: { lte: 'c' } }, { title: { lte: 'b' } }, { title: { lte: 'a' } }], { title: { lte: ['c', 'b', 'a'] } }],
    ['a value given twice, and an exclusion', [{ title: { ne: 'draft' } }, { title: 'Draft' }, { title: 'Draft' }], { title: { in: ['Draft'], nin: ['draft'] } }],
    ['null in a list', [{ title: [null, 'a'] }, { title: ['a', null] }], { title: { in: [null, 'a'] } }],
    ['bytes', [{ photo: new Uint8Array([1]) }, { photo: new Uint8Array([1]) }], { photo: { in: [new Uint8Array([1])] } }],
  ];
  for (const [what, filters, expected] of rows) {
    it(`merges ${what}`, async () => {
      const merged = await merge(...filters);
      expect(merged && { ...merged }).to.deep.equal(expected);
    });
  }

  it('does not read the columns when no values have to be compared', async () => {
    const conditions = expandFilter({ title: 'a', views: { gt: 1, lt: 4 } });
    await mergeConditions(conditions, () => expect.fail('described'));
  });

  it('matches exactly the values that all filters match', async () => {
    const number = fc.integer({ min: 0, max: 4 });
    const value = fc.option(number);
    const filter: fc.Arbitrary<Filter> = fc.record({
      views: fc.oneof(
        value,
        fc.array(value, { maxLength: 3 }),
        fc.record({ ne: value }),
        fc.record({ nin: fc.array(value, { maxLength: 3 }) }),
        fc.record({ gt: number }),
        fc.record({ gte: number, lt: number }),
        fc.record({ lte: number, null: fc.boolean() }),
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(filter, { minLength: 1, maxLength: 5 }), value, async (filters, views) => {
        const expected = filters.every((one) => readFilter(one, post).every((condition) => holds(condition, views)));
        const merged = await merge(...filters);
        const actual = merged !== undefined && readFilter(merged, post).every((condition) => holds(condition, views));
        expect(actual).to.equal(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('matches nothing that one of the filters excludes, for any collation of text', async () => {
    const text = fc.constantFrom('a', 'A', 'b', 'B', 'c', 'C');
    const operator = fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte');
    const filter = fc.oneof(
      fc.tuple(operator, text).map(([name, value]): Filter => ({ title: { [name]: value } })),
      fc
        .tuple(fc.constantFrom('in', 'nin'), fc.array(text))
        .map(([name, list]): Filter => ({ title: { [name]: list } })),
    );
    const allLetThrough = (where: Filter, title: string): boolean =>
      readFilter(where, post).every(({ operator, value }) =>
        holds({ operator, value: fold(value) } as Condition, title),
      );
    await fc.assert(
      fc.asyncProperty(fc.array(filter, { minLength: 2, maxLength: 6 }), text, async (filters, stored) => {
        const merged = await merge(...filters);
        const title = stored.toLowerCase();
        if (merged === undefined || !allLetThrough(merged, title)) return;
        for (const one of filters) expect(allLetThrough(one, title), JSON.stringify(one)).to.equal(true);
      }),
      { numRuns: 500 },
    );
  });
});

/** As a case-insensitive column compares it. */
function fold(value: unknown): unknown {
  return Array.isArray(value) ? value.map(fold) : String(value).toLowerCase();
}

/** The contract of a condition, as an oracle. */
function holds({ operator, value }: Condition, actual: number | string | null): boolean {
  switch (operator) {
    case 'null':
      return (actual === null) === value;
    case 'in':
      return (value as unknown[]).includes(actual);
    case 'nin':
      return !(value as unknown[]).includes(actual);
    case 'ne':
      return actual !== value;
    case 'eq':
      return actual === value;
    default: {
      if (actual === null) return false;
      const bound = value as number;
      const at = actual as number;
      return { gt: at > bound, gte: at >= bound, lt: at < bound, lte: at <= bound }[operator];
    }
  }
}
