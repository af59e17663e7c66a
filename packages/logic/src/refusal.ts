import type { Section } from './sections.ts';

/**
 * One field that failed, with the first of its rules that did.
 *
 * @see docs/logic.md
 */
export interface FieldError {
  readonly in: Section;
  /** JSON Pointer (RFC 6901) inside the section, `/author/email`; `''` is the section itself. */
  readonly pointer: string;
  /**
   * Name of the rule: one of the vocabulary, or `unknown` (no such field), `repeated` (a query parameter given twice).
   */
  readonly rule: string;
  readonly message: string;
  /** Argument of the rule unless it is `true`; never that of a `secret` field. */
  readonly expected?: unknown;
}

/**
 * The content of a `ValidationError` as a value, without throwing.
 *
 * @see docs/logic-express.md
 */
export class Refusal {
  /** HTTP status: 400 when the shape of the query is wrong, else 422. */
  readonly status: 400 | 422;
  readonly code: 'E_QUERY' | 'E_VALIDATION';
  readonly errors: readonly FieldError[];
  /** Tag of the language of the messages, `en`. */
  readonly language: string;

  /**
   * @param errors - at least one; a query parameter that is unknown or repeated makes it 400, `E_QUERY`
   * @param language - of the messages. Default `en`
   */
  constructor(errors: readonly FieldError[], language = 'en') {
    const shape = errors.some(isOfShape);
    this.status = shape ? 400 : 422;
    this.code = shape ? 'E_QUERY' : 'E_VALIDATION';
    this.errors = errors;
    this.language = language;
  }
}

/** The maximum number of errors of a request, so that a long invalid list costs no more than a valid one. */
export const MOST_ERRORS = 100;

// --- internal ---

function isOfShape({ in: section, rule }: FieldError): boolean {
  return section === 'query' && (rule === 'unknown' || rule === 'repeated');
}
