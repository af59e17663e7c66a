import type { Readable } from 'node:stream';
import type { Direction, Filter, Row } from '../model/types.ts';

/** What a list is sorted by, the primary key among it. */
export type Sort = readonly (readonly [field: string, direction: Direction])[];

/** What a list is asked for, checked against the readable columns. */
export interface ListQuery {
  /** From 1; `undefined` when the query has none: the list goes by key and is not counted. */
  readonly page: number | undefined;
  /** The row behind which the list goes on: at least the fields of `sort`. */
  readonly after: Row | undefined;
  /** `undefined` when the query has none. */
  readonly pageSize: number | undefined;
  readonly sort: Sort;
  /** Columns to show; all when `undefined`. */
  readonly fields: readonly string[] | undefined;
  /** ANDed. */
  readonly filters: readonly Filter[];
}

/** A list as it is answered: records, or lines of JSON. */
export interface ListAnswer {
  readonly data: unknown[] | Uint8Array | Readable;
  readonly headers: Record<string, string>;
}
