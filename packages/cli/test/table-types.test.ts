import type { Column, TableDescription } from '@rest-gen/model';
import { expect } from 'chai';
import { typeTables } from '../src/plan/table-types.ts';

describe('types of tables', () => {
  it('are sorted by name, whatever the order of the database is', () => {
    const tables = typeTables([table('b', column('y'), column('x')), table('a', column('id'))]);
    expect(tables.map(({ key }) => key)).to.deep.equal(['a', 'b']);
    expect(tables[1]?.columns.map(({ key }) => key)).to.deep.equal(['id', 'x', 'y']);
  });

  it('have names of their own, and quoted keys where a name is no identifier', () => {
    const names = ['order-items', 'order_items', '2024', "it's"];
    expect(typeTables(names.map((name) => table(name))).map(({ key, type }) => [key, type])).to.deep.equal([
      ["'2024'", 'Table2024'],
      ["'it\\'s'", 'ItS'],
      ["'order-items'", 'OrderItems'],
      ['order_items', 'OrderItems2'],
    ]);
  });

  it('are those of rows, values and filters', () => {
    const [big, day, , json, mood] =
      typeTables([
        table(
          't',
          column('big', { type: 'bigint', hasDefault: true }),
          column('day', { type: 'date' }),
          column('json', { type: 'json', nullable: true }),
          column('mood', { values: ['ok', "it's"], nullable: true }),
        ),
      ])[0]?.columns ?? [];
    expect(big).to.deep.include({
      row: 'number | bigint',
      insert: 'number | bigint | string | undefined',
      isOptional: true,
    });
    expect(big).to.deep.include({
      update: 'number | bigint | string | Increment | undefined',
      sql: 'Generated<number | bigint>',
    });
    expect(day).to.deep.include({ row: 'string', insert: 'string | Date', where: 'FilterOf<string | Date>' });
    expect(json).to.deep.include({
      row: 'unknown',
      insert: 'unknown',
      where: 'FilterOf<null>',
      sql: 'SqlColumn<unknown, string | null>',
    });
    expect(mood).to.deep.include({ row: "'ok' | 'it\\'s' | null", where: "TextFilterOf<'ok' | 'it\\'s' | null>" });
  });

  it('of a table without a key are those of Kysely only', () => {
    expect(typeTables([{ ...table('pair', column('a')), primaryKey: [] }])[0]?.id).to.equal(undefined);
  });
});

function table(name: string, ...columns: Column[]): TableDescription {
  const all = [column('id', { type: 'integer' }), ...columns];
  return { name, dialect: 'sqlite', primaryKey: ['id'], columns: new Map(all.map((one) => [one.name, one])) };
}

function column(name: string, facts: Partial<Column> = {}): Column {
  return { name, type: 'string', nullable: false, hasDefault: false, ...facts };
}
