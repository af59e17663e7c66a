import type { Readable } from 'node:stream';
import type { Description, Direction, Filter, Row } from '@rest-gen/model/core';
import type { RawQuery } from '../../core/contracts/exchange.ts';
import type { TablePlan } from '../contracts/table.ts';

/** The sort fields of a list, including the primary key. */
export type Sort = readonly (readonly [field: string, direction: Direction])[];

/** The parameters of a list as they were sent. */
export interface ListParameters {
  readonly texts: RawQuery;
  /** `or` of a QUERY: `[{ "title": "a" }, { "views[gte]": 10 }]` */
  readonly or: readonly unknown[] | undefined;
}

/** What a list query may name. */
export interface ListNames {
  /** Without unreadable columns. */
  readonly description: Description;
  /** The columns of it that clients may filter and sort by. */
  readonly comparable: Description;
  readonly plan: Pick<
    TablePlan,
    'relations' | 'classes' | 'filterable' | 'sortable' | 'search' | 'softDelete' | 'aggregate'
  >;
  /** Parameters that the logic declares, which are not parameters of the list. */
  readonly taken: ReadonlySet<string>;
}

/** A list query, checked against what it may name. */
export interface ListQuery {
  /** From 1; `undefined` when the query has no `page`: the list uses keyset pagination and is not counted. */
  readonly page: number | undefined;
  /** The row after which the list continues: at least the fields of `sort`. */
  readonly after: Row | undefined;
  /** `undefined` when the query has none. */
  readonly pageSize: number | undefined;
  readonly sort: Sort;
  /** Columns to show; all when `undefined`. */
  readonly fields: readonly string[] | undefined;
  /** ANDed. */
  readonly filters: Filter[];
  /** The columns in the filters and the order, each with the parameter that names it. */
  readonly compared: readonly (readonly [parameter: string, column: string])[];
}

/** The result of a list: records, or lines of JSON. */
export interface ListAnswer {
  readonly data: unknown[] | Uint8Array | Readable;
  readonly headers: Record<string, string>;
}
