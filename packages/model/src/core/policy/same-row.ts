import { expandFilter, type RawCondition } from '../expand-filter.ts';
import { splitPath } from '../find-column.ts';
import type { Relations } from '../relations.ts';
import type { Description, Filter } from '../types.ts';

/**
 * Put the filters of a decision together: what they ask of one list must hold for the same record of it, as inside of one
 * filter. `always: { 'members.user_id': 7 }` and `update: { 'members.role': 'admin' }` allow the update where user 7 is
 * an admin, not where somebody else is.
 *
 * These hold for the same record: `always`, the operation, and `fields.*.write`. Each rule of a list is put together with
 * the others separately.
 */
export function expandTogether(
  filters: readonly Filter[],
  description: Description,
  relations: Relations,
): RawCondition[] {
  const all = filters.flatMap(expandFilter).flatMap(flatten);
  if (relations.size === 0 || !all.some(({ operator }) => operator === 'or')) return all;
  const pathsOf = (conditions: readonly RawCondition[]): string[] =>
    conditions.flatMap((one) => {
      if (one.operator === 'or') return one.value.flatMap(pathsOf);
      const name = pathOf(one, description);
      return name !== undefined && relations.has(name) ? [name] : [];
    });
  const counts = new Map<string, number>();
  for (const one of all) {
    for (const name of new Set(pathsOf([one]))) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const isShared = (one: RawCondition): boolean => pathsOf([one]).some((name) => (counts.get(name) ?? 0) > 1);
  const shared = all.filter(isShared);
  if (!shared.some(({ operator }) => operator === 'or')) return all;
  return [...all.filter((one) => !isShared(one)), { operator: 'or', value: combine(shared.map(widen)) }];
}

// --- internal ---

/** What is inside of `and` belongs to the conditions beside it. */
function flatten(one: RawCondition): RawCondition[] {
  if (one.operator === 'and') return one.value.flat().flatMap(flatten);
  if (one.operator !== 'or') return [one];
  return [{ operator: 'or', value: one.value.map((part) => part.flatMap(flatten)) }];
}

/** A choice whose alternatives have no choices themselves. */
function widen(one: RawCondition): RawCondition {
  if (one.operator !== 'or') return one;
  return { operator: 'or', value: one.value.flatMap((part) => combine(part.map(widen))) };
}

/** Every combination of one alternative of each choice, with the other conditions. */
function combine(conditions: readonly RawCondition[]): RawCondition[][] {
  let combinations: RawCondition[][] = [[]];
  for (const one of conditions) {
    const alternatives = one.operator === 'or' ? one.value : [[one]];
    combinations = combinations.flatMap((before) => alternatives.map((next) => [...before, ...next]));
  }
  return combinations;
}

/** The relation that a path begins with. */
function pathOf(one: RawCondition, description: Description): string | undefined {
  return 'column' in one ? splitPath(one.column, description)?.[0] : undefined;
}
