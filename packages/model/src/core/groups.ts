import { DataError } from './data-error.ts';
import { restricted } from './join-filters.ts';
import type { AggregateOperation, Repository } from './provider.ts';
import { readOrder, totalOrder } from './request.ts';
import type { AnyTable, Filter, Row } from './types.ts';

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

  /** @returns the groups, with the result in place of an object with the results of each column */
  async #ask(operation: 'count' | AggregateOperation, field?: string): Promise<unknown[]> {
    const asked = field === undefined ? { count: true } : { [operation]: [field] };
    const rows = await runAggregate(this.#repository, this.#filter, { group: this.#groupBy, ...asked });
    return field === undefined ? rows : rows.map((row) => ({ ...row, [operation]: (row[operation] as Row)[field] }));
  }
}

/** Ask for groups. @param filter - gives `undefined` when nothing can match */
export async function runAggregate(
  repository: Repository,
  filter: () => Promise<Filter | undefined>,
  { group = [], order, limit, after, ...computed }: AggregateRequest,
): Promise<Row[]> {
  if (repository.aggregate === undefined) throw await withoutAggregates(repository);
  const orderBy = totalOrder([order ?? []].flat().map(readOrder), group);
  const place = after && orderBy.map(([name]) => valueAt(after, name));
  const where = (await filter()) ?? restricted(undefined, false);
  return repository.aggregate({
    ...computed,
    group,
    where,
    ...(orderBy.length > 0 && { orderBy }),
    ...(limit !== undefined && { limit }),
    ...(place && { after: place }),
  });
}

/** A member of a group: a column, `count`, or a result such as `sum.hours`. */
export function valueAt(group: Row, name: string): unknown {
  if (Object.hasOwn(group, name)) return group[name];
  const dot = name.indexOf('.');
  return (group[name.slice(0, dot)] as Row | undefined)?.[name.slice(dot + 1)];
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

/** What `model.aggregate` computes. */
export interface AggregateRequest<Field extends string = string> {
  /** One group for each combination of values of these columns. Default: all records are one group. */
  readonly group?: readonly Field[];
  /** The number of records of each group. */
  readonly count?: boolean;
  /** Columns of numbers: of integers and decimals exact, `null` of no values. */
  readonly sum?: readonly Field[];
  /** Columns of numbers: their averages, rounded to a double. */
  readonly avg?: readonly Field[];
  /** Columns, but of JSON: the value that comes first in the order. */
  readonly min?: readonly Field[];
  readonly max?: readonly Field[];
  /** `'-sum.hours'` or `['-count', 'state']`: columns of the group and what is computed. The columns of the group come last. */
  readonly order?: string | readonly string[];
  /** Groups at most. Default: all. */
  readonly limit?: number;
  /** Only the groups that follow this one in the order: the last one of the page before. */
  readonly after?: Row;
}

/** A group of `model.aggregate`: `{ state: 'open', count: 3, sum: { hours: 12 } }`. */
export type Aggregated<T extends AnyTable, A extends AggregateRequest> = Readonly<
  Members<T, A['group']> &
    (A['count'] extends true ? { readonly count: number } : unknown) &
    Results<'sum', A['sum'], Record<NamesOf<A['sum']>, Sum>> &
    Results<'avg', A['avg'], Record<NamesOf<A['avg']>, number | null>> &
    Results<'min', A['min'], { readonly [F in NamesOf<A['min']>]: Value<T, F> }> &
    Results<'max', A['max'], { readonly [F in NamesOf<A['max']>]: Value<T, F> }>
>;

// --- internal ---

type NamesOf<List> = List extends readonly (infer Name extends string)[] ? Name : never;

type Members<T extends AnyTable, List> = string extends keyof T['row']
  ? Record<NamesOf<List>, unknown>
  : Pick<T['row'], NamesOf<List> & keyof T['row']>;

type Results<Name extends string, List, Result> = List extends readonly string[]
  ? { readonly [N in Name]: Readonly<Result> }
  : unknown;
