import { DataError } from './data-error.ts';
import { COUNT, findColumn, findField, type RelatedField } from './find-column.ts';
import type { AggregateOperation, AggregateQuery } from './provider.ts';
import { readValue } from './read-value.ts';
import type { Column, ColumnType, Description, Direction } from './types.ts';

/** The operations on the values of a column. */
export const AGGREGATE_OPERATIONS: readonly AggregateOperation[] = ['sum', 'avg', 'min', 'max'];

/** An operation on a column. */
export interface Computed {
  readonly operation: AggregateOperation;
  readonly column: Column;
}

/** What groups are sorted by: a column of the group by its place, the number of rows, or a result by its place. */
export type GroupKey =
  | { readonly kind: 'group'; readonly at: number }
  | { readonly kind: 'count' }
  | { readonly kind: 'computed'; readonly at: number };

/** An {@link AggregateQuery} whose every part has been checked against a table. */
export interface CheckedAggregate {
  readonly group: readonly Column[];
  readonly count: boolean;
  readonly computed: readonly Computed[];
  readonly orderBy: readonly (readonly [key: GroupKey, direction: Direction])[];
  readonly limit: number | undefined;
  /** A value for each entry of `orderBy`. */
  readonly after: readonly unknown[] | undefined;
  /** The columns that some rows do not show, by name. */
  readonly masked: ReadonlyMap<string, RelatedField>;
}

/**
 * Check an aggregate against the described columns.
 *
 * @throws {DataError} `unknown_field`; `invalid_filter` for a column whose type does not have the operation, an order by something that is not computed, and
 *   an `after` that does not fit the order
 */
export function readAggregate(query: AggregateQuery, description: Description): CheckedAggregate {
  const { count = false, limit } = query;
  const group = [...new Set(query.group)].map((name) => groupColumn(name, query, description));
  const computed = AGGREGATE_OPERATIONS.flatMap((operation) =>
    [...new Set(query[operation])].map((name) => ({ operation, column: computedColumn(name, operation, description) })),
  );
  if (group.length === 0 && computed.length === 0 && !count)
    throw new DataError('invalid_filter', 'The aggregate has no group, and computes nothing');
  const keys = query.orderBy ?? group.map(({ name }) => [name, 'asc'] as const);
  const masked = new Map<string, RelatedField>();
  for (const { name } of [...group, ...computed.map(({ column }) => column)]) {
    const field = findField(name, description, new Map());
    if (field) masked.set(name, field);
  }
  return {
    group,
    count,
    computed,
    orderBy: keys.map(([name, direction]) => [findKey(name, group, count, computed), direction]),
    limit,
    after: query.after && readPlace(query.after, keys, description),
    masked,
  };
}

/**
 * The type of what an aggregate is sorted by: a column of the group, `count`, or a result such as `sum.hours`.
 *
 * @returns `undefined` for another name
 */
export function aggregateColumn(name: string, { columns }: Description): Column | undefined {
  const own = columns.get(name);
  if (own !== undefined) return own;
  if (name === 'count') return COUNT;
  const [operation = '', field = ''] = splitResult(name);
  const column = columns.get(field);
  if (column === undefined || !AGGREGATE_OPERATIONS.some((one) => one === operation)) return undefined;
  return resultColumn({ operation: operation as AggregateOperation, column });
}

/** The column that holds a result: sums of integers may pass 64 bits, so that they are compared as decimals. */
export function resultColumn({ operation, column }: Computed): Column {
  if (operation === 'min' || operation === 'max') return { ...column, nullable: true };
  const isDouble = operation === 'avg' || column.type === 'double';
  return { name: column.name, type: isDouble ? 'double' : 'decimal', nullable: true, hasDefault: false };
}

/** Whether values of a column have an operation: sums and averages are of numbers, and JSON has no order. */
export function hasOperation({ type }: Pick<Column, 'type'>, operation: AggregateOperation): boolean {
  return operation === 'sum' || operation === 'avg' ? numbers.has(type) : type !== 'json';
}

// --- internal ---

const numbers: ReadonlySet<ColumnType> = new Set<ColumnType>(['integer', 'bigint', 'decimal', 'double']);

function splitResult(name: string): [operation: string, field: string] | [] {
  const dot = name.indexOf('.');
  return dot < 0 ? [] : [name.slice(0, dot), name.slice(dot + 1)];
}

function groupColumn(name: string, query: AggregateQuery, description: Description): Column {
  const column = findColumn(name, description);
  if (column.type === 'json') throw refuse(name, 'holds JSON, so rows cannot be grouped by it');
  const isTaken =
    name === 'count' ? query.count : AGGREGATE_OPERATIONS.some((one) => one === name && query[one]?.length);
  if (isTaken) throw refuse(name, `cannot be grouped by: the result has a property "${name}"`);
  return column;
}

function computedColumn(name: string, operation: AggregateOperation, description: Description): Column {
  const column = findColumn(name, description);
  if (hasOperation(column, operation)) return column;
  throw refuse(name, `is of type ${column.type}, which has no ${operation}`);
}

function findKey(name: string, group: readonly Column[], count: boolean, computed: readonly Computed[]): GroupKey {
  const at = group.findIndex((column) => column.name === name);
  if (at >= 0) return { kind: 'group', at };
  if (name === 'count' && count) return { kind: 'count' };
  const place = computed.findIndex(({ operation, column }) => name === `${operation}.${column.name}`);
  if (place >= 0) return { kind: 'computed', at: place };
  throw refuse(name, 'is not a part of the groups, so they cannot be sorted by it');
}

function readPlace(
  after: readonly unknown[],
  orderBy: NonNullable<AggregateQuery['orderBy']>,
  description: Description,
): readonly unknown[] {
  if (after.length === 0 || after.length !== orderBy.length)
    throw new DataError('invalid_filter', 'A place in the order needs a value for each field that it is sorted by');
  return orderBy.map(([name], index) => {
    const value = after[index];
    if (value === null) return null;
    const column = aggregateColumn(name, description) as Column;
    const isAnything = column.loose && typeof value !== 'object' && value !== undefined;
    const read = isAnything ? value : readValue(value, column);
    if (read !== undefined) return read;
    throw new DataError('invalid_filter', `The place in the order has a value that "${name}" cannot hold`, {
      field: name,
      value,
    });
  });
}

function refuse(field: string, problem: string): DataError {
  return new DataError('invalid_filter', `"${field}" ${problem}`, { field });
}
