import type { Operation } from '@rest-gen/model/core';

/**
 * How one rule of a policy decides for a user and a record.
 *
 * @see docs/debugging.md#why-was-it-refused
 */
export interface ExplainedRule {
  /** The condition that it belongs to: `always`, `update`, `fields.email.write`. */
  readonly place: string;
  /** A word such as `everyone`, the source of a function, or a condition: `status is "live"`. */
  readonly text: string;
  /** The condition on the record for this user: `author_id is 3`; `undefined` for none. */
  readonly asks: string | undefined;
  /** `undefined`: it depends on a record that is not known, or on what the store makes of it. */
  readonly allows: boolean | undefined;
  /** Why it does not allow: `author_id is 5, and the policy wants 3`. */
  readonly reasons: readonly string[];
}

/**
 * Which rules of a policy decide an operation, and why.
 *
 * @see docs/debugging.md#why-was-it-refused
 */
export interface PolicyExplanation {
  readonly table: string;
  readonly operation: Operation;
  /** `undefined` for a policy that was given as an option. */
  readonly file: string | undefined;
  /** The key of the record; `undefined` for none. */
  readonly id: unknown;
  /**
   * `before`: the record as it is stored; `after`: with the values that were to be written; `none`: no record was
   * looked at.
   */
  readonly record: 'before' | 'after' | 'none';
  /** `undefined`: it depends on the record. */
  readonly allowed: boolean | undefined;
  /** The rules; one rule of each place has to allow. */
  readonly rules: readonly ExplainedRule[];
}

/**
 * How the policies decide a request; plain JSON.
 *
 * @see docs/debugging.md#why-was-it-refused
 */
export interface AccessExplanation {
  readonly table: string;
  /** `undefined` for a request without one. */
  readonly user: unknown;
  readonly operation: Operation;
  /** `allowed`, `403 E_POLICY`, `404: may not be read`, `401`, or what it depends on. */
  readonly verdict: string;
  /** The explanations of reading, then of the operation. */
  readonly policies: readonly PolicyExplanation[];
  /** Conditions that are added to the list: `author_id is 3`. */
  readonly adds: readonly string[];
  /** Values of a new record in columns that are left out: `author_id = 3`. */
  readonly sets: readonly string[];
  /** Conditions on the record as it is written. */
  readonly demands: readonly string[];
  /** Tables whose policies limit what is included: `comment`. */
  readonly joins: readonly string[];
}
