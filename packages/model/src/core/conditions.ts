import type { Relation } from './relations.ts';
import type { Filter, Scalar } from './types.ts';

/** A value that is present: what a comparison needs. */
export type Present = Exclude<Scalar, null>;

/** One condition of a filter; of a list of them all must hold. */
export type Condition = FieldCondition | AnyCondition | RelatedCondition;

/** The conditions that records have to meet, all of them; `false`: no record does. */
export type Allowed = readonly Condition[] | false;

/** A comparison with a field: a column, or the number of a relation that counts. */
export type FieldCondition = (CompareCondition | ListCondition | NullCondition | TextCondition) & Compared;

/** What is compared, where it is not just the column. */
export interface Compared {
  /** The relation whose records are counted. */
  readonly counted?: Relation;
  /** The filter of the rows that show the column: it is null in the others. */
  readonly mask?: Filter;
}

/** At least one of these lists of conditions holds. */
export interface AnyCondition {
  readonly operator: 'or';
  readonly value: readonly (readonly Condition[])[];
}

/** At least one related record matches (`some`), none does, or every one. */
export interface RelatedCondition {
  readonly operator: 'some' | 'none' | 'every';
  readonly relation: Relation;
  readonly value: readonly Condition[];
}

/** Text that contains another one, begins or ends with it; upper and lower case letters are the same (see `foldCase`). Or a list (`Column.items`) that contains an item, as text. */
export interface TextCondition {
  readonly column: string;
  readonly operator: 'contains' | 'startsWith' | 'endsWith';
  readonly value: string;
}

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
