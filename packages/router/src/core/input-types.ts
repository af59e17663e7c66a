import type { Input, Logic } from '@rest-gen/logic';

// What a controller reads, over all actions of its logic: a method cannot know in which of them it runs. Each type distributes over `L`, so that its
// constraint inside of `class Rest<L extends Logic>` is that of the wide type, `any`.

/** The mapped parameters; those that the logic does not declare are `any`. */
export type ParamsOf<L extends Logic> = L extends unknown
  ? IsWide<L> extends true
    ? Readonly<Record<string, Any>>
    : { readonly [Name in NameIn<Sent<L>['params']>]: FieldOf<Sent<L>['params'], Name> } & Readonly<Record<string, Any>>
  : never;

/** A mapped parameter, else a query parameter of any action; `any` for a name that the logic does not declare. */
export type GetField<L extends Logic, Name extends string> = L extends unknown
  ? IsWide<L> extends true
    ? Any
    : Name extends NameIn<Sent<L>['params']>
      ? FieldOf<Sent<L>['params'], Name>
      : Name extends NameIn<Sent<L>['query']>
        ? FieldOf<Sent<L>['query'], Name>
        : Any
  : never;

/** The names of the declared parameters. */
export type GetName<L extends Logic> = L extends unknown
  ? IsWide<L> extends true
    ? never
    : NameIn<Sent<L>['params'] | Sent<L>['query']>
  : never;

/** The validated body, of any action that declares one; `any` for none. */
export type BodyOf<L extends Logic> = L extends unknown
  ? IsWide<L> extends true
    ? Any
    : [BodyAction<L>] extends [never]
      ? Any
      : Input<L, BodyAction<L>>['body']
  : never;

/** A field of the body: undefined for a name that no action declares, `any` where the names are not known. */
export type BodyField<L extends Logic, Name extends string> = L extends unknown ? KnownField<BodyOf<L>, Name> : never;

/** The names of its fields. */
export type BodyName<L extends Logic> = L extends unknown ? NameIn<BodyOf<L>> : never;

/** Any string; unlike `string` in a union, it keeps the names in it for editors. */
export type AnyName = string & Record<never, never>;

// --- internal ---

// biome-ignore lint/suspicious/noExplicitAny: a value is whatever its logic makes of it.
type Any = any;

type IsWide<L> = `${string}Action` extends keyof L ? true : false;

/** The input of the declared actions; of any one, where there are only parameters that all actions share. */
type Sent<L> = Input<L, [ActionOf<L>] extends [never] ? 'getAction' : ActionOf<L>>;

type ActionOf<L> = keyof L & `${string}Action`;

type BodyAction<L> = {
  [Action in ActionOf<L>]: 'body' extends KeyOf<Made<L[Action]>> ? Action : never;
}[ActionOf<L>];

/** What a function of an action makes. */
type Made<Action> = Action extends (...parameters: never) => infer Sections ? Awaited<Sections> : Action;

type KeyOf<Union> = Union extends unknown ? keyof Union : never;

/** The names in any of the types, without those of records with any name. */
type NameIn<Union> = Union extends unknown ? (string extends keyof Union ? never : keyof Union & string) : never;

/** The values of a name, without those of records with any name. */
type FieldOf<Union, Name> = Union extends unknown
  ? string extends keyof Union
    ? never
    : Name extends keyof Union
      ? Union[Name]
      : undefined
  : never;

/** The values of a name; `any` when one of the types may have any name. */
type KnownField<Union, Name> = Union extends unknown
  ? [unknown] extends [Union]
    ? Any
    : string extends keyof Union
      ? Any
      : Name extends keyof Union
        ? Union[Name]
        : undefined
  : never;
