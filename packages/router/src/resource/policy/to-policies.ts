import { NO_RELATIONS, Policies, type Policy, type TablePolicy } from '@rest-gen/model/core';
import { StartError } from '../../core/errors.ts';
import type { Module } from '../../core/load/load-modules.ts';
import { attempt, type Refuse } from '../../core/load/refuse.ts';
import { showPath } from '../../core/load/show-path.ts';
import { tableOf } from '../contracts/table-of.ts';
import { checkPolicy } from './check-policy.ts';

/**
 * Check the policies of a project; whether they fit their tables is seen when the store is asked.
 *
 * @param refuse - receives the error `E_POLICY_EXPORT` of each policy that is left out
 * @returns by table; `undefined` where there is none
 */
export function toPolicies(modules: ReadonlyMap<string, Module>, refuse: Refuse): Policies | undefined {
  const policies = new Map<string, TablePolicy>();
  for (const [name, module] of modules) attempt(refuse, () => addPolicy(policies, name, module));
  return policies.size === 0 ? undefined : new Policies(policies.values());
}

// --- internal ---

function addPolicy(policies: Map<string, TablePolicy>, name: string, { value, file }: Module): void {
  const table = tableOf(name);
  if (name.includes('/')) {
    throw new StartError('E_POLICY_EXPORT', `the policy "${name}" is in a directory of its own`, {
      file,
      hint: `A table has one policy, for all versions: move it to policy/${table}.`,
    });
  }
  const other = policies.get(table);
  if (other !== undefined) {
    throw new StartError('E_POLICY_EXPORT', `the table "${table}" has two policies`, {
      file,
      hint: other.file === undefined ? 'Take one of them out.' : `Take this file out, or ${showPath(other.file)}.`,
    });
  }
  checkPolicy(value, `the policy "${name}"`, file);
  policies.set(table, { table, policy: value as Policy, file, relations: NO_RELATIONS });
}
