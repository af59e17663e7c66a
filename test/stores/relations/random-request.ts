import type { Filter, Include, Operators, Query, Scalar } from '@rest-gen/model/core';
import fc from 'fast-check';
import { KINDS, type Kind } from '../property-values.ts';
import { codeOf, KEYS, kindOf, type RandomRelation, type RandomSchema, type RandomTable } from './random-schema.ts';

/** What is asked of one table, and how it is read in pages. */
export interface RandomRequest {
  readonly table: string;
  readonly where: Filter;
  /** Ends with the key. */
  readonly orderBy: NonNullable<Query['orderBy']>;
  readonly fields: readonly string[] | undefined;
  readonly include: Include;
  readonly limit: number;
  readonly offset: number;
  /** Of each key of the order, the record that has the value of the place; the values may come from several records. */
  readonly after: readonly number[];
  readonly pageSize: number;
}

/** Steps of the longest path: `a.b.c.field`. */
export const DEPTH = 3;

export function randomRequest(schema: RandomSchema): fc.Arbitrary<RandomRequest> {
  return fc.constantFrom(...schema.tables.map(({ name }) => name)).chain((table) =>
    fc.record({
      table: fc.constant(table),
      where: filterOf(schema, table, DEPTH),
      orderBy: orderOf(schema, table),
      fields: fc.option(fieldsOf(schema, table), { nil: undefined }),
      include: includeOf(schema, table, DEPTH),
      limit: fc.integer({ min: 0, max: 6 }),
      offset: fc.constantFrom(0, 0, 0, 1),
      after: fc.array(fc.nat(5), { minLength: 3, maxLength: 3 }),
      pageSize: fc.integer({ min: 1, max: 3 }),
    }),
  );
}

// --- internal ---

export interface RandomField {
  readonly name: string;
  /** `undefined` for JSON. */
  readonly kind: Kind | undefined;
  readonly values: readonly Scalar[];
}

const operators: readonly (keyof Operators)[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'];
const places = [0, 1, 2, 3, 4, 5];

export function filterOf(schema: RandomSchema, table: string, depth: number): fc.Arbitrary<Filter> {
  const related = relatedTo(schema, table);
  const isDeep = depth > 0 && related.length > 0;
  const inner = (name: string): fc.Arbitrary<Filter> => filterOf(schema, name, depth - 1);
  const part = fc.oneof(
    { weight: 4, arbitrary: comparisonOf(schema, table) },
    { weight: isDeep ? 5 : 0, arbitrary: pathOf(schema, table, depth) },
    {
      weight: isDeep ? 4 : 0,
      arbitrary: oneOf(related).chain((relation) =>
        fc
          .uniqueArray(fc.tuple(fc.constantFrom('some', 'none', 'every'), inner(relation.table)), {
            minLength: 1,
            maxLength: 2,
            selector: ([operator]) => operator,
          })
          .map((all): Filter => ({ [relation.name]: Object.fromEntries(all) })),
      ),
    },
    {
      weight: depth > 0 ? 2 : 0,
      arbitrary: fc
        .constantFrom('or', 'or', 'and')
        .chain((name) => fc.array(inner(table), { maxLength: 3 }).map((all): Filter => ({ [name]: all }))),
    },
  );
  const parts = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(part) },
    { weight: 1, arbitrary: fc.array(part, { maxLength: 2 }) },
  );
  return parts.map((all): Filter => Object.assign({}, ...all));
}

/** Fields of a related record, one or two of the same: `{ 'author.name': 'Ann', 'author.posts.title': 'a' }`. */
function pathOf(schema: RandomSchema, table: string, depth: number): fc.Arbitrary<Filter> {
  return oneOf(relatedTo(schema, table)).chain((relation) => {
    const isDeep = depth > 1 && relatedTo(schema, relation.table).length > 0;
    const rest = fc.oneof(
      { weight: 3, arbitrary: comparisonOf(schema, relation.table) },
      { weight: isDeep ? 1 : 0, arbitrary: pathOf(schema, relation.table, depth - 1) },
    );
    return fc.array(rest, { minLength: 1, maxLength: 2 }).map((parts): Filter => {
      const fields = Object.entries(Object.assign({}, ...parts) as Filter);
      return Object.fromEntries(fields.map(([name, value]) => [`${relation.name}.${name}`, value]));
    });
  });
}

/** One of a list; a list without any is only given for a choice of weight 0. */
function oneOf<Value>(values: readonly Value[]): fc.Arbitrary<Value> {
  return fc.nat(Math.max(values.length - 1, 0)).map((index) => values[index] as Value);
}

/** A comparison with a column, or with a relation that counts. */
function comparisonOf(schema: RandomSchema, table: string): fc.Arbitrary<Filter> {
  return fc
    .constantFrom(...ownFields(schema, table), ...countsOf(schema, table))
    .chain(({ name, kind, values }) => operandOf(kind, values).map((value): Filter => ({ [name]: value })));
}

function operandOf(kind: Kind | undefined, values: readonly Scalar[]): fc.Arbitrary<Filter[string]> {
  const isNull = fc.boolean().map((one): Operators => ({ null: one }));
  if (kind === undefined) return isNull;
  const value = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...values) },
    { weight: kind.others.length === 0 ? 0 : 1, arbitrary: oneOf(kind.others) },
  );
  const list = fc.array(fc.option(value, { freq: 6 }), { maxLength: 3 });
  const compared = fc.constantFrom(...(kind.isOrdered ? operators : operators.slice(0, 2)));
  const isText = kind === KINDS.string;
  const text = fc.tuple(fc.constantFrom('contains', 'startsWith', 'endsWith'), value, fc.nat(2), fc.boolean());
  return fc.oneof(
    { weight: 2, arbitrary: value as fc.Arbitrary<Filter[string]> },
    { weight: 5, arbitrary: fc.tuple(compared, value).map(([operator, one]): Operators => ({ [operator]: one })) },
    { weight: 1, arbitrary: list },
    { weight: 1, arbitrary: list.map((one): Operators => ({ in: one })) },
    { weight: 2, arbitrary: list.map((one): Operators => ({ nin: one })) },
    { weight: 2, arbitrary: isNull },
    {
      weight: isText ? 5 : 0,
      arbitrary: text.map(
        ([operator, one, length, isUpper]): Operators => ({
          [operator]: pieceOf(String(one), operator, length, isUpper),
        }),
      ),
    },
  );
}

/** Whole characters of a text, in another case. */
function pieceOf(text: string, operator: string, length: number, isUpper: boolean): string {
  const characters = [...text];
  const piece = (operator === 'endsWith' ? characters.slice(-length - 1) : characters.slice(0, length + 1)).join('');
  return isUpper ? piece.toUpperCase() : piece.toLowerCase();
}

function orderOf(schema: RandomSchema, table: string): fc.Arbitrary<[string, 'asc' | 'desc'][]> {
  const direction = fc.constantFrom<'asc' | 'desc'>('asc', 'desc');
  const key = fc.tuple(singleField(schema, table, true), direction);
  return fc
    .tuple(fc.uniqueArray(key, { maxLength: 2, selector: ([name]) => name }), direction)
    .map(([keys, last]): [string, 'asc' | 'desc'][] => [...keys.filter(([name]) => name !== 'id'), ['id', last]]);
}

function fieldsOf(schema: RandomSchema, table: string): fc.Arbitrary<string[]> {
  return fc.uniqueArray(singleField(schema, table, false), { minLength: 1, maxLength: 3 });
}

/** The name of a field with one value: a column, a number, or one of a related record. */
function singleField(schema: RandomSchema, table: string, isSorted: boolean, depth = DEPTH): fc.Arbitrary<string> {
  const own = ownFields(schema, table).filter(({ kind }) => !isSorted || kind?.isOrdered);
  const ones = depth === 0 ? [] : relatedTo(schema, table).filter(({ kind }) => kind === 'one');
  return fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...own, ...countsOf(schema, table)).map(({ name }) => name) },
    {
      weight: ones.length > 0 ? 2 : 0,
      arbitrary: oneOf(ones).chain((one) =>
        singleField(schema, one.table, isSorted, depth - 1).map((rest) => `${one.name}.${rest}`),
      ),
    },
  );
}

function includeOf(schema: RandomSchema, table: string, depth: number): fc.Arbitrary<Include> {
  const relations = schema.relations.filter(({ owner }) => owner === table);
  if (depth === 0) return fc.constant({});
  return fc
    .subarray(relations, { maxLength: Math.min(relations.length, 2) })
    .chain((chosen) =>
      fc.record(
        Object.fromEntries(
          chosen.map(({ name, kind, table: target }) => [
            name,
            kind === 'count' ? fc.constant({}) : includeOf(schema, target, depth - 1),
          ]),
        ),
      ),
    );
}

function relatedTo({ relations }: RandomSchema, table: string): RandomRelation[] {
  return relations.filter(({ owner, kind }) => owner === table && kind !== 'count');
}

function countsOf({ relations }: RandomSchema, table: string): RandomField[] {
  return relations
    .filter(({ owner, kind }) => owner === table && kind === 'count')
    .map(({ name }) => ({ name, kind: KINDS.integer, values: [0, 1, 2, 3] }));
}

export function ownFields({ tables }: RandomSchema, name: string): RandomField[] {
  const table = tables.find((one) => one.name === name) as RandomTable;
  const keyField = (name: string, to: 'id' | 'code', { key }: RandomTable): RandomField =>
    to === 'code'
      ? { name, kind: KINDS.uuid, values: places.map((place) => codeOf(9 - place)) }
      : { name, kind: KINDS[key], values: places.map(KEYS[key]) };
  return [
    keyField('id', 'id', table),
    keyField('code', 'code', table),
    ...table.columns.map(({ name, method, values }) => ({ name, kind: kindOf(method), values: values as Scalar[] })),
    ...table.references.map(({ name, to, table: other }) => keyField(name, to, tables[other] as RandomTable)),
  ];
}
