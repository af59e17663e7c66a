import type { RecordedChange } from '@rest-gen/model';

/** What `createChanges` takes. */
export interface ChangesOptions {
  /** Milliseconds between two looks for new changes while streams are open. Default 100. */
  pollInterval?: number;
  /** Milliseconds between two signs of life of a stream. Default 15,000. */
  heartbeat?: number;
  /** Milliseconds after which a stream ends; its client connects again, and is authenticated again. Default 300,000. */
  maxAge?: number;
  /** Open streams of one user, or of one address without a user. Default 20. */
  maxStreamsPerUser?: number;
  /** Open streams of this process. Default 1,000. */
  maxStreams?: number;
}

/** What `static history` takes besides `true`. */
export interface HistoryOptions {
  /** The column with who has written the record, such as `updated_by`. */
  actor: string;
}

/** Changes that were read together: all from one position to another. */
export interface Batch {
  /** The position that it follows. */
  readonly from: number;
  readonly to: number;
  readonly changes: readonly RecordedChange[];
}

/** A record of a list as it is shown. */
export interface Shown {
  /** As `RecordedChange` has it. */
  readonly key: string;
  /** JSON. */
  readonly text: string;
}

/** Which rows of its table a request reads instead of a page. */
export type Selection =
  /** The rows behind a place in the order of the list. */
  | { readonly kind: 'page'; readonly after: readonly unknown[] | undefined; readonly limit: number }
  /** Those of these records that belong to the list. @param column - the one that names a record; default: the primary key */
  | { readonly kind: 'keys'; readonly keys: readonly string[]; readonly column?: string | undefined }
  /** Former rows, as JSON. */
  | { readonly kind: 'images'; readonly images: readonly string[] };

/** What a list depends on besides the rows of its table. */
export interface Reach {
  /** The columns that decide which records belong to it, and which fields are shown. */
  readonly columns: ReadonlySet<string>;
  /** Other tables. */
  readonly tables: ReadonlySet<string>;
  /** The time, `now()`. */
  readonly hasClock: boolean;
}

/** What a request has read. */
export interface Rows {
  readonly keys: readonly string[];
  /** Of former rows: the place of each in the images. */
  readonly places: readonly number[];
  /** The place of the last row, where there may be more; `undefined` at the end. */
  readonly next: readonly unknown[] | undefined;
  readonly reach: Reach;
}

/** A piece of what a stream sends. */
export interface Chunk {
  /** JSON of each. */
  readonly messages: readonly string[];
  /** Where the client can go on from; `undefined` in the middle of a list. */
  readonly offset: string | undefined;
  /** Nothing more is there at the moment. */
  readonly upToDate: boolean;
}

/** A change of a record, as its history shows it. */
export interface HistoryEntry {
  /** `2026-01-31T12:00:00.000Z` */
  readonly at: string;
  readonly action: 'create' | 'update' | 'delete';
  /** Who did it, as the database session or the record says; null where neither does. */
  readonly by: unknown;
  /** Of an update: the fields that differ from the state before that the requester may read; null where there is none. */
  readonly changed: readonly string[] | null;
  /** The record after the change; null once it is deleted. */
  readonly record: Readonly<Record<string, unknown>> | null;
}
