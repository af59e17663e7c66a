import type { Flat } from './form.ts';

/**
 * The type of the values of a JSON Schema: `const`, `enum`, `type` (a list too) with `properties`, `required`,
 * `default` and `items`, and the alternatives of `anyOf` and `oneOf`. `unknown` for other keywords, such as `$ref`.
 *
 * `Filled`: properties that are absent get their default, as everywhere but in alternatives.
 */
export type SchemaValue<S, Filled = true> = S extends false
  ? never
  : S extends { readonly const: infer V }
    ? V
    : S extends { readonly enum: readonly (infer V)[] }
      ? V
      : S extends { readonly type: infer T }
        ? TypedValue<T extends readonly (infer One)[] ? One : T, S, Filled>
        : S extends { readonly anyOf: readonly (infer One)[] } | { readonly oneOf: readonly (infer One)[] }
          ? SchemaValue<One, false>
          : unknown;

// --- internal ---

type TypedValue<T, S, Filled> = T extends 'string'
  ? string
  : T extends 'integer' | 'number'
    ? number
    : T extends 'boolean'
      ? boolean
      : T extends 'null'
        ? null
        : T extends 'array'
          ? ListValue<S, Filled>
          : T extends 'object'
            ? ObjectValue<S, Filled>
            : unknown;

/** The first items of a list can be others than the rest. */
type ListValue<S, Filled> = S extends { readonly prefixItems: unknown }
  ? unknown[]
  : S extends { readonly items: infer I }
    ? SchemaValue<I, Filled>[]
    : unknown[];

type ObjectValue<S, Filled> = S extends { readonly properties: infer P }
  ? PropertiesValue<P, RequiredOf<S> | (Filled extends true ? FilledOf<P> : never), Filled>
  : S extends { readonly additionalProperties: infer V }
    ? Record<string, SchemaValue<V, Filled>>
    : Record<string, unknown>;

type PropertiesValue<P, Certain, Filled> = Flat<
  { -readonly [Name in keyof P as Name extends Certain ? Name : never]: SchemaValue<P[Name], Filled> } & {
    -readonly [Name in keyof P as Name extends Certain ? never : Name]?: SchemaValue<P[Name], Filled>;
  } & { [Name in Exclude<Certain & string, keyof P>]: unknown }
>;

/** Names that are certain; none where the list was written without `as const`. */
type RequiredOf<S> = S extends { readonly required: readonly (infer Name extends string)[] }
  ? string extends Name
    ? never
    : Name
  : never;

type FilledOf<P> = { [Name in keyof P]: P[Name] extends { readonly default: unknown } ? Name : never }[keyof P];
