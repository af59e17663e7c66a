import type { ActionInput, Environment } from '../types.ts';
import type { Kind, Schema } from './rule.ts';

/** What a synchronous test of a custom rule is told besides the value. */
export interface TestContext<Argument = true> {
  readonly argument: Argument;
  /** The prepared object (or list) that holds the value. */
  readonly siblings: Readonly<Record<string, unknown>>;
}

/** What an asynchronous test of a custom rule is told besides the value. */
export interface AsyncTestContext<Argument = true> extends TestContext<Argument> {
  /** Name of the field. */
  readonly name: string;
  /** JSON Pointer inside the section. */
  readonly pointer: string;
  /** The whole validated input of the action. */
  readonly input: ActionInput;
  readonly environment: Environment;
  /** Aborts when nobody waits for the result any more. */
  readonly signal: AbortSignal;
}

/** A custom rule: its name, and what {@link CustomRuleOptions} says of it. */
export interface CustomRule<Name extends string = string, Argument = never> {
  readonly name: Name;
  readonly on: readonly Kind[] | undefined;
  readonly refuse: (argument: unknown) => string | undefined;
  readonly test: ((value: never, context: TestContext<Argument>) => boolean) | undefined;
  readonly testAsync: ((value: never, context: AsyncTestContext<Argument>) => Promise<boolean>) | undefined;
  /** By language tag. */
  readonly messages: Readonly<Record<string, string>>;
  readonly schema: ((argument: Argument) => Schema) | undefined;
}

/** What a custom rule does: exactly one of `test` and `testAsync`. */
export interface CustomRuleOptions<Value, Argument> {
  /** Kinds of values that it works on; a field without a type gets the first. Default: every kind. */
  readonly on?: Kind | readonly Kind[];
  /** What is wrong with an argument, as the end of the sentence "the rule …", or undefined. Default: only `true` is right. */
  readonly refuse?: (argument: unknown) => string | undefined;
  /** Whether a value passes. Blank values are never tested. */
  readonly test?: (value: Value, context: TestContext<Argument>) => boolean;
  /** Whether a value passes; runs after every other rule of every field has passed, at the same time as all others of its kind. */
  readonly testAsync?: (value: Value, context: AsyncTestContext<Argument>) => Promise<boolean>;
  /** `{name} must be …`, or a text for each language; `{name}` and `{args}` are filled in. */
  readonly message: string | { readonly en: string; readonly [language: string]: string };
  /** JSON Schema keywords (2020-12) that say the same, for documents. */
  readonly schema?: Schema | ((argument: Argument) => Schema);
}
