import type { Filter, Row } from '@rest-gen/model/core';
import fc from 'fast-check';
import { filterOf } from '../relations/random-request.ts';
import { codeOf, KEYS, type RandomSchema, type RandomTable } from '../relations/random-schema.ts';

/** A write whose values are taken from the rows of the tables, so that every store has them in the same form. */
export interface RandomWrite {
  readonly table: string;
  readonly operation: 'create' | 'update' | 'delete';
  readonly where: Filter;
  /** The columns that are given, and of each the place of the row that has the value. */
  readonly picks: readonly (readonly (readonly [column: string, place: number])[])[];
  /** Write with `updateRows`, which gives the rows. */
  readonly returns: boolean;
}

export function randomWrite(schema: RandomSchema): fc.Arbitrary<RandomWrite> {
  return fc.constantFrom(...schema.tables).chain((table) =>
    fc.constantFrom<RandomWrite['operation']>('create', 'update', 'update', 'delete').chain((operation) =>
      fc.record({
        table: fc.constant(table.name),
        operation: fc.constant(operation),
        where: fc.oneof(
          { weight: 2, arbitrary: filterOf(schema, table.name, 1) },
          {
            weight: 3,
            arbitrary: fc.nat(5).map((place): Filter => ({ id: KEYS[table.key](place) })),
          },
          { weight: 1, arbitrary: fc.constant({}) },
        ),
        picks: fc.array(operation === 'create' ? recordOf(table) : changeOf(table), {
          minLength: 1,
          maxLength: operation === 'create' ? 3 : 1,
        }),
        returns: fc.boolean(),
      }),
    ),
  );
}

/** The values of a write; of a new record also its keys, which no row has. A value that no row has is left out. */
export function valuesOf(
  { table, operation, picks }: RandomWrite,
  { tables }: RandomSchema,
  rowsOf: (table: string) => readonly Row[],
): Row[] {
  const { key, references } = tables.find(({ name }) => name === table) as RandomTable;
  return picks.map((columns, index) => {
    const given = columns.flatMap(([column, place]) => {
      const reference = references.find(({ name }) => name === column);
      // Any record, not only one that a row refers to already.
      const target = reference && tables[reference.table];
      const rows = rowsOf(target?.name ?? table);
      const row = rows[place % Math.max(rows.length, 1)];
      return row === undefined ? [] : [[column, row[reference?.to ?? column]]];
    });
    const keys = operation === 'create' ? { id: KEYS[key](6 + index), code: codeOf(10 + index).slice(-36) } : {};
    return { ...keys, ...Object.fromEntries(given) };
  });
}

// --- internal ---

function namesOf({ columns, references }: RandomTable): string[] {
  return [...columns, ...references].map(({ name }) => name);
}

/** Nearly all columns; policies set some of those that are left out. */
function recordOf(table: RandomTable): fc.Arbitrary<[string, number][]> {
  return fc
    .tuple(
      ...namesOf(table).map((name) =>
        fc.tuple(fc.constant(name), fc.nat(7), fc.integer({ min: 0, max: 5 })).map((one) => one),
      ),
    )
    .map((all) => all.filter(([, , chance]) => chance > 0).map(([name, place]): [string, number] => [name, place]));
}

function changeOf(table: RandomTable): fc.Arbitrary<[string, number][]> {
  return fc.uniqueArray(fc.tuple(fc.constantFrom(...namesOf(table)), fc.nat(7)), {
    minLength: 1,
    maxLength: 2,
    selector: ([name]) => name,
  });
}
