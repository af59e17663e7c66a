import type { ModelProvider, Row } from '@rest-gen/model/core';
import fc from 'fast-check';
import { codeOf, KEYS, type RandomSchema, type RandomTable } from './random-schema.ts';

/** The rows of each table, in the order of the schema. */
export type RandomRows = readonly (readonly Row[])[];

/** Up to six rows for each table; every reference is null or has its record. */
export function randomRows({ tables }: RandomSchema): fc.Arbitrary<RandomRows> {
  const count = fc.oneof({ weight: 1, arbitrary: fc.nat(2) }, { weight: 5, arbitrary: fc.integer({ min: 3, max: 6 }) });
  return fc.tuple(...tables.map(() => count)).chain((counts) => {
    const sizes = tables.map((_, place) => sizeOf(place, tables, counts));
    return fc.tuple(...tables.map((table, place) => rowsOf(table, place, tables, sizes)));
  });
}

/** Add the rows to empty tables: references to later tables are set when all records are there. */
export async function insertRows(models: ModelProvider, { tables }: RandomSchema, rows: RandomRows): Promise<void> {
  await models.transaction(async (tx) => {
    for (const [place, { name, references }] of tables.entries()) {
      const later = references.filter(({ table }) => table > place).map((reference) => [reference.name, null]);
      for (const row of rows[place] ?? []) await tx.repository(name).insert({ ...row, ...Object.fromEntries(later) });
    }
    for (const [place, { name, references }] of tables.entries()) {
      const later = references.filter(({ table }) => table > place);
      if (later.length === 0) continue;
      for (const row of rows[place] ?? []) {
        const values = Object.fromEntries(later.map((reference) => [reference.name, row[reference.name]]));
        await tx.repository(name).update({ id: row.id as string }, values);
      }
    }
  });
}

// --- internal ---

/** A table that must refer to an empty one is empty. */
function sizeOf(place: number, tables: readonly RandomTable[], counts: readonly number[]): number {
  const needed = (tables[place] as RandomTable).references.filter(
    ({ table, isNullable }) => !isNullable && table < place,
  );
  return needed.every(({ table }) => sizeOf(table, tables, counts) > 0) ? (counts[place] as number) : 0;
}

function rowsOf(
  { key, columns, references }: RandomTable,
  place: number,
  tables: readonly RandomTable[],
  sizes: readonly number[],
): fc.Arbitrary<Row[]> {
  const rows = Array.from({ length: sizes[place] as number }, (_, index) =>
    fc.record({
      id: fc.constant(KEYS[key](index)),
      // Not in the order of the keys.
      code: fc.constant(codeOf(9 - index)),
      ...Object.fromEntries(
        columns.map(({ name, values, isNullable }) => {
          const value = fc.constantFrom(...values);
          return [name, isNullable ? fc.option(value, { freq: 4 }) : value];
        }),
      ),
      ...Object.fromEntries(
        references.map(({ name, table, to, isNullable }) => {
          const target = tables[table] as RandomTable;
          // A record of the same table refers to itself or to an earlier one.
          const last = table === place ? index : (sizes[table] as number) - 1;
          if (last < 0) return [name, fc.constant(null)];
          const value = fc.nat(last).map((other) => (to === 'code' ? codeOf(9 - other) : KEYS[target.key](other)));
          return [name, isNullable ? fc.option(value, { freq: 4 }) : value];
        }),
      ),
    }),
  );
  return fc.tuple(...rows);
}
