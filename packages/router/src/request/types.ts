import type { Change, CurrentUser, Refusal } from '@rest-gen/model/core';

/** A request that the program itself sends to the router. */
export interface RouterRequest {
  /** Who the request is; the option `user` of the router is not asked. Default: nobody. */
  user?: CurrentUser | null | undefined;
  /**
   * A value that is sent as JSON. Text, bytes (`Uint8Array`) and streams (`Readable`) are sent as they are where `headers` has another `Content-Type`.
   * Default: no body.
   */
  body?: unknown;
  headers?: Readonly<Record<string, string | readonly string[] | undefined>> | undefined;
  /** Find only classes with `static callable`: for requests that come from outside, past the middleware of the application. Default `false`. */
  callable?: boolean | undefined;
  /** Ends the request as a client does that leaves; the promise rejects with its reason. */
  signal?: AbortSignal | undefined;
  /**
   * Run everything in one transaction and roll it back: the answer is that of the request, and nothing is stored. `afterWrite` runs, `afterCommit`
   * does not. Numbers that the database has given to new records are used up. Default `false`.
   */
  dryRun?: boolean | undefined;
}

/** The answer to a request of the program itself. */
export interface RouterAnswer {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** The value of JSON; text of `text/…`, CSV and lines of JSON; other content as bytes (`Buffer`); `undefined` without content. */
  // biome-ignore lint/suspicious/noExplicitAny: what an address answers is known to those who ask it.
  readonly body: any;
  /** What a dry run would have written, in order; of other requests `undefined`. */
  readonly changes?: readonly Change[];
  /** What a policy has refused of a class with `static callable`, with the values: it is for the program, and not for who asks. */
  readonly refusal?: Refusal;
}
