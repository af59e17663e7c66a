/**
 * A JSON Schema (2020-12); one of the keywords below distinguishes it from rules.
 *
 * @example { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] }
 *
 * @see docs/logic-schemas.md
 */
export type JsonSchema =
  | (Keywords & { readonly type: string | readonly string[] })
  | (Keywords & { readonly $schema: string })
  | (Keywords & { readonly $ref: string })
  | (Keywords & { readonly anyOf: readonly unknown[] })
  | (Keywords & { readonly oneOf: readonly unknown[] })
  | (Keywords & { readonly allOf: readonly unknown[] });

/**
 * A JSON Schema of a whole section, where `enum` and `const` are not rules of a field.
 *
 * @see docs/logic-schemas.md
 */
export type SectionSchema =
  | JsonSchema
  | (Keywords & { readonly enum: readonly unknown[] })
  | (Keywords & { readonly const: string | number | boolean | null | readonly unknown[] });

/**
 * What zod 4, Valibot 1, ArkType 2 and others implement: version 1 of Standard Schema (standardschema.dev).
 *
 * @see docs/logic-schemas.md
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** JSON Schema keywords (2020-12), and extensions with the prefix `x-`. */
export type Schema = Record<string, unknown>;

// --- internal ---

interface Keywords {
  readonly [keyword: string]: unknown;
}

type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string }[] };
