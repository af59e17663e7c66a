import { type RawBuilder, sql } from 'kysely';
import { isKey } from '../core/key.ts';
import type { Direction } from '../core/types.ts';
import type { Comparison, SelectShape, Slot } from './shape.ts';
import type { StoredColumn, StoredDescription } from './stored-table.ts';

/** A key of an order, and its value in the row that a page follows. */
export interface Position {
  readonly key: RawBuilder<unknown>;
  /** `undefined` for null, which sorts first when ascending and last when descending. */
  readonly operand: RawBuilder<unknown> | undefined;
  readonly direction: Direction;
  readonly isNullable: boolean;
}

/**
 * The condition for the rows that follow a position: `(views, id) < (?, ?)`, which an index on the keys serves.
 *
 * Where the keys have several directions or may be null, and where the database finds no range in a comparison of rows: after it in the first key, or equal
 * in it and after it in the second one, and so on. The condition on the first key is then repeated in front, for databases that find no range in such a chain.
 *
 * @param comparesRows - whether an index serves comparisons of rows
 */
export function following(positions: readonly Position[], comparesRows: boolean): RawBuilder<unknown> {
  const [first] = positions as [Position];
  const isRow = positions.every(
    ({ direction, operand, isNullable }) => direction === first.direction && operand !== undefined && !isNullable,
  );
  if (isRow && comparesRows && positions.length > 1) {
    const keys = sql.join(positions.map(({ key }) => key));
    const operands = sql.join(positions.map(({ operand }) => operand));
    return sql`(${keys}) ${first.direction === 'asc' ? sql`>` : sql`<`} (${operands})`;
  }
  const cases = positions.map((position, index) => {
    const all = [...positions.slice(0, index).map(equal), after(position)];
    return sql`(${sql.join(all, sql` and `)})`;
  });
  const chain = sql`(${sql.join(cases, sql` or `)})`;
  const bound = positions.length > 1 ? notBefore(first) : undefined;
  return bound === undefined ? chain : sql`${bound} and ${chain}`;
}

/**
 * Narrow a shape after a position to the rows that come first: those with a value in the first key, or those with null. An index finds each of them by a range,
 * but not both at once.
 *
 * @returns `undefined` where nothing is gained
 */
export function firstRange(shape: SelectShape, table: StoredDescription): SelectShape | undefined {
  const { columns } = table;
  const { orderBy, after: position, where, limit, offset } = shape;
  const [key] = orderBy;
  if (position === undefined || key === undefined || limit === undefined || offset !== undefined) return undefined;
  const [column] = key;
  if (typeof column !== 'string') return undefined;
  if (columns.get(column)?.nullable !== true || where.some((one) => excludesNull(one, column))) return undefined;
  const isNull = position[0] === null;
  const narrowed: SelectShape = { ...shape, where: [...where, { field: column, operator: 'null', isNull }] };
  if (!isNull) return narrowed;
  const rest = {
    ...narrowed,
    orderBy: orderBy.slice(1),
    after: position.slice(1),
    nullsIndex: findIndex(shape, table),
  };
  return firstRange(rest, table) ?? rest;
}

/**
 * Split a shape between the values of its first key and null: PostgreSQL has null at the other end of an index than an order has it, so that such an index
 * serves both only one after the other.
 *
 * @returns the ranges in their order; `undefined` where no such index has these rows
 */
export function nullRanges(shape: SelectShape, table: StoredDescription): readonly SelectShape[] | undefined {
  const { orderBy, after: position, where, limit, lock } = shape;
  const [key] = orderBy;
  if (key === undefined || limit === undefined || lock) return undefined;
  const [column, direction] = key;
  if (typeof column !== 'string' || !isServedInRanges(column, shape, table)) return undefined;
  if (where.some((one) => excludesNull(one, column))) return undefined;
  const isAtNull = position?.[0] === null;
  const range = (isNull: boolean): SelectShape => ({
    ...shape,
    where: [...where, { field: column, operator: 'null', isNull }],
    orderBy: isNull ? orderBy.slice(1) : orderBy,
    after: isNull === isAtNull ? (isNull ? position?.slice(1) : position) : undefined,
  });
  const [first, second] = direction === 'asc' ? [true, false] : [false, true];
  const isBehindFirst = position !== undefined && isAtNull !== first;
  return isBehindFirst ? [range(second)] : [range(first), range(second)];
}

/** Whether a comparison lets no row pass in which the column is null. */
export function excludesNull(comparison: Comparison, column: string): boolean {
  if (!('field' in comparison) || comparison.field !== column) return false;
  switch (comparison.operator) {
    case 'null':
      return !comparison.isNull;
    case 'in':
      return !comparison.hasNull;
    case 'ne':
    case 'nin':
      return false;
    default:
      return true;
  }
}

/** The end of a query that reads one page. Every SQL database treats the largest integer as no limit. */
export function paging(limit: Slot | number | undefined, offset: Slot | undefined): RawBuilder<unknown> {
  if (offset !== undefined) return sql` limit ${paged(limit)} offset ${offset}`;
  return limit === undefined ? sql`` : sql` limit ${paged(limit)}`;
}

/** The number of rows that a page has at most. */
export function paged(limit: Slot | number | undefined): RawBuilder<unknown> {
  return typeof limit === 'number' ? sql.lit(limit) : sql`${limit ?? Number.MAX_SAFE_INTEGER}`;
}

// --- internal ---

/** The index that has the rows in this order; each index ends with the primary key, whether or not that is said. */
function findIndex({ orderBy, where }: SelectShape, table: StoredDescription): string | undefined {
  const { indexes = [], indexNames, primaryKey } = table;
  if (where.some((one) => 'field' in one && isKey(one.field as string, primaryKey))) return undefined;
  const serves = (index: readonly string[]): boolean => {
    const columns = [...new Set([...index, ...primaryKey])];
    return orderBy.every(([field], at) => field === columns[at]);
  };
  return indexNames?.[indexes.findIndex(serves)];
}

/** An index continues with the column after columns that the rows are equal in. */
function isServedInRanges(
  column: string,
  { where }: SelectShape,
  { columns, indexes = [] }: StoredDescription,
): boolean {
  const { nullable, isIndexedNullsFirst, isIndexedNullsLast } = columns.get(column) as StoredColumn;
  if (!nullable || isIndexedNullsFirst || !isIndexedNullsLast) return false;
  const isFixed = (name: string): boolean =>
    where.some((one) => one.operator === 'eq' && one.field === name && one.operand !== undefined);
  return indexes.some((index) => index.includes(column) && index.slice(0, index.indexOf(column)).every(isFixed));
}

function equal({ key, operand }: Position): RawBuilder<unknown> {
  return operand === undefined ? sql`${key} is null` : sql`${key} = ${operand}`;
}

function after({ key, operand, direction, isNullable }: Position): RawBuilder<unknown> {
  if (operand === undefined) return direction === 'asc' ? sql`${key} is not null` : sql`1 = 0`;
  if (direction === 'asc') return sql`${key} > ${operand}`;
  return isNullable ? sql`(${key} < ${operand} or ${key} is null)` : sql`${key} < ${operand}`;
}

/** The bound of a range: at this position or after it; none if rows with null come after it. */
function notBefore({ key, operand, direction, isNullable }: Position): RawBuilder<unknown> | undefined {
  if (operand === undefined) return direction === 'asc' ? undefined : sql`${key} is null`;
  if (direction === 'asc') return sql`${key} >= ${operand}`;
  return isNullable ? undefined : sql`${key} <= ${operand}`;
}
