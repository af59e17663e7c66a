/** A number, or its bounds (both inclusive, each optional). */
export type Bounds = number | { readonly min?: number; readonly max?: number };

/** Bounds of a number (both inclusive, each optional). */
export type Range = { readonly min?: number; readonly max?: number };

/** `true`, `false` (off), or the options of the function of the same name in the `validator` package. */
export type Format = boolean | { readonly [option: string]: unknown };

/** A condition of `requiredIf`: the name of another field, then the values that count. */
export type FieldAndValues = readonly [field: string, ...values: (string | number | boolean | null)[]];

type Scalar = string | number | boolean | null;
type Types = TextRules & NumberRules & ListRules & FormatRules;

/**
 * The rules of one field, as written. `false` as an argument switches a rule off.
 *
 * @example { required: true, string: true, trim: true, length: { min: 1, max: 80 } }
 */
export interface FieldRules extends Types {
  /** Blank (absent, `null`, `''`) is an error. `'present'` (what `partial` makes of `true`): absent is fine, blank is not. */
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
  /** Rules of the items of an `array`; fields of an `object`. */
  readonly children?: FieldRules | Fields;
  /** Replaces the default message, of all rules or by rule; `{name}` and `{args}` are filled in. */
  readonly message?: string | { readonly [rule: string]: string };
  /** Never echoed in messages, logs or documentation examples. */
  readonly secret?: boolean;

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
  /** Name of another field of the same object that must (not) have the same value. */
  readonly equals?: string | false;
  readonly different?: string | false;
  /** `true` (now), a `Date`, or an ISO 8601 text. */
  readonly before?: boolean | string | Date;
  readonly after?: boolean | string | Date;
}

/** Fields by name. */
export interface Fields {
  readonly [name: string]: FieldRules;
}

/** The sections of one action. */
export interface ActionRules {
  readonly params?: Fields;
  readonly query?: Fields;
  readonly headers?: Fields;
  readonly body?: Fields;
  readonly files?: Fields;
}

/** A logic file: `params` for every action, and the sections of each action by the action's name. */
export interface Logic {
  readonly params?: Fields;
  readonly [action: `${string}Action`]: ActionRules;
}

interface TextRules {
  readonly string?: boolean;
  /** Characters (code points): exactly n, or from `min` to `max`. */
  readonly length?: Bounds | false;
  /** Bytes of the UTF-8 form: exactly n, or from `min` to `max`. */
  readonly byteLength?: Bounds | false;
  readonly contains?: string | false;
  readonly startWith?: string | false;
  readonly endWith?: string | false;
  readonly regexp?: RegExp | false;
  /** Source of a regular expression (flag `u`), as in JSON Schema. */
  readonly pattern?: string | false;
  /** Name of a JSON Schema format. */
  readonly format?: string | false;
}

interface NumberRules {
  readonly int?: boolean | Range;
  readonly float?: boolean | Range;
  readonly min?: number | false;
  readonly max?: number | false;
  readonly multipleOf?: number | false;
  readonly divisibleBy?: number | false;
}

interface ListRules {
  readonly array?: boolean;
  readonly minItems?: number | false;
  readonly maxItems?: number | false;
  readonly uniqueItems?: boolean;
}

interface FormatRules {
  readonly alpha?: boolean;
  readonly alphaDash?: boolean;
  readonly alphaNumeric?: boolean;
  readonly alphaNumericDash?: boolean;
  readonly ascii?: boolean;
  readonly base64?: Format;
  readonly creditCard?: Format;
  readonly currency?: Format;
  readonly dataURI?: boolean;
  readonly decimal?: Format;
  readonly email?: Format;
  readonly fqdn?: Format;
  readonly fullWidth?: boolean;
  readonly halfWidth?: boolean;
  readonly hex?: boolean;
  readonly hexColor?: boolean;
  /** A file name or an upload. */
  readonly image?: boolean;
  readonly ip?: boolean;
  readonly ip4?: boolean;
  readonly ip6?: boolean;
  readonly isbn?: boolean;
  readonly isin?: boolean;
  readonly issn?: Format;
  readonly iso8601?: Format;
  readonly lowercase?: boolean;
  readonly macAddress?: Format;
  readonly md5?: boolean;
  /** `true` is any locale; or one (`'de-DE'`). */
  readonly mobile?: boolean | string;
  readonly mongoId?: boolean;
  readonly multibyte?: boolean;
  readonly numeric?: Format;
  readonly uppercase?: boolean;
  readonly url?: Format;
  /** `true` is every version; or one (`4`). */
  readonly uuid?: boolean | number;
  readonly variableWidth?: boolean;
  /** A list of column names: `id,title`. */
  readonly field?: boolean;
  /** A list of sort keys: `-created_at,title`. */
  readonly order?: boolean;
}
