import { markInside } from '@rest-gen/logic/common';
import { expandFilter } from '../../src/core/expand-filter.ts';
import type { Filter } from '../../src/core/types.ts';
import { refused } from './fixture.ts';

describe('expandFilter', () => {
  const refusedFilters: [what: string, filter: unknown, field?: string][] = [
    ['undefined', undefined],
    ['null', null],
    ['a Date', new Date()],
    ['a Map', new Map()],
    ['a field that is undefined', { title: undefined }, 'title'],
    ['an operator that is undefined', { title: { eq: undefined } }, 'title'],
    ['undefined in a list', { title: ['a', undefined] }, 'title'],
    // biome-ignore lint/suspicious/noSparseArray: that is the case
    ['a hole in a list', { title: ['a', , 'b'] }, 'title'],
    ['an unknown operator', { title: { like: 'a' } }, 'title'],
    ['an inherited operator', { title: { toString: 'a' } }, 'title'],
    ['no operator', { title: {} }, 'title'],
    ['a nested object', { title: { eq: { a: 1 } } }, 'title'],
    ['a nested list', { title: [['a']] }, 'title'],
    ['a list for eq', { title: { eq: ['a'] } }, 'title'],
    ['a scalar for in', { title: { in: 'a' } }, 'title'],
    ['text for null', { title: { null: 'true' } }, 'title'],
    ['a bound of null', { views: { gt: null } }, 'views'],
    ['no bound', { views: { gt: [] } }, 'views'],
    ['a bound of null beside another one', { views: { lte: [1, null] } }, 'views'],
    ['a function', { title: () => 'a' }, 'title'],
    ['a Map as a value', { title: new Map([['eq', 'a']]) }, 'title'],
  ];
  for (const [what, filter, field] of refusedFilters) {
    it(`refuses ${what}`, () => refused(() => expandFilter(filter as Filter), 'invalid_filter', field));
  }

  it('reports a nested list from a request as undeclared', () => {
    const sent = [['a']];
    markInside(sent);
    refused(() => expandFilter({ title: sent } as unknown as Filter), 'undeclared', 'title');
  });
});
