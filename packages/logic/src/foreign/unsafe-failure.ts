import type { JsonCopy } from '../rules/copy-json.ts';
import { toPointer } from '../to-pointer.ts';
import type { Failure } from '../types.ts';
import type { ForeignPlace } from './foreign-check.ts';

/** The failure of a value that cannot be copied. */
export function unsafeFailure(refused: Extract<JsonCopy, { path: unknown }>, at: ForeignPlace): Failure {
  return {
    in: at.in,
    pointer: at.pointer + toPointer(refused.path),
    rule: 'unsafe',
    argument: true,
    field: at.field,
    text: refused.problem,
  };
}
