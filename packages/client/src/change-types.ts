import type { CallOptions, ClientOptions } from './types.ts';

/**
 * What happens to a list. The list itself, at the start and whenever changes may have been missed, is between `reset` and `ready`.
 *
 * @typeParam T - a record, as the list shows it
 * @see docs/client.md#changes
 */
export type Change<T> = Position &
  (
    | {
        /** Both mean: this is the record now. `insert` of the list itself may be a record that you have. */
        readonly type: 'insert' | 'update';
        /** The primary key as text: `7`. Values of a composite key are percent-encoded, with commas between them. */
        readonly key: string;
        readonly record: T;
      }
    | {
        /** It was deleted, or is no longer in the list. */
        readonly type: 'delete';
        readonly key: string;
      }
    | {
        /** What you have may be wrong: the list follows, unless changes are read `from: 'now'`. */
        readonly type: 'reset';
      }
    | {
        /** You have the whole list; only changes follow. */
        readonly type: 'ready';
      }
  );

export interface Position {
  /** Where to continue after this change: `changes({ from: offset })`. `undefined` in the middle of the list, and of changes that belong together. */
  readonly offset: string | undefined;
}

/** Changes of a list: `for await (const change of api.issue.changes())`. Nothing is requested before; the connection is closed when the loop ends. */
export interface Changes<T> {
  [Symbol.asyncIterator](): AsyncIterator<Change<T>, void, undefined>;
}

/** A list without its pages. */
export type LiveQuery<Query> = Omit<Query, 'page' | 'after' | 'pageSize'>;

/** Parameters of changes. */
export type ChangesQuery<Query> = LiveQuery<Query> & {
  /** `now`: only later changes; an `offset`: what came after it. Default: the list, then changes. */
  readonly from?: string | undefined;
};

/**
 * A list that stays equal to that of the service.
 *
 * @typeParam T - a record, as the list shows it
 * @see docs/client.md#changes
 */
export interface Live<T> {
  /** Another array after each change, in the order of the list. Empty before the first one has come; kept while the connection is lost. */
  readonly records: readonly T[];
  /** The connection is there. It is made again when it is lost. */
  readonly isConnected: boolean;
  /** Why the list is no longer updated: that it was refused. Default `undefined`. */
  readonly error: unknown;
  /** The first list has come. Rejected with `error`, and when it is closed before. */
  readonly ready: Promise<void>;
  /** Call a function after each change of `records`, `isConnected` or `error`. @returns what ends it */
  readonly subscribe: (listener: () => void) => () => void;
  /** End the updates; so does `signal` of the query. */
  readonly close: () => void;
}

/** `followChanges` of `@rest-gen/client/changes`. */
export type FollowChanges = (source: ChangesSource) => object;

/** A list that has changes. */
export interface ChangesSource {
  readonly path: () => string;
  /** Fields whose text is a number. */
  readonly numbers: readonly string[];
  readonly options: ClientOptions;
}

/** What the methods take: the types of a written client say more. */
export interface AnyChangesQuery extends CallOptions {
  readonly from?: string | undefined;
  readonly [parameter: string]: unknown;
}
