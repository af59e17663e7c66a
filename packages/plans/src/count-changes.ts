import { Access, type Change, type Policies } from '@rest-gen/model/core';
import { PLAN_TABLE } from './plan-store.ts';
import type { ChangeCount, PlanUser } from './types.ts';

/** Count records by table; those of tables of which the user may read nothing are left out. */
export function countChanges(
  changes: readonly Change[],
  policies: Policies | undefined,
  user: PlanUser,
): Record<string, ChangeCount> {
  const records = new Map<string, Map<string, ChangeName>>();
  const access = policies && new Access(policies, user);
  for (const { table, action, key, after } of changes) {
    if (OWN.has(table) || isHidden(access, table)) continue;
    const known = records.get(table) ?? new Map<string, ChangeName>();
    records.set(table, known);
    // A record that is written twice is one.
    const name = JSON.stringify(key ?? after ?? known.size, (_, one) => (typeof one === 'bigint' ? String(one) : one));
    if (!known.has(name) || action === 'delete') known.set(name, NAMES[action]);
  }
  const counted = Array.from(records, ([table, known]) => {
    const count: Record<string, number> = {};
    for (const name of known.values()) count[name] = (count[name] ?? 0) + 1;
    return [table, count] as const;
  });
  return Object.fromEntries(counted);
}

// --- internal ---

type ChangeName = keyof ChangeCount;
const NAMES = { create: 'created', update: 'updated', delete: 'deleted' } as const;
/** Tables of the framework. */
const OWN: ReadonlySet<string> = new Set(['idempotency_key', PLAN_TABLE]);

function isHidden(access: Access | undefined, table: string): boolean {
  const found = access?.find(table);
  return access !== undefined && (found === undefined || found.decide('read') === false);
}
