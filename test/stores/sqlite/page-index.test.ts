import type { Query } from '@rest-gen/model/core';
import { readQuery } from '@rest-gen/model/core';
import { expect } from 'chai';
import { Statements } from '../../../packages/model/src/sql/statements.ts';
import { SqliteClient } from '../../../packages/model/src/stores/sqlite/sqlite-client.ts';
import { sqliteDialect } from '../../../packages/model/src/stores/sqlite/sqlite-dialect.ts';

describe('SQLite, a page behind a place', () => {
  const client = new SqliteClient(':memory:', 100);
  before(async () => {
    await client.query(
      'create table t (id integer primary key, a integer not null, b integer); create index a on t (a); create index b on t (b)',
      [],
    );
  });
  after(() => client.close());

  async function plan(query: Query): Promise<string> {
    const table = await sqliteDialect.describe(client.query, 't');
    const { text, parameters } = new Statements(sqliteDialect, table).select(readQuery(query, table));
    const { rows } = await client.query(`explain query plan ${text}`, parameters);
    return rows.map(({ detail }) => detail).join('; ');
  }

  // From 3.51 on, SQLite compares the rowid only after it has found the first key.
  const cases: readonly [name: string, query: Query, plan: RegExp][] = [
    [
      'upwards',
      {
        orderBy: [
          ['a', 'asc'],
          ['id', 'asc'],
        ],
        after: [5, 5],
      },
      /SEARCH t USING (?:COVERING )?INDEX a \((?:\(a,rowid\)>\(\?,\?\)|a>\?)\)/,
    ],
    [
      'downwards',
      {
        orderBy: [
          ['a', 'desc'],
          ['id', 'desc'],
        ],
        after: [5, 5],
      },
      /SEARCH t USING (?:COVERING )?INDEX a \((?:\(a,rowid\)<\(\?,\?\)|a<\?)\)/,
    ],
    [
      'upwards where there is null',
      {
        orderBy: [
          ['b', 'asc'],
          ['id', 'asc'],
        ],
        after: [5, 5],
      },
      /SEARCH t USING (?:COVERING )?INDEX b \(b>\?\)/,
    ],
    [
      'within null at the end',
      {
        orderBy: [
          ['b', 'desc'],
          ['id', 'desc'],
        ],
        after: [null, 5],
      },
      /SEARCH t USING (?:COVERING )?INDEX b \(b=\?/,
    ],
    ['by the key', { orderBy: [['id', 'asc']], after: [5] }, /SEARCH t USING INTEGER PRIMARY KEY \(rowid>\?\)/],
  ];
  for (const [name, query, expected] of cases) {
    it(`is found by the index: ${name}`, async () => expect(await plan({ ...query, limit: 20 })).to.match(expected));
  }
});
