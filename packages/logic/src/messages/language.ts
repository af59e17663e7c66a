import type { Label } from '../failure.ts';
import type { Section } from '../sections.ts';

/** A text with `{name}` (the field) and `{args}` (what the rule was given), or one for each case of `{args}`. */
export type Text =
  | string
  | {
      /** The argument is not shown, or secret. Default `other`. */
      readonly none?: string;
      /** Its last number is 1. Default `other`. */
      readonly one?: string;
      readonly other: string;
    };

/** One language: the text of every rule, and the phrases that fill its places. */
export interface Language {
  /** As in `Content-Language`: `en`, `zh-CN`. */
  readonly tag: string;
  /** By rule. No text shows the value that was sent. */
  readonly texts: Readonly<Record<string, Text>>;
  /** In place of a text that would show a secret, and for a rule that has no text. */
  readonly invalid: string;
  /** The word for the time that `before: true` is compared with. */
  readonly now: string;
  /** Names of whole sections. */
  readonly sections: Readonly<Record<Section, string>>;
  readonly exactly: (n: string) => string;
  readonly between: (min: string, max: string) => string;
  readonly atLeast: (min: string) => string;
  readonly atMost: (max: string) => string;
  /** The phrase for digits after the point; `range` is one of the phrases above. */
  readonly digits: (range: string) => string;
  readonly list: (items: readonly string[]) => string;
  /** The phrase for a field that has one of some values. */
  readonly is: (name: string, values: string) => string;
  /** Name of a field; `section` is what the names begin with when there is none. */
  readonly label: (names: Label, section: string) => string;
  /** Hints to a key that is not declared. */
  readonly didYouMean: (name: string) => string;
  readonly theFieldsAre: (names: string) => string;
  readonly noField: string;
  /** The separator between text and a filled placeholder: `''` or a space. Default `''`. */
  readonly space?: (left: string, right: string) => string;
}
