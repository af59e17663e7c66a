import type { Id } from '@rest-gen/model/core';
import type { ReadyAnswer } from '../../core/contracts/answer.ts';
import type { Resource } from '../../resource/contracts/resource.ts';

/** What a controller says of `Idempotency-Key`, checked at start. */
export interface IdempotencyPlan {
  /** A request without a key is refused. */
  readonly required: boolean;
  /** Milliseconds that an answer is kept. */
  readonly ttl: number;
}

/** A controller that says whose key it is. The base class `Controller` does. */
export interface KeyOwner {
  idempotencyScope(): string | undefined | Promise<string | undefined>;
}

export function isKeyed(instance: object): instance is KeyOwner {
  return 'idempotencyScope' in instance && typeof instance.idempotencyScope === 'function';
}

/** A request with a key, ready for its action. */
export interface KeyedRequest {
  readonly plan: IdempotencyPlan;
  readonly resource: Resource;
  readonly key: string;
  /** Says whose key it is. */
  readonly controller: KeyOwner;
  /** The body as parsed. */
  readonly body: unknown;
  /** Milliseconds that the action may take, 0 for no bound. */
  readonly timeout: number;
  /** Steps 6 and 7, and the answer of them written out; `undefined` when the action wrote it to `res`. May be called again. */
  readonly act: () => Promise<ReadyAnswer | undefined>;
  /** Release a value that an action has returned and that will not be sent. */
  readonly drop: () => void;
}

/** An answer as it is kept. */
export interface StoredAnswer {
  /** 0 when the action wrote it to `res`, so that it cannot be repeated. */
  readonly status: number;
  readonly headers: Readonly<Record<string, HeaderValue>>;
  readonly body: string | null;
  /** What decided for the requester; `undefined` of an answer that an earlier version has kept. */
  readonly reader?: string | undefined;
  /** The records in the body; `undefined` where no policy hides any. */
  readonly shown?: ShownRecords | undefined;
}

/** What a requester could read of the records in an answer. */
export interface ShownRecords {
  readonly ids: readonly Id[];
  readonly hash: string;
}

export type HeaderValue = string | number | readonly string[];

/** A key that this request holds, identified by the end of its lease. */
export interface HeldKey {
  readonly id: string;
  /** ISO 8601, whole seconds. */
  readonly lockedUntil: string;
}

/** The result of an attempt to acquire a key. */
export type Claim =
  | { readonly kind: 'held'; readonly held: HeldKey }
  | { readonly kind: 'done'; readonly answer: StoredAnswer }
  | { readonly kind: 'running' }
  | { readonly kind: 'mismatch' };
