import type { Environment } from './environment.ts';
import type { Section } from './sections.ts';

/** One field that failed, before its message is written. */
export interface Failure {
  readonly in: Section;
  readonly pointer: string;
  readonly rule: string;
  /** Argument of the rule as written; `true` if it has no other. */
  readonly argument: unknown;
  /** The field; undefined for a key that is not declared, and for a section that a foreign schema describes. */
  readonly field: FailedField | undefined;
  /** Names of the declared fields, for an unknown key. */
  readonly names?: readonly string[] | undefined;
  /** The message of a Standard Schema or of Ajv. */
  readonly text?: string | undefined;
}

/**
 * Names of a field from the section down, `null` for the items of a list; `[]` is the section itself.
 *
 * @example ['books', null, 'title'] // the title of each book
 */
export type Label = readonly (string | null)[];

/** The parts of a field that messages use. */
export interface FailedField {
  /** Name shown in messages; a text is shown as it is, the names of a {@link Label} in the words of the language. */
  readonly label: string | Label;
  /** JSON Pointer of the declaration, `*` for the items of a list: `/tags/*\/name`. */
  readonly path: string;
  readonly secret: boolean;
  /**
   * Rules whose argument holds values of another field that is secret: `requiredIf: ['pin', 'hunter2']`. Default none.
   */
  readonly secretRules?: ReadonlySet<string> | undefined;
  readonly message: string | Readonly<Record<string, string>> | undefined;
}

/**
 * Texts of one language: by rule (`required`), or by path (`/author/email`, `/tags/*\/name`), there also by rule.
 *
 * @see docs/logic-messages.md
 */
export interface Catalogue {
  readonly [ruleOrPath: string]: string | { readonly [rule: string]: string };
}

/**
 * Catalogues by language tag (`'*'`: every language), or a function that writes the text (`undefined`: the usual one).
 *
 * @see docs/logic-messages.md
 */
export type Messages = { readonly [language: string]: Catalogue } | ((failure: MessageContext) => string | undefined);

/**
 * The argument of a function that writes messages.
 *
 * @see docs/logic-messages.md
 */
export interface MessageContext {
  readonly in: Section;
  /** JSON Pointer inside the section. */
  readonly pointer: string;
  readonly rule: string;
  /** Name of the field as messages show it. */
  readonly name: string;
  /** The argument of the rule as text in the chosen language. */
  readonly args: string;
  /** Argument of the rule; undefined for a `secret` field. */
  readonly expected: unknown;
  /** Tag of the language that was chosen. */
  readonly language: string;
  /** The usual text. */
  readonly message: string;
  /** What functions of the logic receive from the program: of a router the request, `environment.req.t('…')`. */
  readonly environment: Partial<Environment>;
}
