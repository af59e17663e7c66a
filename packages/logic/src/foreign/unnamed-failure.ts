import { toPointer } from '../to-pointer.ts';
import type { Failure } from '../types.ts';
import type { ForeignPlace } from './foreign-check.ts';
import type { NamedMembers } from './named-members.ts';

/** The failure of a member that a schema does not name. */
export function unnamedFailure(
  name: string,
  { names }: NamedMembers,
  at: Pick<ForeignPlace, 'in' | 'pointer'>,
): Failure {
  const pointer = at.pointer + toPointer([name]);
  return { in: at.in, pointer, field: undefined, rule: 'unknown', argument: true, names };
}
