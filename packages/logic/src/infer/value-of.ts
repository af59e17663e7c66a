import type { CustomRule } from '../custom-rule.ts';
import type { FieldRules, TypeName } from '../field-rules.ts';
import type { FormatRules, ListRules, NumberRules, TextRules } from '../value-rules.ts';
import type { FieldFormOf, Flat, StandardInput, StandardOutput } from './form.ts';
import type { SchemaValue } from './schema-value.ts';

/**
 * The result of a set of fields; a record when their names are not known. `Custom`: rules of the logic's own, by name.
 * `Without`: the rules of fields that the section does not have, and `Patch` in the body of a PATCH.
 */
export type ObjectOf<F, Custom, Without = never> = string extends keyof F
  ? Record<string, unknown>
  : Flat<
      {
        -readonly [Name in keyof F as Presence<F[Name], Without> extends 'always' ? Name : never]: ValueOf<
          F[Name],
          Custom,
          Without
        >;
      } & {
        -readonly [Name in keyof F as Presence<F[Name], Without> extends 'maybe' ? Name : never]?:
          | ValueOf<F[Name], Custom, Without>
          | Cleared<F[Name], Without>;
      }
    >;

/** The result of the rules of one field. */
export type ValueOf<R, Custom, Without = never> = R extends undefined
  ? never
  : FieldFormOf<R> extends 'standard'
    ? StandardOutput<R>
    : FieldFormOf<R> extends 'schema'
      ? SchemaValue<R, IsFilling<Without>>
      : BaseOf<R, Custom, Without> | (Has<R, 'nullable'> extends true ? null : never);

/**
 * Whether a field with these rules is in every result. A default alone is not enough: `null` and `''` do not use it and
 * are left out as blank. A Standard Schema decides about absent values; a JSON Schema does not.
 */
export type AlwaysThere<R> = [R] extends [{ readonly required: true }]
  ? true
  : FieldFormOf<R> extends 'standard'
    ? undefined extends StandardOutput<R>
      ? false
      : true
    : false;

/** Marks the body of a PATCH: a blank value of a field becomes `null`, and a default fills nothing. */
export interface Patch {
  readonly '~patch': true;
}

/** Whether defaults fill absent values: not in the body of a PATCH. */
export type IsFilling<Without> = [Patch] extends [Without] ? false : true;

/**
 * The values of a Standard Schema in the body of a PATCH: members that are optional in the input stay optional, at the
 * top.
 */
export type SentOutput<S> = SentMembers<StandardOutput<S>, StandardInput<S>>;

/** The declared type, else what a rule implies (at start, a second opinion is refused), else `any`. */
export type KindOf<R, Custom> = [SwitchedOn<R> & TypeName] extends [never]
  ? OrAny<ImpliedKind<R, SwitchedOn<R>, Custom>>
  : SwitchedOn<R> & TypeName;

// --- internal ---

type Cleared<R, Without> = [Patch] extends [Without]
  ? FieldFormOf<R> extends 'rules'
    ? R extends { readonly required: 'present' }
      ? never
      : null
    : never
  : never;

/** `readOnly` of a JSON Schema is an annotation: the field stays. */
type Presence<R, Without> = [R] extends [Without]
  ? FieldFormOf<R> extends 'rules'
    ? 'never'
    : PresenceOf<R>
  : [Patch, IsFilled<R>] extends [Without, true]
    ? 'maybe'
    : PresenceOf<R>;

/** Whether a default may be what makes the field always there. */
type IsFilled<R> =
  FieldFormOf<R> extends 'standard'
    ? undefined extends StandardInput<R>
      ? true
      : false
    : R extends { readonly default: unknown }
      ? true
      : false;

type PresenceOf<R> = AlwaysThere<R> extends true ? 'always' : 'maybe';

type SentMembers<O, I> = [O, I] extends [Record<string, unknown>, Record<string, unknown>]
  ? Flat<
      { [Name in keyof O as Name extends OptionalIn<I> ? never : Name]: O[Name] } & {
        [Name in keyof O as Name extends OptionalIn<I> ? Name : never]?: O[Name];
      }
    >
  : O;

type OptionalIn<I> = {
  [Name in keyof I]-?: undefined extends I[Name] ? Name : Record<never, never> extends Pick<I, Name> ? Name : never;
}[keyof I];

/** Whether a rule is written and not switched off. */
type Has<R, Rule extends string> = Rule extends keyof R ? ([R[Rule]] extends [false] ? false : true) : false;

type BaseOf<R, Custom, Without> =
  Has<R, 'in'> extends true
    ? ItemOf<R, 'in'>
    : Has<R, 'enum'> extends true
      ? ItemOf<R, 'enum'>
      : R extends { readonly const: infer V }
        ? Exclude<V, null>
        : ValueOfKind<KindOf<R, Custom>, R, Custom, Without>;

/** Without null, which is blank unless the field is `nullable`, even if it is listed. */
type ItemOf<R, Rule extends string> = R extends { readonly [K in Rule]: readonly (infer V)[] }
  ? Exclude<V, null>
  : never;

type ValueOfKind<Kind, R, Custom, Without> = Kind extends 'string' | 'date'
  ? string
  : Kind extends 'int' | 'float'
    ? number
    : Kind extends 'bigint'
      ? number | string
      : Kind extends 'boolean'
        ? boolean
        : Kind extends 'array'
          ? R extends { readonly children: infer C }
            ? ValueOf<C, Custom, Exclude<Without, Patch>>[]
            : unknown[]
          : Kind extends 'object'
            ? R extends { readonly children: infer C }
              ? FieldsOf<C, Custom, Without>
              : Record<string, unknown>
            : Kind extends 'file'
              ? Record<string, unknown>
              : unknown;

type FieldsOf<C, Custom, Without> = FieldFormOf<C> extends 'rules' ? ObjectOf<C, Custom, Without> : ValueOf<C, Custom>;

type OrAny<Kind> = [Kind] extends [never] ? 'any' : Kind;

type SwitchedOn<R> = { [Rule in keyof R]-?: [R[Rule]] extends [false | undefined] ? never : Rule }[keyof R];

type ImpliedKind<R, Rule, Custom> = Rule extends keyof R
  ? Rule extends ImpliedText
    ? 'string'
    : Rule extends keyof NumberRules
      ? 'float'
      : Rule extends keyof ListRules
        ? 'array'
        : Rule extends 'notIn'
          ? KindOfItem<ItemOf<R, Rule>>
          : Rule extends keyof Custom
            ? CustomKind<Custom[Rule]>
            : never
  : never;

/** Rules that apply to strings only and therefore imply the type. */
type ImpliedText = keyof TextRules | keyof FormatRules | (keyof FieldRules & ('before' | 'after'));

type KindOfItem<Item> = [Item] extends [string]
  ? 'string'
  : [Item] extends [number]
    ? 'float'
    : [Item] extends [boolean]
      ? 'boolean'
      : never;

type CustomKind<Rule> =
  Rule extends CustomRule<string, never, infer Kind> ? ('any' extends Kind ? never : Kind) : never;
