import type { ActionRules, FieldRules, Logic } from '../field-rules.ts';
import type { Mistake, Takes } from '../mistake.ts';
import type { JsonSchema, SectionSchema } from '../schemas.ts';
import type { Section } from '../sections.ts';
import type { AnyFunction, ArgumentOf, CustomRules, FieldFormOf, FormOf, Made } from './form.ts';
import type { KindOf } from './value-of.ts';

/**
 * The type that `defineLogic` requires: an unknown rule, section or action gets a type with an error message.
 *
 * Types as wide as `Logic` are accepted: the compiler tries that one before it knows
 * what the functions of a logic make.
 */
export type CheckedLogic<L> = `${string}Action` extends keyof L ? unknown : CheckedKeys<L>;

// --- internal ---

type CheckedKeys<L> = {
  readonly [Key in keyof L]: Key extends `${string}Action`
    ? CheckedAction<L[Key], CustomRules<L>>
    : Key extends 'params'
      ? CheckedSection<L[Key], CustomRules<L>, Key>
      : Key extends keyof Logic
        ? CheckedArgument<L[Key], Logic[Key]>
        : Mistake<`"${Key & string}" is not the name of an action`>;
};

type CheckedArgument<Given, Wanted> = [Given] extends [Wanted] ? unknown : Takes<Exclude<Wanted, undefined>>;

type CheckedAction<S, Custom> = S extends AnyFunction
  ? CheckedMaker<S, CheckedSections<Made<S>, Custom>>
  : S extends object
    ? CheckedSections<S, Custom>
    : Mistake<'an action is an object of sections'>;

/** Unknown for a correct function: any other type would hide the type of its parameter from the editor. */
type CheckedMaker<F, Rules> = [Made<F>] extends [Rules] ? unknown : (...parameters: never) => Rules | Promise<Rules>;

type CheckedSections<S, Custom> = {
  readonly [Key in keyof S]: Key extends Section
    ? CheckedSection<S[Key], Custom, Key>
    : Key extends keyof ActionRules
      ? CheckedArgument<S[Key], ActionRules[Key]>
      : Mistake<`"${Key & string}" is not the name of a section`>;
};

type CheckedSection<F, Custom, Name> = string extends keyof F
  ? unknown
  : F extends object
    ? {
        standard: F;
        function: CheckedMaker<F, CheckedSection<Made<F>, Custom, Name>>;
        value: Name extends 'body' ? CheckedRules<F, Custom> : Mistake<'rules of a whole value are for the body'>;
        schema: SectionSchema;
        fields: CheckedFields<F, Custom>;
      }[FormOf<F>]
    : Mistake<'a section is an object of fields'>;

type CheckedFields<F, Custom> = { readonly [Name in keyof F]: CheckedField<F[Name], Custom> };

type CheckedField<R, Custom> =
  IsWide<R> extends true
    ? unknown
    : R extends object
      ? {
          standard: R;
          schema: JsonSchema;
          rules: CheckedRules<R, Custom>;
        }[FieldFormOf<R>]
      : Mistake<'a field is an object of rules'>;

/** Whether nothing is known of rules but that they are some. */
type IsWide<R> = `custom ${string}` extends keyof R ? true : false;

type CheckedRules<R, Custom> = {
  readonly [Rule in keyof R]: Rule extends 'children'
    ? CheckedChildren<R[Rule], KindOf<R, Custom>, Custom>
    : Rule extends keyof FieldRules
      ? CheckedArgument<R[Rule], FieldRules[Rule]>
      : Rule extends keyof Custom
        ? CheckedArgument<R[Rule], ArgumentOf<Custom[Rule]> | false>
        : Mistake<`"${Rule & string}" is not the name of a rule`>;
};

/** A kind that is not known for certain leaves the question to the start. */
type CheckedChildren<C, Kind, Custom> = [Kind] extends ['object']
  ? CheckedMembers<C, Custom>
  : [Kind] extends ['array']
    ? CheckedItems<C, Custom>
    : Extract<Kind, 'array' | 'object'> extends never
      ? Mistake<'children need array: true or object: true'>
      : unknown;

type CheckedMembers<C, Custom> = string extends keyof C
  ? unknown
  : C extends object
    ? FieldFormOf<C> extends 'rules'
      ? CheckedFields<C, Custom>
      : CheckedField<C, Custom>
    : Mistake<'children are an object'>;

type CheckedItems<C, Custom> =
  LooksLikeFields<C, keyof FieldRules | keyof Custom> extends true
    ? Mistake<'children of an array must be the rules of its items: children: { object: true, children: { … } }'>
    : CheckedField<C, Custom>;

/** As at run time: there are names, none is that of a rule, and each has an object. */
type LooksLikeFields<C, Rule> = [keyof C] extends [never]
  ? false
  : [FieldFormOf<C>, C[keyof C], Extract<keyof C, Rule>] extends ['rules', object, never]
    ? true
    : false;
