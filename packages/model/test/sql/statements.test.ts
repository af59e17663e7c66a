import { Increment, type Query, type Row, readFilter, readQuery, readValues } from '@rest-gen/model/core';
import { expect } from 'chai';
import { Statements } from '../../src/sql/statements.ts';
import type { StoredColumn, StoredDescription } from '../../src/sql/stored-table.ts';
import { mysqlDialect } from '../../src/stores/mysql/mysql-dialect.ts';
import { postgresDialect } from '../../src/stores/postgres/postgres-dialect.ts';
import { sqliteDialect } from '../../src/stores/sqlite/sqlite-dialect.ts';

const column = (name: string, type: StoredColumn['type'], more: Partial<StoredColumn> = {}): [string, StoredColumn] => [
  name,
  { name, type, nullable: true, hasDefault: false, ...more },
];

const table: StoredDescription = {
  name: 'post',
  primaryKey: ['id'],
  columns: new Map([
    column('id', 'integer', { nullable: false, isCounted: true }),
    column('title', 'string'),
    column('views', 'integer'),
    column('price', 'decimal', { precision: 10, scale: 2, nativeType: 'numeric(10,2)' }),
  ]),
};

describe('Statements', () => {
  const fresh = () => new Statements(sqliteDialect, table);
  const select = (statements: Statements, query: Query) => statements.select(readQuery(query, table));

  it('writes one text for requests that differ in their values only, and fills in the values of each', () => {
    const statements = fresh();
    const rows: [query: Query, parameters: unknown[]][] = [
      [{ where: { id: 1, title: 'a' }, limit: 9, offset: 1 }, [1, 'a', 1]],
      [{ where: { id: 2, title: 'b' }, limit: 9, offset: 5 }, [2, 'b', 5]],
      [{ where: { id: 2, title: '?' }, limit: 9, offset: 5 }, [2, '?', 5]],
    ];
    const texts = new Set<string>();
    for (const [query, parameters] of rows) {
      const statement = select(statements, query);
      texts.add(statement.text);
      expect(statement.parameters).to.deep.equal(parameters);
    }
    expect(texts.size).to.equal(1);
    expect(statements.size).to.equal(1);
  });

  it('writes the same statement for a key alone as for any other query', () => {
    for (const dialect of [sqliteDialect, postgresDialect, mysqlDialect]) {
      const statements = new Statements(dialect, table);
      const ordinary = (query: Query) => statements.select(readQuery(query, table));
      for (const where of [{ id: 7 }, { id: '8' }, { id: 9n }]) {
        expect(statements.selectByKey({ where })).to.deep.equal(ordinary({ where, limit: 1 }));
        expect(statements.selectByKey({ where, orderBy: [], limit: 1 })).to.deep.equal(ordinary({ where, limit: 1 }));
      }
    }
  });

  it('looks at every other query', () => {
    const statements = fresh();
    const where = { id: 7 };
    const others: Query[] = [
      {},
      ...[
        {},
        { title: 'a' },
        { id: 7, title: 'a' },
        { id: null },
        { id: [7] },
        { id: { gt: 7 } },
        { id: 'x' },
        { id: 7.5 },
      ].map((other) => ({ where: other })),
      ...[{ fields: ['id'] }, { include: {} }, { limit: 0 }, { limit: 2 }, { offset: 1 }, { lock: true }].map(
        (more) => ({ where, ...more }),
      ),
      { where, orderBy: [['id', 'desc']] },
      { where, orderBy: [['id', 'desc']], after: [9] },
    ];
    for (const query of others) expect(statements.selectByKey(query), JSON.stringify(query)).to.equal(undefined);
  });

  it('binds a value in every place where it stands', () => {
    const statements = fresh();
    const query = (views: number, id: number): Query => ({
      orderBy: [
        ['views', 'asc'],
        ['id', 'asc'],
      ],
      after: [views, id],
    });
    for (const [views, id] of [
      [1, 2],
      [3, 4],
    ] as const) {
      expect(select(statements, query(views, id)).parameters).to.deep.equal([views, views, views, id]);
    }
  });

  const queries: readonly Query[] = [
    {},
    { fields: ['id'] },
    { fields: ['title'] },
    { fields: ['id', 'title'] },
    { fields: ['title', 'id'] },
    ...['eq', 'ne', 'gt', 'gte', 'lt', 'lte'].map((operator) => ({ where: { views: { [operator]: 1 } } })),
    { where: { id: 1 } },
    { where: { views: null } },
    { where: { views: { null: false } } },
    { where: { views: { in: [] } } },
    { where: { views: { in: [1] } } },
    { where: { views: { in: [1, 2] } } },
    { where: { views: { in: [1, null] } } },
    { where: { views: { in: [null] } } },
    { where: { views: { nin: [1] } } },
    { where: { views: { nin: [1, 2] } } },
    { where: { views: { nin: [1, null] } } },
    { where: { price: 1 } },
    { where: { price: '1.001' } },
    { where: { price: { ne: '1.001' } } },
    { where: { views: 1, title: 'a' } },
    { where: { views: { gt: 1, lt: 1 } } },
    { limit: 1 },
    { limit: 1, offset: 1 },
    { offset: 1 },
    { orderBy: [['id', 'asc']] },
    { orderBy: [['id', 'desc']] },
    { orderBy: [['views', 'asc']] },
    { orderBy: [['id', 'asc']], after: [1] },
    { orderBy: [['views', 'asc']], after: [1] },
    { orderBy: [['views', 'asc']], after: [null] },
    { lock: true },
  ];
  const rows: readonly Row[] = [{}, { views: 1 }, { views: null }, { title: 'a' }, { title: 'a', views: 1 }, { id: 1 }];

  for (const dialect of [sqliteDialect, mysqlDialect, postgresDialect]) {
    it(`never takes one shape for another, whatever was asked before: ${dialect === sqliteDialect ? 'SQLite' : dialect === mysqlDialect ? 'MySQL' : 'PostgreSQL'}`, () => {
      const asked = [
        ...queries.map((query) => (one: Statements) => one.select(readQuery(query, table))),
        ...queries.map(
          ({ where = {} }) =>
            (one: Statements) =>
              one.count(readFilter(where, table)),
        ),
        ...queries.map(
          ({ where = {} }) =>
            (one: Statements) =>
              one.delete(readFilter(where, table)),
        ),
        ...rows.map((row) => (one: Statements) => one.insert(readValues(row, table))),
        ...rows
          .slice(1)
          .map((row) => (one: Statements) => one.update(readFilter({ id: 7 }, table), readValues(row, table), false)),
        ...[1, 2, 2n].map(
          (by) => (one: Statements) => one.update([], readValues({ views: new Increment(by) }, table), false),
        ),
      ];
      const kept = new Statements(dialect, table);
      for (let round = 0; round < 2; round += 1) {
        for (const ask of asked) expect(ask(kept)).to.deep.equal(ask(new Statements(dialect, table)));
      }
      expect(kept.size).to.be.within(50, 200);
    });
  }

  it('keeps no text with many values, and 200 in all', () => {
    const statements = fresh();
    select(statements, { where: { id: Array.from({ length: 21 }, (_, index) => index) } });
    expect(statements.size).to.equal(0);
    select(statements, { where: { id: Array.from({ length: 20 }, (_, index) => index) } });
    expect(statements.size).to.equal(1);
    const names = [...table.columns.keys()];
    for (let mask = 1; mask < 1 << 8; mask += 1) {
      const where = Object.fromEntries(
        names.map((name, index) => [
          name,
          { ...(mask & (1 << index) && { in: [1] }), ...(mask & (16 << index) ? { null: true } : { ne: 1 }) },
        ]),
      );
      statements.count(readFilter(where, table));
    }
    expect(statements.size).to.equal(200);
  });
});
