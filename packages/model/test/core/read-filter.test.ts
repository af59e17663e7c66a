import { expect } from 'chai';
import { readFilter } from '../../src/core/read-filter.ts';
import type { Filter } from '../../src/core/types.ts';
import { post, refused } from './fixture.ts';

describe('readFilter', () => {
  it('converts values to the types of their columns', () => {
    const filter = { views: { gte: '10', lt: 20n }, price: '1.50', live: 'true', at: new Date(0), id: ['1', 2] };
    expect(readFilter(filter, post)).to.deep.equal([
      { column: 'views', operator: 'gte', value: 10 },
      { column: 'views', operator: 'lt', value: 20 },
      { column: 'price', operator: 'eq', value: '1.5' },
      { column: 'live', operator: 'eq', value: true },
      { column: 'at', operator: 'eq', value: '1970-01-01T00:00:00.000Z' },
      { column: 'id', operator: 'in', value: [1, 2] },
    ]);
  });

  it('keeps an empty in list, which matches nothing, and drops an empty nin list', () => {
    expect(readFilter({ id: [], views: { nin: [] } }, post)).to.deep.equal([
      { column: 'id', operator: 'in', value: [] },
    ]);
  });

  it('keeps null in lists and as an operator', () => {
    expect(readFilter({ title: [null, 'a'], views: null, meta: { ne: null } }, post)).to.deep.equal([
      { column: 'title', operator: 'in', value: [null, 'a'] },
      { column: 'views', operator: 'null', value: true },
      { column: 'meta', operator: 'null', value: false },
    ]);
  });

  const refusedFilters: [filter: Filter, code: 'unknown_field' | 'invalid_filter', field: string][] = [
    [{ titel: 'a' }, 'unknown_field', 'titel'],
    [{ titel: null }, 'unknown_field', 'titel'],
    [JSON.parse('{"__proto__":1}'), 'unknown_field', '__proto__'],
    [{ views: 'many' }, 'invalid_filter', 'views'],
    [{ views: [1, 'many'] }, 'invalid_filter', 'views'],
    [{ title: { ne: '\ud800' } }, 'invalid_filter', 'title'],
    [{ at: { gt: 'tomorrow' } }, 'invalid_filter', 'at'],
    [{ meta: 'a' }, 'invalid_filter', 'meta'],
    [{ meta: [] }, 'invalid_filter', 'meta'],
  ];
  for (const [filter, code, field] of refusedFilters) {
    it(`refuses ${JSON.stringify(filter)}`, async () => {
      const error = await refused(() => readFilter(filter, post), code, field);
      expect(error.hint).to.be.a('string');
    });
  }
});
