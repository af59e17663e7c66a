/** A number, or its bounds (both inclusive, each optional). */
export type Bounds = number | { readonly min?: number; readonly max?: number };

/** Bounds of a number (both inclusive, each optional). */
export type Range = { readonly min?: number; readonly max?: number };

/** `true`, `false` (off), or the options of the function of the same name in the `validator` package. */
export type Format = boolean | { readonly [option: string]: unknown };

/** Rules on text. */
export interface TextRules {
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

/** Rules on numbers. */
export interface NumberRules {
  readonly int?: boolean | Range;
  /** A whole number of 64 bits, as a number or, past 2^53, as text. */
  readonly bigint?: boolean | Range;
  readonly float?: boolean | Range;
  readonly min?: number | false;
  readonly max?: number | false;
  readonly multipleOf?: number | false;
  readonly divisibleBy?: number | false;
}

/** Rules on lists. */
export interface ListRules {
  readonly array?: boolean;
  readonly minItems?: number | false;
  readonly maxItems?: number | false;
  readonly uniqueItems?: boolean;
}

/** Formats of text, by name. */
export interface FormatRules {
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
