import { DataError } from './data-error.ts';
import { findColumn } from './find-column.ts';
import type { AggregateQuery, Repository } from './provider.ts';
import type { AnyTable, Column, ColumnType, Description, Filter } from './types.ts';

/** A sum: of integers exact, of decimals text with all digits, of doubles rounded; `null` of no values. */
export type Sum = number | bigint | string | null;

/**
 * Groups of rows that have the same values in some columns: `model.groupBy('status').count()`.
 *
 * Each method gives a row for each group, in the order of the columns, with these columns and a property of its own name. Values that are null do not count.
 *
 * @typeParam By - the columns
 */
export class Groups<T extends AnyTable, By extends string> {
  readonly #repository: Repository;
  readonly #filter: () => Promise<Filter | undefined>;
  readonly #groupBy: readonly By[];

  /** @param filter - gives `undefined` when nothing can match */
  constructor(repository: Repository, filter: () => Promise<Filter | undefined>, groupBy: readonly By[]) {
    this.#repository = repository;
    this.#filter = filter;
    this.#groupBy = groupBy;
  }

  /** How many rows there are in each group. */
  count(): Promise<Group<T, By, 'count', number>[]> {
    return this.#ask('count') as Promise<Group<T, By, 'count', number>[]>;
  }

  /** The sum of a column of numbers. */
  sum(field: T['column']): Promise<Group<T, By, 'sum', Sum>[]> {
    return this.#ask('sum', field) as Promise<Group<T, By, 'sum', Sum>[]>;
  }

  /** The average of a column of numbers, rounded to a double. */
  avg(field: T['column']): Promise<Group<T, By, 'avg', number | null>[]> {
    return this.#ask('avg', field) as Promise<Group<T, By, 'avg', number | null>[]>;
  }

  /** The value of a column that comes first in its order. */
  min<F extends T['column']>(field: F): Promise<Group<T, By, 'min', Value<T, F>>[]> {
    return this.#ask('min', field) as Promise<Group<T, By, 'min', Value<T, F>>[]>;
  }

  /** The value of a column that comes last in its order. */
  max<F extends T['column']>(field: F): Promise<Group<T, By, 'max', Value<T, F>>[]> {
    return this.#ask('max', field) as Promise<Group<T, By, 'max', Value<T, F>>[]>;
  }

  async #ask(operation: AggregateQuery['operation'], field?: string): Promise<unknown[]> {
    const repository = this.#repository;
    if (repository.aggregate === undefined) throw await withoutAggregates(repository);
    const where = await this.#filter();
    if (where === undefined) return [];
    return repository.aggregate({ operation, ...(field !== undefined && { field }), groupBy: this.#groupBy, where });
  }
}

/** The error of a store that computes no aggregates. */
export async function withoutAggregates(repository: Repository): Promise<DataError> {
  return new DataError('invalid_filter', `The store of "${(await repository.describe()).name}" has no aggregates`);
}

/** A group: the values of its columns, and what was computed. */
export type Group<T extends AnyTable, By extends string, Operation extends string, Result> = Readonly<
  (string extends keyof T['row'] ? Record<By, unknown> : Pick<T['row'], By & keyof T['row']>) &
    Record<Operation, Result>
>;

/** A value of a column. */
export type Value<T extends AnyTable, Field extends string> =
  | (Field extends keyof T['row'] ? T['row'][Field] : unknown)
  | null;

/**
 * Check an aggregate against the described columns.
 *
 * @returns the column of the values; `undefined` for `count`
 * @throws {DataError} `unknown_field`; `invalid_filter` for a column whose type does not have the operation
 */
export function checkAggregate(query: AggregateQuery, description: Description): Column | undefined {
  const { operation, field, groupBy } = query;
  for (const name of groupBy) {
    if (findColumn(name, description).type === 'json')
      throw refuse(name, 'holds JSON, so rows cannot be grouped by it');
    if (name === operation) throw refuse(name, `cannot be grouped by: the result has a property "${name}"`);
  }
  if (field === undefined) return undefined;
  const column = findColumn(field, description);
  const isNumber = numbers.has(column.type);
  if (operation === 'sum' || operation === 'avg' ? !isNumber : column.type === 'json')
    throw refuse(field, `is of type ${column.type}, which has no ${operation}`);
  return column;
}

// --- internal ---

const numbers: ReadonlySet<ColumnType> = new Set<ColumnType>(['integer', 'bigint', 'decimal', 'double']);

function refuse(field: string, problem: string): DataError {
  return new DataError('invalid_filter', `"${field}" ${problem}`, { field });
}
