import { type FieldError, Refusal } from './refusal.ts';
import type { Section } from './sections.ts';
import { listFirst, shorten } from './shorten.ts';

/**
 * A refused request as a problem document (RFC 9457), for `application/problem+json`.
 *
 * @see docs/logic.md
 */
export interface ValidationProblem {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: 400 | 422;
  readonly detail: string;
  readonly code: 'E_QUERY' | 'E_VALIDATION';
  readonly errors: readonly FieldError[];
}

/**
 * A request that its logic refuses; `errors` lists every failing field.
 *
 * @see docs/logic.md
 */
export class ValidationError extends Error {
  override readonly name = 'ValidationError';
  /** HTTP status: 400 when the shape of the query is wrong, else 422. */
  readonly status: 400 | 422;
  readonly code: 'E_QUERY' | 'E_VALIDATION';
  /** By the convention of `http-errors`: the message may be shown to clients. */
  readonly expose = true;
  readonly errors: readonly FieldError[];
  /** Tag of the language of the messages, `en`. */
  readonly language: string;

  /**
   * @param errors - at least one; a query parameter that is unknown or repeated makes it 400, `E_QUERY`
   * @param language - of the messages. Default `en`
   */
  constructor(errors: readonly FieldError[], language = 'en') {
    super(summarize(errors));
    const { status, code } = new Refusal(errors);
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.language = language;
  }

  /**
   * The error as a problem document:
   * `res.status(error.status).type('application/problem+json').send(error.toProblem())`.
   */
  toProblem(): ValidationProblem {
    const { status, code, errors } = this;
    const title = status === 400 ? 'Bad Request' : 'Unprocessable Entity';
    const detail = listFirst(errors.map(({ message }) => message));
    return { type: 'about:blank', title, status, detail, code, errors };
  }
}

/**
 * Why a logic file is refused at start.
 *
 * - `E_LOGIC_SHAPE`: something is not an object where one is needed
 * - `E_LOGIC_ACTION`: a key that is neither the name of an action nor `params`, `rules`, `unknown` or `messages`; an
 *   action that the controller does not have
 * - `E_LOGIC_SECTION`: a section that does not exist
 * - `E_LOGIC_FIELD`: a field name that cannot be used, or a reference to an undeclared field
 * - `E_LOGIC_RULE`: a rule that does not exist
 * - `E_LOGIC_TYPE`: two types, or a rule that does not work on the type
 * - `E_LOGIC_ARGUMENT`: an argument that the rule cannot use
 * - `E_LOGIC_CHILDREN`: children without a container, or of the wrong form
 * - `E_LOGIC_REGEXP`: a regular expression that can hang
 * - `E_LOGIC_SCHEMA`: a JSON Schema or Standard Schema that cannot be used
 * - `E_LOGIC_DEFAULT`: a default that fails the rules of its own field
 *
 * @see docs/errors-start.md
 */
export type LogicErrorCode =
  | 'E_LOGIC_SHAPE'
  | 'E_LOGIC_ACTION'
  | 'E_LOGIC_SECTION'
  | 'E_LOGIC_FIELD'
  | 'E_LOGIC_RULE'
  | 'E_LOGIC_TYPE'
  | 'E_LOGIC_ARGUMENT'
  | 'E_LOGIC_CHILDREN'
  | 'E_LOGIC_REGEXP'
  | 'E_LOGIC_SCHEMA'
  | 'E_LOGIC_DEFAULT';

/**
 * Where in a logic file something is wrong.
 *
 * @see docs/errors-start.md
 */
export interface Place {
  /** Path of the file; undefined for a logic that was passed as an object. */
  readonly file?: string | undefined;
  readonly action?: string | undefined;
  readonly section?: Section | undefined;
  /** Names of the fields from the section down; `[]` for the items of a list: `['tags', '[]']`. */
  readonly field?: readonly string[] | undefined;
  readonly rule?: string | undefined;
}

/**
 * A logic file that cannot be used, found at start; the message names the place and the fix.
 *
 * @see docs/errors-start.md
 */
export class LogicError extends Error {
  override readonly name = 'LogicError';
  readonly code: LogicErrorCode;
  readonly file: string | undefined;
  readonly action: string | undefined;
  readonly section: Section | undefined;
  /** Path of the field, `author.email`, or undefined when it is not about one. */
  readonly field: string | undefined;
  readonly rule: string | undefined;

  /**
   * @param code - see `LogicErrorCode`
   * @param place - where
   * @param problem - what is wrong and the fix, one sentence after the place
   */
  constructor(code: LogicErrorCode, place: Place, problem: string) {
    const field = place.field?.length ? place.field.join('.').replaceAll('.[]', '[]') : undefined;
    const path = [place.action, place.section, field].filter((part) => part !== undefined).join('.');
    super(`${[place.file ?? 'logic', path].filter((part) => part !== '').join(': ')}: ${problem}`);
    this.code = code;
    this.file = place.file;
    this.action = place.action;
    this.section = place.section;
    this.field = field;
    this.rule = place.rule;
  }
}

// --- internal ---

/** Longest part of a pointer in that message: a client chooses the names of unknown fields. */
const LONGEST_POINTER = 100;

function summarize(errors: readonly FieldError[]): string {
  return listFirst(errors.map((error) => `${error.in}${shorten(error.pointer, LONGEST_POINTER)}: ${error.message}`));
}
