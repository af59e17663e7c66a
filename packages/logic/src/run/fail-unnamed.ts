import { isNamed, type NamedMembers } from '../foreign/named-members.ts';
import { unnamedFailure } from '../foreign/unnamed-failure.ts';
import { MOST_ERRORS } from '../limits.ts';
import { isPlainObject } from '../rules/arguments.ts';
import type { Failure } from '../types.ts';

/**
 * Refuse members of a body that its schema does not name, even if the schema accepts them.
 *
 * @param members - what the schema names; `undefined` refuses none
 */
export function failUnnamed(body: unknown, members: NamedMembers | undefined, failures: Failure[]): void {
  if (members === undefined || !isPlainObject(body)) return;
  for (const name of Object.keys(body)) {
    if (failures.length >= MOST_ERRORS) return;
    if (isNamed(name, members) !== false) continue;
    failures.push(unnamedFailure(name, members, { in: 'body', pointer: '' }));
  }
}
