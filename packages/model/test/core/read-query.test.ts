import { expect } from 'chai';
import type { Query } from '../../src/core/provider.ts';
import { readQuery } from '../../src/core/read-query.ts';
import { post, refused } from './fixture.ts';

describe('readQuery', () => {
  it('sets defaults', () => {
    expect(readQuery({}, post)).to.deep.equal({
      conditions: [],
      orderBy: [],
      fields: [...post.columns.keys()],
      limit: undefined,
      offset: 0,
      after: undefined,
      lock: false,
      related: new Map(),
      include: [],
    });
  });

  it('keeps the given members, each field once', () => {
    const query: Query = {
      where: { id: 1 },
      orderBy: [['views', 'desc']],
      fields: ['id', 'title', 'id'],
      limit: 0,
      offset: 4,
    };
    expect(readQuery(query, post)).to.deep.equal({
      conditions: [{ column: 'id', operator: 'eq', value: 1 }],
      orderBy: [['views', 'desc']],
      fields: ['id', 'title'],
      limit: 0,
      offset: 4,
      after: undefined,
      lock: false,
      related: new Map(),
      include: [],
    });
  });

  // biome-ignore format: a table
  const refusedQueries: [what: string, query: object, code: 'unknown_field' | 'invalid_filter', field?: string][] = [
    ['an unknown field to read', { fields: ['titel'] }, 'unknown_field', 'titel'],
    ['no field to read', { fields: [] }, 'invalid_filter'],
    ['an unknown field to sort by', { orderBy: [['id; drop table post', 'asc']] }, 'unknown_field', 'id; drop table post'],
    ['an unknown direction', { orderBy: [['id', 'desc; drop table post']] }, 'invalid_filter', 'id'],
    ['a negative limit', { limit: -1 }, 'invalid_filter'],
    ['a broken limit', { limit: 1.5 }, 'invalid_filter'],
    ['text as an offset', { offset: '1' }, 'invalid_filter'],
    ['an offset that is no number', { offset: Number.NaN }, 'invalid_filter'],
  ];
  for (const [what, query, code, field] of refusedQueries) {
    it(`refuses ${what}`, () => refused(() => readQuery(query as Query, post), code, field));
  }

  it('converts the cursor to the types of its columns', () => {
    const orderBy = [
      ['views', 'desc'],
      ['title', 'asc'],
      ['id', 'asc'],
    ] as const;
    expect(readQuery({ orderBy, after: ['7', null, '3'] }, post).after).to.deep.equal([7, null, 3]);
  });

  const misfits: [after: unknown[], field?: string][] = [
    [[]],
    [[1, 2]],
    [['abc'], 'id'],
    [[{}], 'id'],
    [[undefined], 'id'],
  ];
  for (const [after, field] of misfits) {
    it(`refuses the cursor ${JSON.stringify(after)} for one sort field`, () =>
      refused(() => readQuery({ orderBy: [['id', 'asc']], after }, post), 'invalid_filter', field));
  }
});
