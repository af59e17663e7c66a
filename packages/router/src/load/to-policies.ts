import { Policies, type TablePolicy } from '../model/policy/access.ts';
import type { Policy } from '../model/policy/define-policy.ts';
import { NO_RELATIONS } from '../model/relations.ts';
import { tableOf } from '../table-of.ts';
import type { Module } from './load-modules.ts';
import type { Refuse } from './refuse.ts';

/**
 * Check the policies of a project, by their tables.
 *
 * @param refuse - receives the error of each policy that is left out
 * @returns `undefined` where there is none
 */
export function toPolicies(modules: ReadonlyMap<string, Module>, _refuse: Refuse): Policies | undefined {
  const policies = new Map<string, TablePolicy>();
  for (const [name, { value, file }] of modules) {
    policies.set(tableOf(name), { table: tableOf(name), policy: value as Policy, file, relations: NO_RELATIONS });
  }
  return policies.size === 0 ? undefined : new Policies(policies.values());
}
