import type { CustomRule } from '../custom-rule.ts';
import type { WholeValue } from '../field-rules.ts';
import type { JsonSchema, SectionSchema } from '../schemas.ts';

/** The form of a section. */
export type FormOf<F> = F extends AnyStandardSchema
  ? 'standard'
  : F extends AnyFunction
    ? 'function'
    : F extends WholeValue
      ? 'value'
      : F extends SectionSchema
        ? 'schema'
        : 'fields';

/** The form of the rules of a field, or of children. */
export type FieldFormOf<R> = R extends AnyStandardSchema ? 'standard' : R extends JsonSchema ? 'schema' : 'rules';

/** Any function, regardless of its parameters. */
export type AnyFunction = (...parameters: never) => unknown;

/** The result of a function, a promise unwrapped. */
export type Made<F> = F extends (...parameters: never) => infer R ? Awaited<R> : never;

/** The type of the values that a Standard Schema gives. */
export type StandardOutput<S> = StandardType<S, 'output'>;

/** The type of the values that a Standard Schema takes. */
export type StandardInput<S> = StandardType<S, 'input'>;

/**
 * An intersection as one object, whose members editors and declarations show.
 *
 * As a conditional type, because editors would show `Flat<…>` for a plain one.
 */
export type Flat<T> = T extends infer One ? { [Key in keyof One]: One[Key] } : never;

/** The rules of a logic's own, by name; those of a list whose names are not known are under every name. */
export type CustomRules<L> = L extends { readonly rules: readonly (infer Rule)[] }
  ? { readonly [One in Rule as NameOf<One>]: One }
  : unknown;

/** The type of the argument of a custom rule. */
export type ArgumentOf<Rule> = Rule extends CustomRule<string, infer Argument> ? Argument : never;

// --- internal ---

type StandardType<S, Side extends 'input' | 'output'> = S extends { readonly '~standard': { readonly types?: infer T } }
  ? NonNullable<T> extends { readonly [Key in Side]: infer One }
    ? One
    : unknown
  : never;

/** Recognized by its key, as at run time, regardless of its other members. */
type AnyStandardSchema = { readonly '~standard': object };

type NameOf<Rule> = Rule extends { readonly name: infer Name extends string } ? Name : never;
