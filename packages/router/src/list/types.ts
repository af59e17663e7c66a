import type { Direction, Filter } from '../model/types.ts';

/** What a list is asked for, checked against the described columns. */
export interface ListQuery {
  /** From 1; `undefined` when the query has none: the first page, not counted. */
  readonly page: number | undefined;
  readonly pageSize: number;
  readonly sort: readonly (readonly [field: string, direction: Direction])[];
  /** Columns to show; all when `undefined`. */
  readonly fields: readonly string[] | undefined;
  /** ANDed. */
  readonly filters: readonly Filter[];
}

/** The bounds of a page. */
export interface PageBounds {
  readonly pageSize: number;
  readonly maxPageSize: number;
}

/** What the lists of a controller show at most, known at load. */
export interface ListPlan extends PageBounds {
  /** `static hidden` of the class: fields that have to be there. */
  readonly hidden: readonly string[];
  /** Those, and what the logic keeps secret: not every secret is a field of the table. */
  readonly unreadable: ReadonlySet<string>;
}
