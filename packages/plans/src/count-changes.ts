import { Access, type Change, type Policies } from '@rest-gen/model/core';
import { PLAN_TABLE } from './plan-store.ts';
import type { ChangeCount, PlanUser } from './types.ts';

/** Count the changes of records by table; those of tables of which the user may read nothing are left out. */
export function countChanges(
  changes: readonly Change[],
  policies: Policies | undefined,
  user: PlanUser,
): Record<string, ChangeCount> {
  const counts: Record<string, Record<string, number>> = {};
  const access = policies && new Access(policies, user);
  for (const { table, action } of changes) {
    if (OWN.has(table) || isHidden(access, table)) continue;
    counts[table] ??= {};
    counts[table][NAMES[action]] = (counts[table][NAMES[action]] ?? 0) + 1;
  }
  return counts;
}

// --- internal ---

const NAMES = { create: 'created', update: 'updated', delete: 'deleted' } as const;
/** Tables of the framework. */
const OWN: ReadonlySet<string> = new Set(['idempotency_key', PLAN_TABLE]);

function isHidden(access: Access | undefined, table: string): boolean {
  const found = access?.find(table);
  return access !== undefined && (found === undefined || found.decide('read') === false);
}
