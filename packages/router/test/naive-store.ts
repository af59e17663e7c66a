import { isPlainObject } from '@rest-gen/logic/common';
import {
  COUNT,
  type Column,
  type Condition,
  columnsOf,
  DataError,
  type Description,
  type Direction,
  type FieldCondition,
  type Filter,
  findColumn,
  foldCase,
  type Include,
  type KeyColumns,
  NO_RELATIONS,
  type Query,
  type Relation,
  type RelationFilter,
  type Relations,
  Restriction,
  type Row,
  readFilter,
  readQuery,
  readValue,
} from '@rest-gen/model/core';

/*
 * What a store answers, in plain JavaScript over all rows: slow, and short enough to be read as the definition.
 *
 * - A relation is the set of the records that belong to a record. Null never refers to anything. A record belongs to it once, however many
 *   rows of the table between the two name it. What `Relation.where` does not match does not exist for anybody.
 * - A comparison with a field of a related record holds if there is a record for which it holds. Without a record nothing holds, not even
 *   `null: true`. Several paths through one relation in one filter object hold for the same record; in two objects of `and` or `or` they need not.
 * - `some`: at least one record matches. `none`: no record does. `every`: no record fails; this holds for an empty list. A relation to one
 *   record is a list of one or none.
 * - A relation that counts is a number; it is never null.
 * - `ne` and `nin` also hold where a field is null, the other comparisons never do. Text operators ignore case and compare character by character.
 * - Null is first when ascending and last when descending. A field of a missing record sorts, and is read, as null.
 * - A column with a mask is null in each row that does not meet it, wherever a request names it. The conditions of a mask, a restriction and the keys of
 *   relations compare with what is stored.
 * - A list that is included is in the order of its relation, and at most one record longer than its `max`. Its records have the fields of the
 *   relation, and those that it is ordered by. A missing record is null.
 */

/** A table, what can be named besides its columns, and the rows of every table. Rows hold values as `readValue` gives them. */
export interface NaiveTable {
  readonly description: Description;
  readonly relations: Relations;
  readonly rowsOf: (table: string) => readonly Row[];
}

/** The rows that a query finds. @throws {DataError} `unknown_field`, `invalid_filter` */
export function naiveFind(query: Query, table: NaiveTable): Row[] {
  const { where = {}, orderBy = [], fields = [...table.description.columns.keys()], after, include = {} } = query;
  const { limit = Number.POSITIVE_INFINITY, offset = 0 } = query;
  // Refuses what is not a number of rows.
  readQuery({ offset, ...(query.limit !== undefined && { limit: query.limit }) }, table.description);
  if (fields.length === 0) throw refuse('The list of fields to read is empty');
  const matches = naiveFilter(where, table);
  const inOrder = naiveOrder(orderBy, table);
  const place = after && readPlace(after, orderBy, table);
  const show = shower(fields, include, table);
  const valuesOf = placeOf(orderBy, table);
  return table
    .rowsOf(table.description.name)
    .filter(matches)
    .map((row) => ({ row, values: valuesOf(row) }))
    .filter(({ values }) => place === undefined || inOrder(values, place) > 0)
    .sort((a, b) => inOrder(a.values, b.values))
    .slice(offset, offset + limit)
    .map(({ row }) => show(row));
}

/** Whether a row matches a filter. @throws {DataError} `unknown_field`, `invalid_filter` */
export function naiveFilter(where: Filter, table: NaiveTable): (row: Row) => boolean {
  const { description, relations } = table;
  if (Restriction.is(where)) return meetsAll(where.conditions, table);
  // Refuses what is not a plain object.
  if (!isPlainObject(where)) readFilter(where, description);
  const tests: ((row: Row) => boolean)[] = [];
  const ofRelated = new Map<string, Record<string, Filter[string]>>();
  for (const [name, value] of Object.entries(where)) {
    const relation = description.columns.has(name) ? undefined : relations.get(name);
    const path = splitPath(name, table);
    if ((name === 'or' || name === 'and') && isFilters(value)) {
      const parts = value.map((part) => naiveFilter(part, table));
      tests.push((row) => (name === 'or' ? parts.some((part) => part(row)) : parts.every((part) => part(row))));
    } else if (path !== undefined) {
      const [first, rest] = path;
      ofRelated.set(first, { ...ofRelated.get(first), [rest]: value });
    } else if (relation !== undefined && relation.kind !== 'count') {
      tests.push(relationTest(relation, value as RelationFilter, table));
    } else {
      const { column, read } = fieldOf(name, table);
      const holds = comparisonTest(column, value);
      tests.push((row) => holds(read(row)));
    }
  }
  for (const [name, some] of ofRelated) tests.push(relationTest(recordsOf(name, table), { some }, table));
  return (row) => tests.every((test) => test(row));
}

// --- internal ---

type Order = readonly (readonly [field: string, direction: Direction])[];

/** The records that belong to a record, in the order of the relation. */
function related(row: Row, relation: Relation, { rowsOf }: NaiveTable): Row[] {
  const { target, through, from, to } = relation;
  const table = targetOf(relation, rowsOf);
  const inOrder = naiveOrder(relation.orderBy, table);
  const valuesOf = placeOf(relation.orderBy, table);
  const isSame = (a: unknown, b: unknown): boolean => a !== null && b !== null && compare(a, b) === 0;
  const refersTo = (one: Row, key: KeyColumns, another: Row, otherKey: KeyColumns): boolean =>
    columnsOf(key).every((name, at) => isSame(one[name], another[columnsOf(otherKey)[at] as string]));
  const belongs = (other: Row): boolean =>
    through === undefined
      ? refersTo(row, from, other, to)
      : rowsOf(through.target.name)
          .filter(naiveFilter(through.where ?? {}, { description: through.target, relations: NO_RELATIONS, rowsOf }))
          .some((link) => refersTo(row, from, link, through.from) && refersTo(link, through.to, other, to));
  return rowsOf(target.name)
    .filter(belongs)
    .filter(naiveFilter(relation.where ?? {}, table))
    .sort((a, b) => inOrder(valuesOf(a), valuesOf(b)));
}

function targetOf({ target, relations }: Relation, rowsOf: NaiveTable['rowsOf']): NaiveTable {
  return { description: target, relations, rowsOf };
}

function relationTest(relation: Relation, filter: RelationFilter, table: NaiveTable): (row: Row) => boolean {
  const tests = Object.entries(filter as object).map(([operator, where]) => {
    const matches = naiveFilter(where as Filter, targetOf(relation, table.rowsOf));
    return (records: Row[]) => quantify(operator, records, matches);
  });
  if (tests.length === 0) throw refuse('The filter of a relation has no operator');
  return (row) => tests.every((test) => test(related(row, relation, table)));
}

/** Whether a row meets all conditions of a restriction; `false`: no row does. */
function meetsAll(mask: readonly Condition[] | false, table: NaiveTable): (row: Row) => boolean {
  const tests = mask === false ? [() => false] : mask.map((condition) => conditionTest(condition, table));
  return (row) => tests.every((test) => test(row));
}

/** Whether a row meets a condition that has been checked already. */
function conditionTest(condition: Condition, table: NaiveTable): (row: Row) => boolean {
  switch (condition.operator) {
    case 'or': {
      const parts = condition.value.map((part) => meetsAll(part, table));
      return (row) => parts.some((part) => part(row));
    }
    case 'some':
    case 'none':
    case 'every': {
      const { operator, relation, value } = condition;
      const matches = meetsAll(value, targetOf(relation, table.rowsOf));
      return (row) => quantify(operator, related(row, relation, table), matches);
    }
    default: {
      const { column: name, counted, mask } = condition;
      if (counted) return (row) => holds(related(row, counted, table).length, condition, COUNT);
      const column = findColumn(name, table.description);
      const read = columnOf(name, mask, table);
      const isText = textOperators.includes(condition.operator);
      const test = isText ? textTest(column, condition.operator, condition.value) : undefined;
      return (row) => test?.(read(row)) ?? holds(read(row), condition, column);
    }
  }
}

function columnOf(name: string, mask: Filter | undefined, table: NaiveTable): (row: Row) => unknown {
  if (mask === undefined) return (row) => row[name];
  const isShown = naiveFilter(mask, table);
  return (row) => (isShown(row) ? row[name] : null);
}

function quantify(operator: string, records: readonly Row[], matches: (row: Row) => boolean): boolean {
  switch (operator) {
    case 'some':
      return records.some(matches);
    case 'none':
      return !records.some(matches);
    case 'every':
      return records.every(matches);
    default:
      throw refuse(`A relation has no operator "${operator}"`);
  }
}

/** Whether the value of a field is what its part of a filter asks for. */
function comparisonTest(column: Column, filter: Filter[string]): (value: unknown) => boolean {
  const entries = isPlainObject(filter) ? Object.entries(filter) : [];
  const texts = entries.filter(([operator]) => textOperators.includes(operator));
  const others = entries.filter(([operator]) => !textOperators.includes(operator));
  const tests = texts.flatMap(([operator, operands]) =>
    [operands].flat().map((one) => textTest(column, operator, one)),
  );
  const table = { name: '', primaryKey: [column.name], columns: new Map([[column.name, column]]) };
  const rest = texts.length === 0 ? filter : (Object.fromEntries(others) as Filter[string]);
  const isAllText = texts.length > 0 && others.length === 0;
  const conditions = isAllText ? [] : (readFilter({ [column.name]: rest }, table) as FieldCondition[]);
  return (value) => tests.every((test) => test(value)) && conditions.every((one) => holds(value, one, column));
}

const textOperators = ['contains', 'startsWith', 'endsWith'];

function textTest(column: Column, operator: string, operand: unknown): (value: unknown) => boolean {
  if (column.type !== 'string' || typeof operand !== 'string') throw refuse(`"${operator}" compares text`, column.name);
  const part = foldCase(operand);
  return (value) => {
    if (value === null) return false;
    const text = foldCase(String(value));
    if (operator === 'contains') return text.includes(part);
    return operator === 'startsWith' ? text.startsWith(part) : text.endsWith(part);
  };
}

function holds(value: unknown, condition: FieldCondition, { type }: Column): boolean {
  const { operator, value: operand } = condition;
  const isEqual = (other: unknown): boolean => compare(value, other, type) === 0;
  switch (operator) {
    case 'null':
      return (value === null) === operand;
    case 'in':
      return operand.some(isEqual);
    case 'nin':
      return !operand.some(isEqual);
    case 'eq':
      return isEqual(operand);
    case 'ne':
      return !isEqual(operand);
    case 'gt':
      return value !== null && compare(value, operand, type) > 0;
    case 'gte':
      return value !== null && compare(value, operand, type) >= 0;
    case 'lt':
      return value !== null && compare(value, operand, type) < 0;
    case 'lte':
      return value !== null && compare(value, operand, type) <= 0;
    default:
      throw new Error(`No operator ${operator}`);
  }
}

interface Field {
  /** The type of its values. */
  readonly column: Column;
  readonly read: (row: Row) => unknown;
}

/** A column, the number of a relation that counts, or such a field of a related record. */
function fieldOf(name: string, table: NaiveTable): Field {
  const relation = table.relations.get(name);
  const path = splitPath(name, table);
  if (path !== undefined) {
    const [first, rest] = path;
    const one = recordsOf(first, table);
    if (one.kind !== 'one') throw refuse(`"${name}" has many values`, name);
    const { column, read } = fieldOf(rest, targetOf(one, table.rowsOf));
    return {
      column,
      read: (row) => {
        const [record] = related(row, one, table);
        return record === undefined ? null : read(record);
      },
    };
  }
  if (table.description.columns.has(name) || relation?.kind !== 'count') {
    const column = findColumn(name, table.description);
    return { column, read: columnOf(name, column.mask, table) };
  }
  return {
    column: { ...COUNT, name },
    read: (row) => related(row, relation, table).length,
  };
}

/** `author.name` → `['author', 'name']` */
function splitPath(name: string, { description }: NaiveTable): [relation: string, rest: string] | undefined {
  const dot = name.indexOf('.');
  return dot === -1 || description.columns.has(name) ? undefined : [name.slice(0, dot), name.slice(dot + 1)];
}

function recordsOf(name: string, table: NaiveTable): Relation {
  const relation = table.relations.get(name);
  if (relation !== undefined && relation.kind !== 'count') return relation;
  // Refuses a name that nothing has.
  if (relation === undefined) findColumn(name, table.description);
  throw refuse(`"${name}" has no fields`, name);
}

function placeOf(orderBy: Order, table: NaiveTable): (row: Row) => unknown[] {
  const fields = orderBy.map(([name]) => fieldOf(name, table));
  return (row) => fields.map(({ read }) => read(row));
}

function naiveOrder(orderBy: Order, table: NaiveTable): (a: readonly unknown[], b: readonly unknown[]) => number {
  const keys = orderBy.map(([name, direction]) => {
    if (direction !== 'asc' && direction !== 'desc') throw refuse(`"${direction}" is not a direction`, name);
    return { direction, type: fieldOf(name, table).column.type };
  });
  return (a, b) => {
    for (const [index, { direction, type }] of keys.entries()) {
      const order = compare(a[index], b[index], type);
      if (order !== 0) return direction === 'asc' ? order : -order;
    }
    return 0;
  };
}

function readPlace(after: readonly unknown[], orderBy: Order, table: NaiveTable): unknown[] {
  if (after.length === 0 || after.length !== orderBy.length) throw refuse('A place has a value for each key');
  return orderBy.map(([name], index) => {
    const { column } = fieldOf(name, table);
    const value = after[index] === null ? null : readValue(after[index], column);
    if (value === undefined || column.type === 'json') throw refuse(`"${name}" cannot hold the value of a place`, name);
    return value;
  });
}

/** Null first, text by code points, numbers of all kinds by their value. */
function compare(a: unknown, b: unknown, type?: Column['type']): number {
  if (a === null || b === null) return Number(b === null) - Number(a === null);
  if (type === 'decimal') return compareDecimals(String(a), String(b));
  if (a instanceof Uint8Array || typeof a === 'string') {
    return Buffer.compare(Buffer.from(a as string), Buffer.from(b as string));
  }
  return Number((a as number) > (b as number)) - Number((a as number) < (b as number));
}

function compareDecimals(a: string, b: string): number {
  const scale = Math.max(...[a, b].map((text) => text.split('.')[1]?.length ?? 0));
  const scaled = [a, b].map((text) => {
    const [whole = '', fraction = ''] = text.split('.');
    return BigInt(whole + fraction.padEnd(scale, '0'));
  });
  return compare(scaled[0], scaled[1]);
}

/** What is read of a row: fields, and the records of relations with what is read of them. */
function shower(fields: readonly string[], include: Include, table: NaiveTable): (row: Row) => Row {
  const columns = fields.map((name) => [name, fieldOf(name, table).read] as const);
  const relations = Object.entries(include).map(([name, inner]): readonly [string, (row: Row) => unknown] => {
    const relation = table.relations.get(name);
    if (relation === undefined) throw new DataError('unknown_field', `There is no relation "${name}"`, { field: name });
    if (relation.kind === 'count') return [name, (row) => related(row, relation, table).length];
    const isList = relation.kind === 'many';
    const shown = isList ? [...relation.fields, ...relation.orderBy.map(([field]) => field)] : relation.fields;
    const show = shower(shown, inner, targetOf(relation, table.rowsOf));
    if (isList) {
      return [
        name,
        (row) =>
          related(row, relation, table)
            .slice(0, relation.max + 1)
            .map(show),
      ];
    }
    return [name, (row) => related(row, relation, table).slice(0, 1).map(show)[0] ?? null];
  });
  return (row) => Object.fromEntries([...columns, ...relations].map(([name, read]) => [name, read(row)]));
}

function isFilters(value: unknown): value is readonly Filter[] {
  return (
    Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null && !(one instanceof Date))
  );
}

function refuse(message: string, field?: string): DataError {
  return new DataError('invalid_filter', message, field === undefined ? {} : { field });
}
