import type { Relation, Scalar } from '@rest-gen/model/core';
import fc from 'fast-check';
import type { Tables } from '../../../packages/router/test/memory-models.ts';
import { KINDS, type Kind } from '../property-values.ts';
import type { DeclaredRelation, DeclaredRelations } from './resolve-relations.ts';

/** A method of the table builder that makes a column of values. */
export type ColumnMethod = keyof typeof METHODS;

export interface RandomColumn {
  readonly name: string;
  readonly method: ColumnMethod;
  readonly isNullable: boolean;
  /** Few, so that records often have the same. */
  readonly values: readonly unknown[];
}

/** A column that refers to a record of another table, or of its own. */
export interface RandomReference {
  readonly name: string;
  /** The place of the other table in the schema. */
  readonly table: number;
  /** `code`: a column of text that is unique. */
  readonly to: 'id' | 'code';
  readonly isNullable: boolean;
}

/** Every table has a key `id` and a unique `code`. */
export interface RandomTable {
  readonly name: string;
  readonly key: keyof typeof KEYS;
  readonly columns: readonly RandomColumn[];
  readonly references: readonly RandomReference[];
}

export interface RandomRelation extends Omit<DeclaredRelation, 'relations'> {
  readonly name: string;
  readonly owner: string;
}

/** Tables, and all relations that their references allow. */
export interface RandomSchema {
  readonly tables: readonly RandomTable[];
  readonly relations: readonly RandomRelation[];
}

/** The key of a record by its place. Those of `bigint` are beyond 2^53. */
export const KEYS = {
  integer: (place: number): Scalar => place + 1,
  bigint: (place: number): Scalar => 2n ** 53n + BigInt(place),
  uuid: (place: number): Scalar => `ffffffff-0000-4000-8000-00000000000${place}`,
} as const;

/** The code of a record by its place. */
export function codeOf(place: number): string {
  return `0000000${place}-0000-4000-8000-000000000000`;
}

/** The values that fields of a column may have and be compared with; `undefined` for JSON. */
export function kindOf(method: ColumnMethod): Kind | undefined {
  const kind = METHODS[method];
  return kind === 'json' ? undefined : KINDS[kind];
}

/** Two to six tables with references between them, also to themselves, in circles, and several to one table. */
export function randomSchema(): fc.Arbitrary<RandomSchema> {
  return tablesOf().chain((tables) =>
    fc
      .tuple(...relationsOf(tables).map((relation) => completed(relation, tables)))
      .map((relations): RandomSchema => ({ tables, relations })),
  );
}

/** The tables for a store in memory. */
export function toMemoryTables({ tables }: RandomSchema): Tables {
  const described = tables.map(({ name, key, columns, references }) => [
    name,
    {
      id: key === 'uuid' ? 'string' : key,
      code: 'string',
      ...Object.fromEntries(
        columns.map(({ name, method, isNullable }) => {
          const type = method === 'text' || method === 'uuid' ? 'string' : method;
          return [name, `${type}${isNullable ? '?' : ''}`];
        }),
      ),
      ...Object.fromEntries(
        references.map(({ name, table, to, isNullable }) => [
          name,
          `${referenceType(tables[table] as RandomTable, to) === 'uuid' ? 'string' : (tables[table] as RandomTable).key}${isNullable ? '?' : ''}`,
        ]),
      ),
    },
  ]);
  return Object.fromEntries(described);
}

/** The source of a migration that creates the tables. References to later tables are added when all are there. */
export function toMigration({ tables }: RandomSchema): string {
  const lines = tables.flatMap(({ name, key, columns, references }, place) => [
    `await schema.createTable(${JSON.stringify(name)}, (t) => {`,
    key === 'integer' ? 't.id();' : `t.${key}('id').primary();`,
    `t.uuid('code').notNull().unique();`,
    ...columns.map(
      ({ name, method, isNullable }) => `t.${method}(${argumentsOf(name, method)})${required(isNullable)};`,
    ),
    ...references
      .filter((reference) => !isAddedLater(reference, place))
      .map((reference) => toReference(reference, tables)),
    '});',
  ]);
  const later = tables.flatMap(({ name, references }, place) =>
    references
      .filter((reference) => isAddedLater(reference, place))
      .map(
        (reference) =>
          `await schema.alterTable(${JSON.stringify(name)}, (t) => { ${toReference(reference, tables)} });`,
      ),
  );
  return `export const up = async (schema) => {\n${[...lines, ...later].join('\n')}\n};\n`;
}

/** The relations of each table, and through them those of others, so that a path can have `steps` of them. */
export function declaredRelations(
  { tables, relations }: RandomSchema,
  steps: number,
): Record<string, DeclaredRelations> {
  const reached = steps > 1 ? declaredRelations({ tables, relations }, steps - 1) : {};
  const ofTable = (table: string): DeclaredRelations =>
    Object.fromEntries(
      relations
        .filter(({ owner }) => owner === table)
        .map(({ name, owner: _, ...relation }) => [name, { ...relation, relations: reached[relation.table] ?? {} }]),
    );
  return Object.fromEntries(tables.map(({ name }) => [name, ofTable(name)]));
}

// --- internal ---

const METHODS = {
  string: 'string',
  text: 'string',
  integer: 'integer',
  bigint: 'bigint',
  decimal: 'decimal',
  double: 'double',
  boolean: 'boolean',
  date: 'date',
  datetime: 'datetime',
  uuid: 'uuid',
  binary: 'binary',
  json: 'json',
} as const;

const TABLE_NAMES = ['user', 'post', 'order', 'Group', "it's", 'a"b'];
const COLUMN_NAMES = ['title', 'select', 'Name', 'a.b', "a'b", 'a"b'];
const JSON_VALUES = [{}, [], 'text', '', 0, 1.5, false, { a: [1, null, { b: 'é 😀' }] }, { '"': '\\', b: '<' }];

function tablesOf(): fc.Arbitrary<RandomTable[]> {
  const method = fc.constantFrom(...(Object.keys(METHODS) as ColumnMethod[]));
  const column = fc.record({ method, isNullable: fc.boolean(), first: fc.nat(99) });
  const reference = fc.record({ table: fc.nat(99), to: fc.constantFrom('id', 'id', 'code'), isNullable: fc.boolean() });
  const table = fc.record({
    key: fc.constantFrom(...(Object.keys(KEYS) as (keyof typeof KEYS)[])),
    columns: fc.array(column, { minLength: 1, maxLength: 3 }),
    references: fc.array(reference, { maxLength: 2 }),
  });
  return fc.array(table, { minLength: 2, maxLength: 6 }).map((tables) =>
    tables.map(
      ({ key, columns, references }, place): RandomTable => ({
        name: TABLE_NAMES[place] as string,
        key,
        columns: columns.map(({ method, isNullable, first }, index) => ({
          name: COLUMN_NAMES[(place + index) % COLUMN_NAMES.length] as string,
          method,
          isNullable,
          values: someOf<unknown>(kindOf(method)?.values ?? JSON_VALUES, first),
        })),
        references: references.map(({ table, to, isNullable }, index) => ({
          name: `ref${index}`,
          table: table % tables.length,
          to: to as 'id' | 'code',
          // A record that must refer to one that is stored later could not be inserted.
          isNullable: isNullable || table % tables.length > place,
        })),
      }),
    ),
  );
}

function someOf<Value>(values: readonly Value[], first: number): Value[] {
  return [0, 1, 2].map((index) => values[(first + index) % values.length] as Value);
}

type BareRelation = Pick<RandomRelation, 'name' | 'owner' | 'kind' | 'table' | 'from' | 'to' | 'through'>;

/** Of each reference: the record, the list, the number; of each two references of a table: many to many, and its number. */
function relationsOf(tables: readonly RandomTable[]): BareRelation[] {
  return tables.flatMap((table) =>
    table.references.flatMap(({ name: from, table: other, to }, index): BareRelation[] => {
      const { name: target } = tables[other] as RandomTable;
      const back = { owner: target, table: table.name, from: to, to: from };
      const next = table.references[(index + 1) % table.references.length] as RandomReference;
      const { name: second } = tables[next.table] as RandomTable;
      const across = {
        owner: target,
        table: second,
        from: to,
        to: next.to,
        through: { table: table.name, from, to: next.name },
      };
      const suffix = `${tables.indexOf(table)}${index}`;
      return [
        { name: `one${suffix}`, owner: table.name, kind: 'one', table: target, from, to },
        { name: `many${suffix}`, kind: 'many', ...back },
        { name: `count${suffix}`, kind: 'count', ...back },
        ...(table.references.length < 2
          ? []
          : ([
              { name: `across${suffix}`, kind: 'many', ...across },
              { name: `acrossCount${suffix}`, kind: 'count', ...across },
            ] as const)),
      ];
    }),
  );
}

function completed(relation: BareRelation, tables: readonly RandomTable[]): fc.Arbitrary<RandomRelation> {
  const { columns, references } = tables.find(({ name }) => name === relation.table) as RandomTable;
  const sortable = columns.filter(({ method }) => kindOf(method)?.isOrdered).map(({ name }) => name);
  const direction = fc.constantFrom<'asc' | 'desc'>('asc', 'desc');
  const shown = fc.subarray(['id', 'code', ...[...columns, ...references].map(({ name }) => name)], { minLength: 1 });
  return fc
    .record({
      orderBy: fc.tuple(fc.subarray(sortable, { maxLength: Math.min(sortable.length, 1) }), direction, direction),
      max: fc.integer({ min: 1, max: 3 }),
      fields: shown,
      condition: fc.option(fc.tuple(fc.constantFrom(...columns), fc.nat(2), fc.boolean()), { freq: 3, nil: undefined }),
    })
    .map(({ orderBy: [first, one, other], max, fields, condition }): RandomRelation => {
      const [column, place, isEqual] = condition ?? [];
      const value = kindOf(column?.method ?? 'json') && (column?.values[place ?? 0] as Scalar);
      const where = isEqual && value !== undefined ? { eq: value } : { null: !isEqual };
      return {
        ...relation,
        orderBy: [
          ...first.map((name): readonly [string, 'asc' | 'desc'] => [name, one]),
          ['id', other],
        ] satisfies Relation['orderBy'],
        max,
        fields,
        ...(column && { where: { [column.name]: where } }),
      };
    });
}

/** The other table must be there, and PostgreSQL needs the unique index of the code, too. */
function isAddedLater({ table, to }: Pick<RandomReference, 'table' | 'to'>, place: number): boolean {
  return table > place || (table === place && to === 'code');
}

function referenceType({ key }: RandomTable, to: 'id' | 'code'): keyof typeof KEYS {
  return to === 'code' ? 'uuid' : key;
}

function toReference({ name, table, to, isNullable }: RandomReference, tables: readonly RandomTable[]): string {
  const target = tables[table] as RandomTable;
  const options = JSON.stringify({ column: to, type: referenceType(target, to) });
  return `t.references(${JSON.stringify(name)}, ${JSON.stringify(target.name)}, ${options})${required(isNullable)};`;
}

function required(isNullable: boolean): string {
  return isNullable ? '' : '.notNull()';
}

function argumentsOf(name: string, method: ColumnMethod): string {
  return method === 'decimal' ? `${JSON.stringify(name)}, 12, 2` : JSON.stringify(name);
}
