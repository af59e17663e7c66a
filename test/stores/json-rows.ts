import { inspect, isDeepStrictEqual } from 'node:util';
import type { ModelProvider, Row } from '@rest-gen/model/core';
import { expect } from 'chai';
import { type RawBuilder, sql } from 'kysely';
import type { Models } from '../../packages/model/src/index.ts';
import { decodeRow } from '../../packages/model/src/sql/decode-rows.ts';
import type { Dialect } from '../../packages/model/src/sql/dialect.ts';
import { type JsonList, parseRows, valuesOf } from '../../packages/model/src/sql/json-rows.ts';
import type { StoredColumn, StoredDescription } from '../../packages/model/src/sql/stored-table.ts';

/**
 * Rows of a table that are read as JSON are what a select gives.
 *
 * @returns the values that are not, as text
 */
export async function compareWithJson(models: Models, dialect: Dialect, table: string): Promise<string[]> {
  const repository = (models as ModelProvider).repository(table);
  const { columns } = (await repository.describe()) as StoredDescription;
  const rows = await repository.findMany({ orderBy: [['id', 'asc']] });
  expect(rows).not.to.have.length(0);
  const found = await readAsJson(models, dialect, table);
  expect(found).to.have.length(rows.length);
  return rows.flatMap((row, index) =>
    [...columns.keys()]
      .filter((column) => !isDeepStrictEqual(row[column], found[index]?.[column]))
      .map((column) => `${table}.${column}: ${inspect(row[column])} became ${inspect(found[index]?.[column])}`),
  );
}

/**
 * Lists of rows as JSON, as mocha tests.
 *
 * @param open - gives models on a new database, and a way to run SQL
 */
export function describeJsonRows(
  dialect: Dialect,
  open: () => Promise<{ models: Models; run: (text: string) => Promise<unknown>; close: () => Promise<unknown> }>,
): void {
  describe('rows as JSON', () => {
    let opened: Awaited<ReturnType<typeof open>>;
    const names = Array.from({ length: 250 }, (_, index) => `c${index}`);

    before(async () => {
      opened = await open();
      const { run } = opened;
      await run('create table parent (id integer primary key)');
      await run('create table child (id integer primary key, parent integer, name varchar(20))');
      await run('insert into parent values (1), (2), (3), (4)');
      const children = [1, 2, 1, 4, 1, 4, 1, 4].map((parent, index) => `(${index}, ${parent}, 'n${8 - index}')`);
      await run(`insert into child values ${children}`);
      await run(`create table wide (id integer primary key, ${names.map((name) => `${name} integer`)})`);
      await run(`insert into wide values (1, ${names.map((_, index) => index)})`);
    });
    after(() => opened?.close());

    for (const isKeyed of [false, true])
      it(`have an order and a limit for each row that they belong to${isKeyed ? ', by their keys' : ''}`, async () => {
        const { models } = opened;
        const table = (await (models as ModelProvider).repository('child').describe()) as StoredDescription;
        const child = (alias: string, name: string): RawBuilder<unknown> => sql.id(alias, name);
        const children = dialect.listAsJson(
          {
            values: [child('c', 'id'), dialect.toJson(child('c', 'name'), table.columns.get('name') as StoredColumn)],
            from: sql`${sql.id('child')} as ${sql.id('c')}`,
            where: sql`${child('c', 'parent')} = ${sql.id('p', 'id')}`,
            orderBy: sql`${child('c', 'name')} asc, ${child('c', 'id')} desc`,
            limit: 2,
            key: isKeyed ? child('c', 'id') : undefined,
          },
          table,
        );
        const last = dialect.rowAsJson({
          values: [sql`max(${child('d', 'id')})`],
          from: sql`${sql.id('child')} as ${sql.id('d')}`,
          where: sql`${child('d', 'parent')} = ${sql.id('p', 'id')} having count(*) > 0`,
        });
        const parents = {
          values: [sql.id('p', 'id')],
          related: [children, last],
          from: sql`${sql.id('parent')} as ${sql.id('p')}`,
          where: sql`1 = 1`,
          orderBy: sql`${sql.id('p', 'id')} desc`,
          limit: 3,
        };
        expect(await readList(models, dialect, parents, table)).to.deep.equal([
          [
            4,
            [
              [7, 'n1'],
              [5, 'n3'],
            ],
            [7],
          ],
          [3, [], null],
          [2, [[1, 'n7']], [1]],
        ]);
      });

    it('may have hundreds of columns', async () => {
      expect(await compareWithJson(opened.models, dialect, 'wide')).to.deep.equal([]);
    });
  });
}

/** What a statement reads of a list. */
export async function readList(
  models: Models,
  dialect: Dialect,
  list: JsonList,
  table: StoredDescription,
): Promise<unknown> {
  const json = dialect.listAsJson(list, table);
  const statement = sql<{ json: unknown }>`select ${json} as json`;
  const { rows } = await statement.execute(models.kysely);
  return parseRows(rows[0]?.json);
}

// --- internal ---

/** Every row of a table with an `id`, read as the only row of a list in a row in a list. */
async function readAsJson(models: Models, dialect: Dialect, name: string): Promise<Row[]> {
  const table = (await (models as ModelProvider).repository(name).describe()) as StoredDescription;
  const columns = [...table.columns.values()];
  const id = (alias: string): RawBuilder<unknown> => sql.id(alias, 'id');
  const from = (alias: string): RawBuilder<unknown> => sql`${sql.id(name)} as ${sql.id(alias)}`;
  const inner = dialect.listAsJson(
    {
      values: columns.map((column) => dialect.toJson(sql.id('inner', column.name), column)),
      from: from('inner'),
      where: sql`${id('inner')} = ${id('middle')}`,
      orderBy: id('inner'),
      limit: 2,
    },
    table,
  );
  const where = sql`${id('middle')} = ${id('outer')}`;
  const middle = dialect.rowAsJson({ values: [], related: [inner], from: from('middle'), where });
  const outer = {
    values: [],
    related: [middle],
    from: from('outer'),
    where: sql`1 = 1`,
    orderBy: id('outer'),
    limit: 1_000,
  };
  const lists = (await readList(models, dialect, outer, table)) as [[[unknown[]]]][];
  return lists.map(([[[values]]]) => {
    const sent = valuesOf(values, columns.length).map((value, index) => {
      const column = columns[index] as StoredColumn;
      return [column.name, value === null ? null : dialect.fromJson(value, column)] as const;
    });
    return decodeRow(Object.fromEntries(sent), columns, dialect);
  });
}
