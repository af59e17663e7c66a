import { type TextSources, writeErrors } from '../../src/messages/write-errors.ts';
import type { FailedField, Failure } from '../../src/types.ts';

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

/** The message of one failure. */
export function messageOf(failure: Failure, sources: TextSources = {}): string | undefined {
  return writeErrors([failure], sources).errors[0]?.message;
}
