import type { WholeValue } from '../field-rules.ts';
import type { JsonSchema, SectionSchema } from '../schemas.ts';

/** Which form a section is written in. */
export type FormOf<F> = F extends AnyStandardSchema
  ? 'standard'
  : F extends AnyFunction
    ? 'function'
    : F extends WholeValue
      ? 'value'
      : F extends SectionSchema
        ? 'schema'
        : 'fields';

/** Which form the rules of a field, or children, are written in. */
export type FieldFormOf<R> = R extends AnyStandardSchema ? 'standard' : R extends JsonSchema ? 'schema' : 'rules';

/** Any function, regardless of its parameters. */
export type AnyFunction = (...parameters: never) => unknown;

/** What a function makes, a promise unwrapped. */
export type Made<F> = F extends (...parameters: never) => infer R ? Awaited<R> : never;

/** The type of the values that a Standard Schema gives. */
export type StandardOutput<S> = StandardType<S, 'output'>;

/** The type of the values that a Standard Schema takes. */
export type StandardInput<S> = StandardType<S, 'input'>;

// --- internal ---

type StandardType<S, Side extends 'input' | 'output'> = S extends { readonly '~standard': { readonly types?: infer T } }
  ? NonNullable<T> extends { readonly [Key in Side]: infer One }
    ? One
    : unknown
  : never;

/** Recognized by its key, as at run time, regardless of its other members. */
type AnyStandardSchema = { readonly '~standard': object };
