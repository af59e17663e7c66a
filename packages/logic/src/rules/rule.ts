import type { CustomRule } from '../custom-rule.ts';
import type { FieldRules } from '../field-rules.ts';
import type { Kind } from '../kind.ts';
import type { Schema } from '../schemas.ts';

/** The field that a rule is written for. */
export interface RuleContext {
  readonly kind: Kind;
  /** The rules of the field, as written. */
  readonly rules: FieldRules;
}

/** Whether a value passes; `siblings` is the prepared object (or list) that holds the value. */
export type Test = (value: never, siblings: Record<string, unknown>) => boolean;

/** A row of the vocabulary: how one rule is checked at start, run on values, and described in JSON Schema. */
export interface Rule {
  /** The type that it declares; such a rule is at most one a field. */
  readonly declares?: Kind;
  /**
   * Kinds that it works on, default all; without `any` among them, the first one is implied to a field without type.
   */
  readonly on?: readonly Kind[];
  /** The kind that its argument implies to a field without type. */
  readonly implies?: (argument: never) => Kind | undefined;
  /** The argument is a value, or a list of them: a `secret` field does not show it. */
  readonly literal?: true;
  /** The argument names another field, whose value decides. */
  readonly compares?: 'same' | 'different';
  /** Describe the mistake in an argument as text after the name of the rule; undefined without one. */
  readonly refuse: (argument: unknown, context: RuleContext) => string | undefined;
  /** Compiles the argument into a test of values; without one, the type is all that there is to test. */
  readonly test?: (argument: never, context: RuleContext) => Test;
  /** Looks at the value when every other rule has passed. */
  readonly later?: CustomRule['testAsync'];
  /** Equivalent JSON Schema keywords, default `{ 'x-<rule>': argument }`. */
  readonly schema?: (argument: never, context: RuleContext) => Schema;
}

/** Every rule that a field of a logic can have: the table of the package, and the logic's own. */
export type Vocabulary = ReadonlyMap<string, Rule>;

/** Kinds that a value of text can have in the prepared input. */
export const TEXT: readonly Kind[] = ['string'];
/** Kinds of numbers; a rule on numbers implies `float`. */
export const NUMBERS: readonly Kind[] = ['float', 'int'];
/** Kinds whose values can be compared with `===`. */
export const SCALARS: readonly Kind[] = ['any', 'string', 'int', 'bigint', 'float', 'boolean', 'date'];
