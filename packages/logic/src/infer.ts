import type { AnyFunction, CustomRules, FormOf, Made, StandardOutput } from './infer/form.ts';
import type { SchemaValue } from './infer/schema-value.ts';
import type { AlwaysThere, IsFilling, ObjectOf, Patch, SentOutput, ValueOf } from './infer/value-of.ts';

/**
 * The input of an action, after defaults and coercion, inferred from its logic.
 *
 * A section that the logic does not declare has the type that the request gives it. For the wide type `Logic`, which
 * generic base classes use, every section is a record.
 *
 * @example
 * override async postAction({ body }: Input<typeof logic, 'postAction'>) { body.title }
 *
 * @see docs/logic-types.md
 */
export type Input<L, A extends string> = L extends unknown
  ? {
      params: SectionInput<L, A, 'params'>;
      query: SectionInput<L, A, 'query'>;
      headers: SectionInput<L, A, 'headers'>;
      body: SectionInput<L, A, 'body'>;
      files: SectionInput<L, A, 'files'>;
    }
  : never;

// --- internal ---

/** The types of sections that are not declared. */
interface Undeclared {
  params: Record<string, string>;
  query: Record<string, string | string[]>;
  headers: Record<string, string | string[] | undefined>;
  body: unknown;
  files: Record<string, unknown>;
}

/** Distributes over L, so that inside `class Rest<L extends Logic>` its constraint is the record of the wide type. */
type SectionInput<L, A extends string, S extends keyof Undeclared> = L extends unknown
  ? IsWide<L> extends true
    ? Record<string, unknown>
    : S extends 'params'
      ? ParamsInput<Shared<L>, Sections<L, A>, CustomRules<L>>
      : OwnInput<Sections<L, A>, S, CustomRules<L>, S extends 'body' ? Unwritable<A> : never>
  : never;

/** The rules of fields that the body of an action does not have; with `Patch` for a PATCH. */
type Unwritable<A extends string> =
  | { readonly readOnly: true }
  | (A extends 'putAction' | 'patchAction' ? { readonly createOnly: true } : never)
  | (A extends 'patchAction' ? Patch : never);

type IsWide<L> = `${string}Action` extends keyof L ? true : false;

/** The sections of an action, or what its function makes; nothing for an action that is not declared. */
type Sections<L, A extends string> = A extends keyof L ? (L[A] extends AnyFunction ? Made<L[A]> : L[A]) : unknown;

type Shared<L> = L extends { readonly params: infer F } ? F : never;

/** The declared section, or never. */
type Own<Of, S extends string> = S extends keyof Of ? Exclude<Of[S], undefined> : never;

/** Distributes over the sections: a function can make one thing or another. */
type OwnInput<Of, S extends keyof Undeclared, Custom, Without = never> = Of extends unknown
  ? [Own<Of, S>] extends [never]
    ? Undeclared[S]
    : FormInput<Own<Of, S>, Custom, Without>
  : never;

/** Fields of the action are merged with the shared ones; any other form replaces them. */
type ParamsInput<S, Of, Custom> = [S] extends [never]
  ? OwnInput<Of, 'params', Custom>
  : Of extends unknown
    ? [Own<Of, 'params'>] extends [never]
      ? FormInput<S, Custom>
      : [FormOf<S>, FormOf<Own<Of, 'params'>>] extends ['fields', 'fields']
        ? ObjectOf<Omit<S, keyof Own<Of, 'params'>> & Own<Of, 'params'>, Custom>
        : OwnInput<Of, 'params', Custom>
    : never;

/** Distributes over the forms. */
type FormInput<F, Custom, Without = never> = F extends unknown
  ? {
      standard: IsFilling<Without> extends true ? StandardOutput<F> : SentOutput<F>;
      function: FormInput<Made<F>, Custom, Without>;
      value: ValueOf<F, Custom, Without> | (AlwaysThere<F> extends true ? never : undefined);
      schema: SchemaValue<F, IsFilling<Without>>;
      fields: ObjectOf<F, Custom, Without>;
    }[FormOf<F>]
  : never;
