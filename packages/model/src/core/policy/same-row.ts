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
 * the others by itself.
 */
export function expandTogether(
  filters: readonly Filter[],
  description: Description,
  relations: Relations,
): RawCondition[] {
  const all = filters.flatMap(expandFilter);
  const choices = all.filter((one): one is Choice => one.operator === 'or');
  if (choices.length === 0 || relations.size === 0) return all;
  const listsOf = (conditions: readonly RawCondition[]): string[] =>
    conditions.flatMap((one) => {
      if (one.operator === 'or') return one.value.flatMap(listsOf);
      const name = pathOf(one, description);
      return name !== undefined && relations.get(name)?.kind === 'many' ? [name] : [];
    });
  const counts = new Map<string, number>();
  for (const one of all) for (const name of new Set(listsOf([one]))) counts.set(name, (counts.get(name) ?? 0) + 1);
  const isShared = (one: RawCondition): boolean => listsOf([one]).some((name) => (counts.get(name) ?? 0) > 1);
  const shared = all.filter(isShared);
  if (!shared.some(({ operator }) => operator === 'or')) return all;
  return [...all.filter((one) => !isShared(one)), { operator: 'or', value: combine(shared) }];
}

// --- internal ---

type Choice = Extract<RawCondition, { readonly operator: 'or' }>;

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
