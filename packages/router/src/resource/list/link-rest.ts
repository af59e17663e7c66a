import { Buffer } from 'node:buffer';
import { isDeepStrictEqual } from 'node:util';
import { isPlainObject } from '@rest-gen/logic/common';
import { columnsOf, type Filter, OPERATORS, type Relations, type Row, totalOrder } from '@rest-gen/model/core';
import { addressOf } from '../../core/respond/location.ts';
import type { Included, Resource } from '../contracts/resource.ts';
import type { ListPath, ResourceClass, TablePlan } from '../contracts/table.ts';
import { encodeCursor } from './cursor.ts';

/**
 * Write the URL of the rest of an included list: the list of its class under the record, `/post/7/comment`, else filtered, `/comment?post_id=7`.
 *
 * @param row - the record that the list belongs to
 * @param shown - the rows of the list that are shown
 * @returns `undefined` where no rule serves the list, and where a URL cannot say what it is: many to many, or a filter with `or`
 */
export function linkRest(
  { relation, nested }: Included,
  row: Row,
  shown: readonly Row[],
  { exchange: { req }, table }: Resource,
): string | undefined {
  const { target, from, to, through, where = {}, orderBy, fields } = relation;
  const of = table.classes?.get(target.name);
  const last = shown.at(-1);
  const plan = of?.plan;
  if (of === undefined || plan === undefined || last === undefined || through !== undefined) return undefined;
  // Where the key of the record is not read, its records may have it.
  const others = columnsOf(to);
  const keys = columnsOf(from).map((name, at) => textOf(row[name] ?? last[others[at] as string]));
  const filter = writeFilter(where, (name) => isUsable('filterable', name, target.primaryKey, plan));
  const isOrdered = orderBy.every(
    ([name]) => Object.hasOwn(last, name) && isUsable('sortable', name, target.primaryKey, plan),
  );
  const after = isOrdered ? encodeCursor(orderBy, last) : undefined;
  if (keys.includes(undefined) || filter === undefined || after === undefined) return undefined;
  const isFilter = others.every((name) => isUsable('filterable', name, target.primaryKey, plan));
  const [key] = keys.length === 1 ? (keys as [string]) : [];
  const path = findPath(of, others[0] as string, key, isFilter);
  if (path === undefined || !canInclude(nested, plan.relations)) return undefined;
  const search = new URLSearchParams(
    path.parameter === undefined
      ? [...others.map((name, at): [string, string] => [name, keys[at] as string]), ...filter]
      : filter,
  );
  const isDefault = isDeepStrictEqual(orderBy, totalOrder([], target.primaryKey));
  if (!isDefault) search.set('sort', orderBy.map(([name, order]) => (order === 'desc' ? `-${name}` : name)).join(','));
  const readable = [...target.columns.keys()].filter((name) => !plan.unreadable.has(name));
  if (readable.some((name) => !fields.includes(name))) search.set('fields', fields.join(','));
  if (nested.length > 0) search.set('include', pathsOf(nested, '').join(','));
  search.set('after', after);
  const address = path.template.replace(`{${path.parameter}}`, encodeURIComponent(Buffer.from(key ?? '').toString()));
  return `${addressOf(req, address)}?${search}`;
}

// --- internal ---

/** The path under the record, else that of all records where it can be filtered. */
function findPath(
  { paths }: ResourceClass,
  to: string,
  key: string | undefined,
  isFilter: boolean,
): ListPath | undefined {
  const isServed = ({ parameter, pattern }: ListPath): boolean =>
    key !== undefined && parameter === to && IN_PATH.test(key) && (pattern === undefined || pattern.test(key));
  return paths.find(isServed) ?? (isFilter ? paths.find(({ parameter }) => parameter === undefined) : undefined);
}

/** What a segment of a path may be. */
const IN_PATH = /^(?!\.{1,2}$)[^/\p{Cc}\u2028\u2029]{1,255}$/u;

/** Whether clients of the list may filter or sort by a column of it. */
function isUsable(
  use: 'filterable' | 'sortable',
  name: string,
  primaryKey: readonly string[],
  table: TablePlan,
): boolean {
  return !table.unreadable.has(name) && (table[use] === undefined || table[use].has(name) || primaryKey.includes(name));
}

/** @returns parameters; `undefined` for a filter that they cannot say */
function writeFilter(where: Filter, isKnown: (name: string) => boolean): [string, string][] | undefined {
  const parameters: [string, string][] = [];
  for (const [name, value] of Object.entries(where)) {
    if (!isKnown(name) || name.includes('.')) return undefined;
    const operators = isPlainObject(value) ? value : Array.isArray(value) ? { in: value } : { eq: value };
    for (const [operator, operand] of Object.entries(operators)) {
      const written = writeOperator(name, operator, operand);
      if (written === undefined) return undefined;
      parameters.push(...written);
    }
  }
  return parameters;
}

function writeOperator(name: string, operator: string, operand: unknown): [string, string][] | undefined {
  if (operand === null) {
    return operator === 'eq' || operator === 'ne' ? [[`${name}[null]`, String(operator === 'eq')]] : undefined;
  }
  const parameter = operator === 'eq' ? name : `${name}[${operator}]`;
  if (operator !== 'in' && operator !== 'nin') {
    const text = OPERATORS.includes(operator) ? textOf(operand) : undefined;
    return text === undefined ? undefined : [[parameter, text]];
  }
  const texts = Array.isArray(operand) ? operand.map(textOf) : [];
  if (texts.length === 0 || texts.includes(undefined)) return undefined;
  // A comma in a single value would split it into two.
  const items = texts.length === 1 ? [...texts, ...texts] : texts;
  return items.map((text) => [parameter, text as string]);
}

function textOf(value: unknown): string | undefined {
  if (value instanceof Date) return value.toISOString();
  const isText = ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
  return isText ? String(value) : undefined;
}

/** Whether the class of the list has the relations that are included with its records. */
function canInclude(included: readonly Included[], relations: Relations): boolean {
  return included.every(({ name, nested }) => {
    const relation = relations.get(name);
    return relation !== undefined && canInclude(nested, relation.relations);
  });
}

function pathsOf(included: readonly Included[], before: string): string[] {
  return included.flatMap(({ name, nested }) => [before + name, ...pathsOf(nested, `${before}${name}.`)]);
}
