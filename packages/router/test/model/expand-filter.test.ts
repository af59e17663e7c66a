import { runInNewContext } from 'node:vm';
import { markInside } from '@rest-gen/logic/common';
import { expect } from 'chai';
import { expandFilter } from '../../src/model/expand-filter.ts';
import type { Filter } from '../../src/model/types.ts';
import { refused } from './fixture.ts';

describe('expandFilter', () => {
  const now = new Date();
  const bytes = new Uint8Array([1]);
  // biome-ignore format: a table
  const expanded: [filter: Filter, conditions: [column: string, operator: string, value: unknown][]][] = [
    [{}, []],
    [{ title: 'a', views: 3 }, [['title', 'eq', 'a'], ['views', 'eq', 3]]],
    [{ title: null }, [['title', 'null', true]]],
    [{ title: { eq: null } }, [['title', 'null', true]]],
    [{ title: { ne: null } }, [['title', 'null', false]]],
    [{ title: { null: false } }, [['title', 'null', false]]],
    [{ id: [1, 2] }, [['id', 'in', [1, 2]]]],
    [{ id: [] }, [['id', 'in', []]]],
    [{ id: { nin: [1, null] } }, [['id', 'nin', [1, null]]]],
    [{ views: { gte: 1n, lt: 5 } }, [['views', 'gte', 1n], ['views', 'lt', 5]]],
    [{ title: { gt: ['M', 'a'] } }, [['title', 'gt', 'M'], ['title', 'gt', 'a']]],
    [{ at: now, photo: bytes }, [['at', 'eq', now], ['photo', 'eq', bytes]]],
    [JSON.parse('{"__proto__": 1}'), [['__proto__', 'eq', 1]]],
    [Object.assign(Object.create(null), { title: 'a' }), [['title', 'eq', 'a']]],
    [runInNewContext("({ title: { gt: 'a' } })"), [['title', 'gt', 'a']]],
  ];
  for (const [filter, conditions] of expanded) {
    it(`reads ${JSON.stringify(conditions, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))}`, () => {
      expect(expandFilter(filter)).to.deep.equal(
        conditions.map(([column, operator, value]) => ({ column, operator, value })),
      );
    });
  }

  for (const filter of [(ids: number[]) => ({ id: ids }), (ids: number[]) => ({ id: { nin: ids } })]) {
    it(`copies the list of ${JSON.stringify(filter([]))}`, () => {
      const ids = [1];
      const conditions = expandFilter(filter(ids));
      ids.push(2);
      expect(conditions[0]?.value).to.deep.equal([1]);
    });
  }

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
