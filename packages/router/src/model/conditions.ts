import type { Scalar } from './types.ts';

/** A value that is present: what a comparison needs. */
export type Present = Exclude<Scalar, null>;

/** One comparison of a filter. */
export type Condition = CompareCondition | ListCondition | NullCondition;

/**
 * A comparison with one value. `ne` also holds where the field is null; the others never do.
 *
 * `{ column: 'views', operator: 'gte', value: 10 }`
 */
export interface CompareCondition {
  readonly column: string;
  readonly operator: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte';
  readonly value: Present;
}

/**
 * A comparison with a list, in which `null` stands for a field that is null. An empty `in` matches nothing; `nin` without `null` in its list
 * also holds where the field is null.
 */
export interface ListCondition {
  readonly column: string;
  readonly operator: 'in' | 'nin';
  readonly value: readonly Scalar[];
}

/** `true`: the field is null; `false`: it is not. */
export interface NullCondition {
  readonly column: string;
  readonly operator: 'null';
  readonly value: boolean;
}
