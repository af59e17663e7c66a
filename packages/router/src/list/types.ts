import type { Readable } from 'node:stream';
import type { Direction, Filter, Row } from '../model/types.ts';

/** The sort fields of a list, including the primary key. */
export type Sort = readonly (readonly [field: string, direction: Direction])[];

/** A list query, checked against the readable columns. */
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
  readonly filters: readonly Filter[];
}

/** The result of a list: records, or lines of JSON. */
export interface ListAnswer {
  readonly data: unknown[] | Uint8Array | Readable;
  readonly headers: Record<string, string>;
}
