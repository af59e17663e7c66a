import assert from 'node:assert/strict';
import { readValue } from '../../../../packages/model/src/core/read-value.ts';
import type { Relation, Relations } from '../../../../packages/model/src/core/relations.ts';
import type { Column, ColumnType, Description, Scalar } from '../../../../packages/model/src/core/types.ts';
import { parseQueryString } from '../../../../packages/router/src/core/dispatch/parse-query-string.ts';
import { isHttpError } from '../../../../packages/router/src/core/errors.ts';
import { parseListQuery } from '../../../../packages/router/src/resource/list/list-query.ts';
import { parseInclude } from '../../../../packages/router/src/resource/list/parse-include.ts';
import { decodeOnce } from './decode.ts';

const MOST = 100;
const MAX_PAGE_SIZE = 100;

/** A column of every type, by the name of its type. */
export const TYPES: readonly ColumnType[] = [
  ...(['integer', 'string', 'bigint', 'decimal', 'double', 'boolean'] as const),
  ...(['date', 'datetime', 'json', 'binary'] as const),
];
const description: Description = {
  name: 'thing',
  primaryKey: ['integer'],
  columns: new Map(
    TYPES.map((type): [string, Column] => [type, { name: type, type, nullable: true, hasDefault: false }]),
  ),
};
const related = { target: description, from: 'integer', to: 'integer', orderBy: [], max: 20 } as const;
const shown = ['string', 'integer'];
/** `other.string`, `others.integer` and `number` are fields, too. */
const relations: Relations = new Map<string, Relation>([
  ['other', { ...related, kind: 'one', fields: shown, relations: new Map() }],
  ['others', { ...related, kind: 'many', fields: shown, relations: new Map() }],
  ['number', { ...related, kind: 'count', fields: [], relations: new Map() }],
]);
const plan = {
  relations,
  classes: undefined,
  filterable: undefined,
  sortable: undefined,
  softDelete: undefined,
  aggregate: [],
  search: ['string', 'other.string'],
};

/**
 * Read a query, and as the query of a list: what comes out has the declared shapes, everything else is 400.
 *
 * @param search - what follows the `?`
 * @returns the code of the refusal, or `undefined` for a list
 * @throws {assert.AssertionError} for a broken promise
 */
export function judgeQuery(search: string): string | undefined {
  try {
    const query = parseQueryString(search, MOST);
    // No name is inherited: the prototype is null, or an object without names whose own is.
    const prototype = Object.getPrototypeOf(query) ?? Object.create(null);
    assert.deepEqual([Object.getPrototypeOf(prototype), Reflect.ownKeys(prototype)], [null, []]);
    assert.deepEqual(new Map(Object.entries(query)), expect(search), JSON.stringify(search));
    const names = { description, comparable: description, plan, taken: new Set<string>() };
    judgeList(parseListQuery({ texts: query, or: undefined }, names, { maxPageSize: MAX_PAGE_SIZE }));
    parseInclude(typeof query.include === 'string' ? query.include : undefined, relations);
    return undefined;
  } catch (error) {
    if (!isHttpError(error)) throw error;
    assert.equal(error.status, 400);
    assert.ok(error.code === 'E_QUERY' || error.code === 'E_BAD_ESCAPE', error.code);
    if (error.code === 'E_BAD_ESCAPE') assert.equal(expect(search), undefined, JSON.stringify(search));
    return error.code;
  }
}

// --- internal ---

/** @returns `undefined` for a bad escape */
function expect(search: string): Map<string, string | string[]> | undefined {
  const read = new Map<string, string | string[]>();
  for (const pair of search.split('&')) {
    if (pair === '') continue;
    const [name = '', ...rest] = pair.split('=').map((part) => part.replaceAll('+', ' '));
    const key = decodeOnce(name);
    const value = decodeOnce(rest.join('='));
    if (key === undefined || value === undefined) return undefined;
    const before = read.get(key);
    read.set(key, before === undefined ? value : [before, value].flat());
  }
  // Objects have numbers first.
  return new Map(Object.entries(Object.fromEntries(read)));
}

function judgeList({ page, pageSize, after, sort, fields, filters }: ReturnType<typeof parseListQuery>): void {
  const { columns, primaryKey } = description;
  for (const number of [page, pageSize])
    assert.ok(number === undefined || (Number.isSafeInteger(number) && number > 0));
  assert.ok(pageSize === undefined || pageSize <= MAX_PAGE_SIZE);
  for (const name of fields ?? []) assert.ok(columns.has(name));
  const names = sort.map(([name]) => name);
  assert.ok(primaryKey.every((name) => names.includes(name)) && new Set(names).size === names.length);
  for (const [name, direction] of sort)
    assert.ok(
      typeOf(name) !== undefined && !name.startsWith('others.') && (direction === 'asc' || direction === 'desc'),
    );
  if (after !== undefined) {
    assert.deepEqual(Object.keys(after).sort(), [...names].sort());
    for (const name of names) judgeValue(after[name] as Scalar, typeOf(name) as string);
  }
  for (const filter of filters) {
    for (const [name, conditions] of Object.entries(filter)) {
      // The words of q.
      if (name === 'or') continue;
      for (const [operator, operand] of Object.entries(conditions as object)) judgeCondition(name, operator, operand);
    }
  }
}

/** `other.string` → `string` */
function typeOf(name: string): string | undefined {
  if (name === 'number') return 'integer';
  const [relation, field] = name.split('.', 2);
  if (field === undefined) return description.columns.has(name) ? name : undefined;
  return (relation === 'other' || relation === 'others') && shown.includes(field) ? field : undefined;
}

function judgeCondition(path: string, operator: string, operand: unknown): void {
  const name = typeOf(path);
  assert.ok(name !== undefined && (name !== 'json' || operator === 'null'), path);
  if (operator === 'null') assert.equal(typeof operand, 'boolean');
  else if (operator === 'in' || operator === 'nin') for (const value of operand as Scalar[]) judgeValue(value, name);
  else {
    const isText = name === 'string' && ['contains', 'startsWith', 'endsWith'].includes(operator);
    assert.ok(isText || ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'].includes(operator), operator);
    judgeValue(operand as Scalar, name);
  }
}

/** A value is in the one form that a column of the type holds. */
function judgeValue(value: Scalar, type: string): void {
  if (value === null) return;
  assert.deepEqual(readValue(value, { type: type as ColumnType }), value);
  const expected: Partial<Record<string, readonly string[]>> = {
    integer: ['number', 'bigint'],
    bigint: ['number', 'bigint'],
    double: ['number'],
    boolean: ['boolean'],
    binary: ['object'],
  };
  assert.ok((expected[type] ?? ['string']).includes(typeof value), `${type}: ${typeof value}`);
}
