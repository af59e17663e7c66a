import type { ActionRules, FieldRules } from './field-rules.ts';

/**
 * What an action receives, after defaults and coercion, inferred from its logic.
 *
 * A section that the logic does not declare has the type that the request gives it. For the wide type `Logic`, which generic
 * base classes use, every section is a record.
 *
 * @example
 * override async postAction({ body }: Input<typeof logic, 'postAction'>) { body.title }
 */
export interface Input<L, A extends string> {
  params: SectionInput<L, A, 'params'>;
  query: SectionInput<L, A, 'query'>;
  headers: SectionInput<L, A, 'headers'>;
  body: SectionInput<L, A, 'body'>;
  files: SectionInput<L, A, 'files'>;
}

/** The type that `defineLogic` asks for: a name that is no rule, section or action gets a type that says so. */
export type CheckedLogic<L> = {
  readonly [Key in keyof L]: Key extends 'params'
    ? CheckedFields<L[Key]>
    : Key extends `${string}Action`
      ? CheckedSections<L[Key]>
      : Unknown<Key, 'action'>;
};

// --- internal ---

/** A text in place of `never`: the compiler shows it. */
type Unknown<Name, What extends string> = `"${Name & string}" is not the name of a ${What}`;

type CheckedSections<S> = {
  readonly [Key in keyof S]: Key extends keyof ActionRules ? CheckedFields<S[Key]> : Unknown<Key, 'section'>;
};
type CheckedFields<F> = { readonly [Name in keyof F]: CheckedRules<F[Name]> };
type CheckedRules<R> = {
  readonly [Rule in keyof R]: Rule extends 'children'
    ? R extends { readonly object: true }
      ? CheckedFields<R[Rule]>
      : CheckedRules<R[Rule]>
    : Rule extends keyof FieldRules
      ? FieldRules[Rule]
      : Unknown<Rule, 'rule'>;
};

/** Of a section that is not declared. */
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
      ? ParamsInput<Shared<L>, Own<L, A, S>>
      : Own<L, A, S> extends infer F
        ? [F] extends [never]
          ? Undeclared[S]
          : ObjectOf<F>
        : never
  : never;

type IsWide<L> = `${string}Action` extends keyof L ? true : false;

/** The declared section, or never. */
type Own<L, A extends string, S extends string> = A extends keyof L
  ? S extends keyof L[A]
    ? Exclude<L[A][S], undefined>
    : never
  : never;
type Shared<L> = L extends { readonly params: infer F } ? F : never;

type ParamsInput<S, O> = [S] extends [never]
  ? [O] extends [never]
    ? Undeclared['params']
    : ObjectOf<O>
  : [O] extends [never]
    ? ObjectOf<S>
    : ObjectOf<Omit<S, keyof O> & O>;

/** The result of a set of fields; a record when their names are not known. */
type ObjectOf<F> = string extends keyof F
  ? Record<string, unknown>
  : Flat<
      { -readonly [Name in keyof F as AlwaysThere<F[Name]> extends true ? Name : never]: ValueOf<F[Name]> } & {
        -readonly [Name in keyof F as AlwaysThere<F[Name]> extends true ? never : Name]?: ValueOf<F[Name]>;
      }
    >;

type Flat<T> = { [Key in keyof T]: T[Key] };

/** A default alone is not enough: `null` and `''` do not take it and are left out as blank. */
type AlwaysThere<R> = R extends { readonly required: true } ? true : false;

type ValueOf<R> = BaseOf<R> | (R extends { readonly nullable: true } ? null : never);

/** Whether a rule is written and not switched off. */
type Has<R, Rule extends string> = Rule extends keyof R ? ([R[Rule]] extends [false] ? false : true) : false;

type BaseOf<R> =
  Has<R, 'in'> extends true
    ? ItemOf<R, 'in'>
    : Has<R, 'enum'> extends true
      ? ItemOf<R, 'enum'>
      : R extends { readonly const: infer V }
        ? V
        : TypeOf<R>;

type ItemOf<R, Rule extends string> = R extends { readonly [K in Rule]: readonly (infer V)[] } ? V : never;

type TypeOf<R> =
  AnyOf<R, TextNames> extends true
    ? string
    : AnyOf<R, NumberNames> extends true
      ? number
      : Has<R, 'boolean'> extends true
        ? boolean
        : AnyOf<R, ListNames> extends true
          ? R extends { readonly children: infer C }
            ? ValueOf<C>[]
            : unknown[]
          : Has<R, 'object'> extends true
            ? R extends { readonly children: infer C }
              ? ObjectOf<C>
              : Record<string, unknown>
            : Has<R, 'file'> extends true
              ? Record<string, unknown>
              : AnyOf<R, ImpliedText> extends true
                ? string
                : unknown;

type AnyOf<R, Names extends string> = true extends { [Name in Names]: Has<R, Name> }[Names] ? true : false;

type TextNames = 'string' | 'date';
type NumberNames = 'int' | 'float' | 'min' | 'max' | 'multipleOf' | 'divisibleBy';
type ListNames = 'array' | 'minItems' | 'maxItems' | 'uniqueItems';
/** Rules that work on text and imply it: all that take nothing else. */
type ImpliedText = Exclude<
  keyof FieldRules,
  | `required${string}`
  | NumberNames
  | ListNames
  | 'default'
  | 'nullable'
  | 'trim'
  | 'aliasName'
  | 'children'
  | 'message'
  | 'secret'
  | 'boolean'
  | 'object'
  | 'file'
  | 'in'
  | 'notIn'
  | 'enum'
  | 'const'
  | 'equals'
  | 'different'
>;
