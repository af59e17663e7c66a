import type { CallOptions, ClientOptions } from './types.ts';

/**
 * What a write would do.
 *
 * @typeParam T - what the write gives
 */
export interface Plan<T, Before = unknown, After = T> {
  /** What `get` gives now; `null` where there is nothing. */
  readonly before: Before;
  /** What the write would give; `null` where that is nothing. */
  readonly after: After;
  /** How many records of each table would be written: `{ comment: { deleted: 12 } }`. */
  readonly changes: Readonly<Record<string, ChangeCount>>;
  /** `commit` sends it: `POST /plan/:token`. */
  readonly token: string;
  /** Until when it can be committed; ISO 8601. */
  readonly expiresAt: string;
  /**
   * Write what was shown. Called again, it gives the same.
   *
   * @throws {ApiError} 412 `E_PLAN_CHANGED` where something else would be written
   */
  commit(options?: CallOptions): Promise<T>;
}

/** Numbers of records, those that are not zero. */
export interface ChangeCount {
  readonly created?: number;
  readonly updated?: number;
  readonly deleted?: number;
}

/**
 * The writes of a resource, as plans.
 *
 * @typeParam M - the names of its writes
 */
export type Planned<R, M extends keyof R> = {
  readonly [K in M]: R[K] extends (...args: infer Arguments) => Promise<infer T>
    ? (...args: Arguments) => Promise<Plan<T, BeforeOf<R, K>, K extends 'deleteWhere' ? null : AfterOf<T>>>
    : never;
};

/** Opens a resource with other options. */
export type OpenResource = (options: ClientOptions) => object;

/** `planWrites` of `@rest-gen/client/plans`. */
export type PlanWrites = (open: OpenResource, options: ClientOptions) => object;

// --- internal ---

type AfterOf<T> = T extends void ? null : T;

type BeforeOf<R, K> = K extends 'create' | 'createMany'
  ? null
  : K extends 'update' | 'replace' | 'delete'
    ? RecordOf<R> | null
    : K extends 'updateWhere' | 'deleteWhere'
      ? RecordOf<R>[] | null
      : unknown;

type RecordOf<R> = R extends { get(...args: never[]): Promise<infer T> } ? T : unknown;
