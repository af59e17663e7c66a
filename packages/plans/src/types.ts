import type { CurrentUser } from '@rest-gen/model/core';

/** A write that is to be shown first. */
export interface PlanRequest {
  /** `POST`, `PUT`, `PATCH` or `DELETE`. */
  readonly method: string;
  /** Below the mount path of the router: `/issue/7`. */
  readonly url: string;
  readonly body?: unknown;
  /** `If-Match`, `Prefer` and `Content-Type`; others have no meaning for a write that is repeated. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** What a write would do. */
export interface Plan {
  /** What GET of the URL answers now; `null` for a POST, and where there is nothing. */
  readonly before: unknown;
  /** What the write would answer; `null` for an answer without content. */
  readonly after: unknown;
  /** How many records of each table would be written: `{ comment: { deleted: 12 } }`. */
  readonly changes: Readonly<Record<string, ChangeCount>>;
  /** Commits it: `POST /plan/:token`. */
  readonly token: string;
  /** Until when; ISO 8601. */
  readonly expires_at: string;
}

/** Numbers of records, those that are not zero. */
export interface ChangeCount {
  readonly created?: number;
  readonly updated?: number;
  readonly deleted?: number;
}

/** The user whose policies and abilities apply; `undefined` for nobody. */
export type PlanUser = CurrentUser | null | undefined;
