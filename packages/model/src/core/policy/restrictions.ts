import { isDeepStrictEqual } from 'node:util';
import { SoftDeletes } from '../soft-deletes.ts';
import type { Policies } from './policies.ts';

/** What a router says of the models that it serves, and `models.as(user)` keeps to. */
export interface Restrictions {
  /** `undefined` in a project without policies. */
  readonly policies: Policies | undefined;
  readonly softDeletes: SoftDeletes;
}

/** Models that keep what the routers say of them. */
export interface Restrictable {
  /**
   * Called by a router when it starts.
   *
   * @returns why it cannot serve these models: another router does, with other policies
   */
  restrict(restrictions: Restrictions): string | undefined;
}

/** Tell models what a router says of them, where they keep it. @returns why it cannot serve them */
export function restrictModels(models: object, restrictions: Restrictions): string | undefined {
  return (models as Partial<Restrictable>).restrict?.(restrictions);
}

/**
 * What holds for models when one more router serves them: it can add soft-deleted tables, and change no policy.
 *
 * @returns why both cannot serve the same models, where that is so
 */
export function joinRestrictions(before: Restrictions | undefined, added: Restrictions): Restrictions | string {
  if (before === undefined) return added;
  const table = findDifference([...(before.policies ?? [])], [...(added.policies ?? [])]);
  if (table !== undefined) return `the policies of the table "${table}" differ`;
  const { policies, softDeletes } = before;
  const moved = [...added.softDeletes].find(([name, column]) => (softDeletes.columnOf(name) ?? column) !== column);
  if (moved !== undefined) return `the columns of static softDelete of the table "${moved[0]}" differ`;
  return { policies, softDeletes: new SoftDeletes([...softDeletes, ...added.softDeletes]) };
}

// --- internal ---

type Listed = { readonly table: string; readonly policy: unknown };

/** The first table that has another policy in one list than in the other, or none there. */
function findDifference(before: readonly Listed[], added: readonly Listed[]): string | undefined {
  const differs = (these: readonly Listed[], those: readonly Listed[]): string | undefined =>
    these.find(({ table, policy }) => !isDeepStrictEqual(those.find((one) => one.table === table)?.policy, policy))
      ?.table;
  return differs(before, added) ?? differs(added, before);
}
