import type { FailedField, Failure } from '../../src/failure.ts';
import { createWordings } from '../../src/messages/create-wordings.ts';
import { writeErrors as write } from '../../src/messages/write-errors.ts';
import type { Texts } from '../../src/messages/write-message.ts';
import type { FieldError } from '../../src/refusal.ts';

/** A failure of the body field `x`. */
export function failureOf(
  rule: string,
  argument: unknown = true,
  field: Partial<FailedField> = {},
  more: Partial<Failure> = {},
): Failure {
  return {
    in: 'body',
    pointer: '/x',
    rule,
    argument,
    field: { label: ['x'], path: '/x', secret: false, message: undefined, ...field },
    ...more,
  };
}

/** Where texts come from, besides the fields themselves and the built-in tables. */
export interface TextSources extends Texts {
  /** Default: English. */
  readonly acceptLanguage?: string | undefined;
}

/** The errors of failures, and the tag of their language. */
export function writeErrors(
  failures: readonly Failure[],
  { acceptLanguage, ...texts }: TextSources = {},
): { errors: FieldError[]; language: string } {
  const wording = createWordings(texts)(acceptLanguage);
  return { errors: write(failures, wording), language: wording.tag };
}

/** The message of one failure. */
export function messageOf(failure: Failure, sources: TextSources = {}): string | undefined {
  return writeErrors([failure], sources).errors[0]?.message;
}
