import type { Environment } from './environment.ts';
import type { Kind } from './kind.ts';
import type { Mistake } from './mistake.ts';
import type { Schema } from './schemas.ts';
import type { ActionInput } from './types.ts';

/**
 * What a synchronous test of a custom rule receives besides the value.
 *
 * @see docs/logic-schemas.md
 */
export interface TestContext<Argument = true> {
  readonly argument: Argument;
  /** The prepared object (or list) that holds the value. */
  readonly siblings: Readonly<Record<string, unknown>>;
}

/**
 * What an asynchronous test of a custom rule receives besides the value.
 *
 * @see docs/logic-schemas.md
 */
export interface AsyncTestContext<Argument = true> extends TestContext<Argument> {
  /** Name of the field. */
  readonly name: string;
  /** JSON Pointer inside the section. */
  readonly pointer: string;
  /** The whole validated input of the action. */
  readonly input: ActionInput;
  readonly environment: Environment;
  /** Aborts when the client disconnects or the deadline has passed. */
  readonly signal: AbortSignal;
}

/**
 * A custom rule: its name and {@link CustomRuleOptions}. `Implied`: the kind of a field that has no type.
 *
 * @see docs/logic-schemas.md
 */
export interface CustomRule<Name extends string = string, Argument = never, Implied extends Kind = Kind> {
  readonly name: Name;
  /** Undefined is every kind. */
  readonly on: readonly [first: Implied, ...others: Kind[]] | undefined;
  readonly refuse: (argument: unknown) => string | undefined;
  readonly test: ((value: never, context: TestContext<Argument>) => boolean) | undefined;
  readonly testAsync: ((value: never, context: AsyncTestContext<Argument>) => Promise<boolean>) | undefined;
  /** By language tag. */
  readonly messages: Readonly<Record<string, string>>;
  readonly schema: ((argument: Argument) => Schema) | undefined;
}

/**
 * What a custom rule does: exactly one of `test` and `testAsync`.
 *
 * @see docs/logic-schemas.md
 */
export type CustomRuleOptions<Value, Argument, On extends Kinds = Kinds> = CommonOptions<Argument, On> &
  (SyncTest<Value, Argument, On> | AsyncTest<Value, Argument, On>);

/** A kind, or several. */
export type Kinds = Kind | readonly [Kind, ...Kind[]];

/** The kind that a rule implies to a field without a type; all kinds where it works on any. */
export type FirstOf<On extends Kinds> =
  'any' extends KindsOf<On> ? Kind : On extends readonly [infer First extends Kind, ...unknown[]] ? First : On & Kind;

/**
 * An empty type if the test accepts every value of the kinds of its rule; otherwise a type that names those it does not
 * accept.
 */
export type Mismatch<Value, On extends Kinds> =
  'any' extends KindsOf<On>
    ? unknown
    : [ValueOfKinds<On>] extends [Value]
      ? unknown
      : Mistake<`the test does not take every ${KindsOf<On>}`>;

// --- internal ---

interface CommonOptions<Argument, On> {
  /** Kinds of values that it applies to; a field without a type gets the first. Default: every kind. */
  readonly on?: On;
  /**
   * What is wrong with an argument, as the end of the sentence "the rule …", or undefined. Default: only `true` is
   * valid.
   */
  readonly refuse?: (argument: unknown) => string | undefined;
  /** `{name} must be …`, or a text for each language; `{name}` and `{args}` are filled in. */
  readonly message: string | { readonly en: string; readonly [language: string]: string };
  /** Equivalent JSON Schema keywords (2020-12), for documents. */
  readonly schema?: Schema | ((argument: Argument) => Schema);
}

interface SyncTest<Value, Argument, On> {
  /** Whether a value passes. Blank values are not tested: `''` is blank without `length: { min: 0 }`. */
  readonly test: (value: Value & ValueOfKinds<On>, context: TestContext<Argument>) => boolean;
  readonly testAsync?: undefined;
}

interface AsyncTest<Value, Argument, On> {
  readonly test?: undefined;
  /**
   * Whether a value passes; runs after every other rule of every field has passed, at the same time as all others of
   * its kind.
   */
  readonly testAsync: (value: Value & ValueOfKinds<On>, context: AsyncTestContext<Argument>) => Promise<boolean>;
}

type KindsOf<On> = (On extends readonly (infer One)[] ? One : On) & Kind;

type ValueOfKinds<On> = ValuesByKind[KindsOf<On>];

interface ValuesByKind {
  string: string;
  int: number;
  bigint: number | string;
  float: number;
  boolean: boolean;
  array: readonly unknown[];
  object: Readonly<Record<string, unknown>>;
  date: string;
  file: Readonly<Record<string, unknown>>;
  any: unknown;
}
