import type { CustomRule } from './custom-rule.ts';
import type { Messages } from './failure.ts';
import type { Kind } from './kind.ts';
import type { JsonSchema, SectionSchema, StandardSchema } from './schemas.ts';
import type { Section } from './sections.ts';
import type { LogicContext } from './types.ts';
import type { FormatRules, ListRules, NumberRules, TextRules } from './value-rules.ts';

/**
 * A condition of `requiredIf`: another field (`state`, `author/state`, `../state`, `/state`), then the values that
 * count.
 */
export type FieldAndValues = readonly [field: string, ...values: (string | number | boolean | null)[]];

type Scalar = string | number | boolean | null;
type Types = TextRules & NumberRules & ListRules & FormatRules;

/**
 * The rules of one field, as written. `false` as an argument switches a rule off.
 *
 * @example { required: true, string: true, trim: true, length: { min: 1, max: 80 } }
 *
 * @see docs/logic-rules.md
 */
export interface FieldRules extends Types {
  /**
   * Blank (absent, `null`, `''` without `length: { min: 0 }`) is an error. `'present'` (what `partial`
   * makes of `true`): absent is fine, blank is not.
   */
  readonly required?: boolean | 'present';
  readonly requiredIf?: FieldAndValues | false;
  readonly requiredNotIf?: FieldAndValues | false;
  readonly requiredWith?: readonly string[] | false;
  readonly requiredWithAll?: readonly string[] | false;
  readonly requiredWithout?: readonly string[] | false;
  readonly requiredWithoutAll?: readonly string[] | false;
  readonly requiredWithOut?: readonly string[] | false;
  readonly requiredWithOutAll?: readonly string[] | false;
  /** Used when the field is absent (not when it is `''` or `null`); a function is called for each request. */
  readonly default?: unknown;
  /** `null` is a value. */
  readonly nullable?: boolean;
  /** Text is trimmed before any other rule. */
  readonly trim?: boolean;
  /** The name shown in messages. */
  readonly aliasName?: string;
  /** Rules of the items of an `array`; fields of an `object`; or a schema. */
  readonly children?: FieldRules | Fields | JsonSchema | StandardSchema;
  /** Replaces the default message, of all rules or by rule; `{name}` and `{args}` are filled in. */
  readonly message?: string | { readonly [rule: string]: string };
  /** Never echoed in messages, logs or documentation examples. */
  readonly secret?: boolean;
  /** The server sets it: no body of any action has the field. */
  readonly readOnly?: boolean;
  /** Set when the record is created: the bodies of `putAction` and `patchAction` do not have the field. */
  readonly createOnly?: boolean;
  /** Sent by clients and never shown to them, such as a password. */
  readonly writeOnly?: boolean;
  /**
   * The field should not be used any more: `true`, or since (or from) when; with a date, requests that have it are
   * answered with `Deprecation`.
   */
  readonly deprecated?: boolean | string | Date;
  /** For documents: what the field is, in CommonMark. */
  readonly description?: string;
  /** For documents: a value that the rules accept. */
  readonly example?: unknown;
  /** Documents do not have the field; requests may. */
  readonly hidden?: boolean;

  /** Calendar-correct ISO 8601 date or date-time; stays the text that it is. */
  readonly date?: boolean;
  readonly boolean?: boolean;
  readonly object?: boolean;
  /** An upload: an object with a name and a size in bytes. */
  readonly file?: boolean;

  readonly in?: readonly Scalar[] | false;
  readonly notIn?: readonly Scalar[] | false;
  readonly enum?: readonly unknown[] | false;
  readonly const?: unknown;
  /** Another field that must (not) have the same value: `state`, `author/state`, `../state`, `/state`. */
  readonly equals?: string | false;
  readonly different?: string | false;
  /** `true` (now), a `Date`, or an ISO 8601 text. */
  readonly before?: boolean | string | Date;
  readonly after?: boolean | string | Date;

  /** Not a rule; it lets the compiler accept custom rules in constants. `defineLogic` checks their names. */
  readonly [custom: `custom ${string}`]: unknown;
}

/**
 * Fields by name: the rules of each, or a schema in their place.
 *
 * @see docs/logic-rules.md
 */
export interface Fields {
  readonly [name: string]: FieldRules | JsonSchema | StandardSchema;
}

/**
 * Treatment of fields that are not declared: an error (`'refuse'`), or they are left out (`'strip'`).
 *
 * @see docs/logic.md
 */
export type UnknownFields = 'refuse' | 'strip';

/** The rules of a value that is the whole section: those with one of the types written as `true`. */
export type WholeRules = FieldRules & WholeValue;

/** One of the types, literally `true`: a field can never be that. */
export type WholeValue = { [Type in TypeName]: { readonly [Name in Type]: true } }[TypeName];

/** Names of the types. */
export type TypeName = Exclude<Kind, 'any'>;

/**
 * A section as it is declared: fields, or a schema.
 *
 * @see docs/logic.md
 */
export type SectionRules = Fields | SectionSchema | StandardSchema;

/**
 * The declaration of a body: like any section, or rules of the whole value.
 *
 * @see docs/logic.md
 */
export type BodyRules = SectionRules | WholeRules;

/**
 * Makes rules for a request, each time anew; what it gives is compiled once for each shape.
 *
 * `Made` lets the compiler infer literal types without `as const`. It names none of our types, because it becomes a
 * part of the type of the logic, which users may write into declarations.
 *
 * @see docs/logic-schemas.md
 */
export type LogicFunction<Rules> = <const Made extends { readonly then?: never }>(
  context: LogicContext,
) => Made | Rules | Promise<Made | Rules>;

/**
 * The sections of one action.
 *
 * @see docs/logic.md
 */
export interface ActionRules {
  readonly params?: SectionRules | LogicFunction<SectionRules>;
  readonly query?: SectionRules | LogicFunction<SectionRules>;
  readonly headers?: SectionRules | LogicFunction<SectionRules>;
  readonly body?: BodyRules | LogicFunction<BodyRules>;
  readonly files?: SectionRules | LogicFunction<SectionRules>;
  /** For every section of this action, or by section. Default: that of the logic. */
  readonly unknown?: UnknownFields | { readonly [Name in Section]?: UnknownFields };
}

/**
 * A logic file: what holds for every action, and the sections of each action by the action's name.
 *
 * @see docs/logic.md
 */
export interface Logic {
  /** Custom rules of this logic, created with `defineRule`. */
  readonly rules?: readonly CustomRule[];
  /** For every section whose fields clients name: query, body and files. Default `'refuse'`. */
  readonly unknown?: UnknownFields;
  /** Texts in place of the usual ones. */
  readonly messages?: Messages;
  /** Params of every action. */
  readonly params?: SectionRules | LogicFunction<SectionRules>;
  readonly [action: `${string}Action`]: ActionRules | LogicFunction<ActionRules>;
}
