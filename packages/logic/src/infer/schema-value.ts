/**
 * The type of the values of a JSON Schema: `const`, `enum`, `type` (a list too) with `properties`, `required` and `items`, and the
 * alternatives of `anyOf` and `oneOf`. `unknown` where the schema says it in other words, such as `$ref`.
 */
export type SchemaValue<S> = S extends false
  ? never
  : S extends { readonly const: infer V }
    ? V
    : S extends { readonly enum: readonly (infer V)[] }
      ? V
      : S extends { readonly type: infer T }
        ? TypedValue<T extends readonly (infer One)[] ? One : T, S>
        : S extends { readonly anyOf: readonly (infer One)[] } | { readonly oneOf: readonly (infer One)[] }
          ? SchemaValue<One>
          : unknown;

// --- internal ---

type TypedValue<T, S> = T extends 'string'
  ? string
  : T extends 'integer' | 'number'
    ? number
    : T extends 'boolean'
      ? boolean
      : T extends 'null'
        ? null
        : T extends 'array'
          ? ListValue<S>
          : T extends 'object'
            ? ObjectValue<S>
            : unknown;

/** The first items of a list can be others than the rest. */
type ListValue<S> = S extends { readonly prefixItems: unknown }
  ? unknown[]
  : S extends { readonly items: infer I }
    ? SchemaValue<I>[]
    : unknown[];

type ObjectValue<S> = S extends { readonly properties: infer P }
  ? Flat<
      { -readonly [Name in keyof P as Name extends RequiredOf<S> ? Name : never]: SchemaValue<P[Name]> } & {
        -readonly [Name in keyof P as Name extends RequiredOf<S> ? never : Name]?: SchemaValue<P[Name]>;
      } & { [Name in Exclude<RequiredOf<S>, keyof P>]: unknown }
    >
  : S extends { readonly additionalProperties: infer V }
    ? Record<string, SchemaValue<V>>
    : Record<string, unknown>;

/** Names that are certain; none where the list was written without `as const`. */
type RequiredOf<S> = S extends { readonly required: readonly (infer Name extends string)[] }
  ? string extends Name
    ? never
    : Name
  : never;

type Flat<T> = { [Key in keyof T]: T[Key] };
