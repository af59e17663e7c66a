import { type RawBuilder, sql } from 'kysely';
import type { AggregateOperation } from '../core/provider.ts';
import type { Dialect } from './dialect.ts';
import type { Slot } from './shape.ts';
import type { StoredColumn } from './stored-table.ts';

/** Whether the operation adds values up. */
export function isTotal(operation: AggregateOperation): boolean {
  return operation === 'sum' || operation === 'avg';
}

/**
 * Write what the database computes of the values of a group, as columns of it: the value `v`, of an average the number of values `n`.
 *
 * SQLite has decimals as text and fails for a sum past 64 bits: it adds the halves of integers up, and gives all decimals as one text.
 */
export function aggregateFunction(
  operation: AggregateOperation,
  value: RawBuilder<unknown>,
  column: StoredColumn,
  at: number,
  dialect: Dialect,
): RawBuilder<unknown>[] {
  const as = (expression: RawBuilder<unknown>, part: string) => sql`${expression} as ${partId(part, at)}`;
  const counts = operation === 'avg' ? [as(sql`count(${value})`, 'n')] : [];
  if (isTextDecimal(column, dialect)) {
    const real = sql`cast(${value} as real)`;
    const key = operation === 'min' ? sql`min(${real})` : operation === 'max' ? sql`max(${real})` : sql`sum(${real})`;
    return [as(sql`group_concat(${value}, ' ')`, 'v'), as(key, 'k'), ...counts];
  }
  if (!isTotal(operation)) return [as(extreme(operation, value, column, dialect), 'v')];
  if (column.type !== 'double' && dialect.name === 'sqlite')
    return [...counts, as(sql`sum(${value} >> 32)`, 'h'), as(sql`sum(${value} & 4294967295)`, 'v')];
  const isReal = column.type === 'double' && dialect.name === 'postgres';
  return [...counts, as(sql`sum(${isReal ? sql`cast(${value} as double precision)` : value})`, 'v')];
}

/** Read these columns. Sums as text, because drivers round. */
export function resultParts(
  operation: AggregateOperation,
  column: StoredColumn,
  at: number,
  dialect: Dialect,
): RawBuilder<unknown>[] {
  const read = (part: string) => sql.id('t', `${part}${at}`);
  if (isTextDecimal(column, dialect)) return [read('v')];
  if (!isTotal(operation)) {
    const value = read('v');
    return [sql`${dialect.read?.(value, column) ?? value} as ${partId('v', at)}`];
  }
  const counts = operation === 'avg' ? [read('n')] : [];
  if (column.type === 'double') return [...counts, read('v')];
  if (dialect.name === 'sqlite') return [...counts, read('h'), read('v')];
  const text = sql.raw(dialect.name === 'mysql' ? 'char' : 'text');
  return [...counts, sql`cast(${read('v')} as ${text}) as ${partId('v', at)}`];
}

/**
 * Write what groups are sorted by. It is equal to the result in its own form, so that a page begins where the one before has ended: of SQLite a double, which
 * is exact up to 15 digits.
 */
export function resultKey(
  operation: AggregateOperation,
  column: StoredColumn,
  at: number,
  dialect: Dialect,
): RawBuilder<unknown> {
  const part = (name: string) => sql.id('t', `${name}${at}`);
  const isText = isTextDecimal(column, dialect);
  if (!isTotal(operation)) return isText ? part('k') : dialect.sortable(part('v'), column);
  const sum = isText
    ? rounded(part('k'), column)
    : dialect.name === 'sqlite' && column.type !== 'double'
      ? sql`(${part('h')} * 4294967296.0 + ${part('v')})`
      : part('v');
  if (operation === 'sum') return sum;
  const double =
    dialect.name === 'postgres'
      ? sql`cast(${sum} as double precision)`
      : dialect.name === 'mysql'
        ? sql`(${sum} + 0e0)`
        : sum;
  return sql`${double} / nullif(${part('n')}, 0)`;
}

/** The value of a total that a page begins after, as it is compared with {@link resultKey}. */
export function resultOperand(
  operation: AggregateOperation,
  slot: Slot,
  column: StoredColumn,
  dialect: Dialect,
): RawBuilder<unknown> {
  const isDouble = operation === 'avg' || column.type === 'double';
  if (dialect.name === 'postgres') return sql`cast(${slot} as ${sql.raw(isDouble ? 'double precision' : 'numeric')})`;
  if (dialect.name === 'mysql')
    return isDouble ? sql`${slot}` : sql`cast(${slot} as decimal(65, ${sql.raw(String(column.scale ?? 0))}))`;
  const real = sql`cast(${slot} as real)`;
  return !isDouble && isTextDecimal(column, dialect) ? rounded(real, column) : real;
}

/** The value of an extreme that a page begins after. A result of SQLite has no type, so that it would not compare a number with a text that the driver binds. */
export function extremeOperand(
  operand: RawBuilder<unknown>,
  { type }: StoredColumn,
  { name }: Dialect,
): RawBuilder<unknown> {
  return name === 'sqlite' && (type === 'integer' || type === 'bigint' || type === 'double')
    ? sql`cast(${operand} as numeric)`
    : operand;
}

/** The value of a total that a page begins after, in the form that the driver takes. */
export function encodeTotal(value: unknown, dialect: Dialect): unknown {
  return typeof value === 'number' || dialect.name === 'sqlite' ? Number(value) : String(value);
}

/** Decimals of SQLite: as numbers, they would be rounded. */
export function isTextDecimal({ type }: StoredColumn, { name }: Dialect): boolean {
  return name === 'sqlite' && type === 'decimal';
}

// --- internal ---

function partId(part: string, at: number): RawBuilder<unknown> {
  return sql.id(`${part}${at}`);
}

/** The sum of doubles has the digits of the column again. */
function rounded(sum: RawBuilder<unknown>, { scale = 9 }: StoredColumn): RawBuilder<unknown> {
  return sql`round(${sum}, ${sql.lit(scale)})`;
}

/** The types of PostgreSQL that have these functions, in the order that they are sorted in. */
const ORDERED: ReadonlySet<string> = new Set(['integer', 'bigint', 'decimal', 'double', 'date', 'datetime']);

function extreme(
  operation: AggregateOperation,
  value: RawBuilder<unknown>,
  column: StoredColumn,
  dialect: Dialect,
): RawBuilder<unknown> {
  const key = dialect.sortable(value, column);
  const isMin = operation === 'min';
  if (dialect.name !== 'postgres' || ORDERED.has(column.type) || key !== value)
    return isMin ? sql`min(${key})` : sql`max(${key})`;
  // It has no such function for some types, such as uuid and boolean.
  return sql`(array_agg(${value} order by ${key} ${sql.raw(isMin ? 'asc' : 'desc')}) filter (where ${value} is not null))[1]`;
}
