import { isDeepStrictEqual } from 'node:util';
import { DataError } from '../data-error.ts';
import type { Relations } from '../relations.ts';
import { SoftDeletes } from '../soft-deletes.ts';
import type { Reference } from '../types.ts';
import type { Policy } from './define-policy.ts';

/** The policy of a table, as the router has loaded it. */
export interface TablePolicy {
  readonly table: string;
  readonly policy: Policy;
  readonly file: string | undefined;
  /** `relations` of the policy, resolved; empty until then. */
  relations: Relations;
}

/** The policies of a project by table. */
export class Policies {
  readonly #byTable = new Map<string, TablePolicy>();
  readonly #reported = new Set<string>();
  #references: ReadonlyMap<string, readonly Reference[]> = new Map();

  constructor(policies: Iterable<TablePolicy> = []) {
    for (const one of policies) this.#byTable.set(one.table, one);
  }

  get size(): number {
    return this.#byTable.size;
  }

  [Symbol.iterator](): IterableIterator<TablePolicy> {
    return this.#byTable.values();
  }

  /** Some databases do not distinguish `User` from `user`: a table without a policy must not be the other way to spell one that has it. */
  get(table: string): TablePolicy | undefined {
    const exact = this.#byTable.get(table);
    if (exact !== undefined) return exact;
    const lower = table.toLowerCase();
    return [...this.#byTable.values()].find((one) => one.table.toLowerCase() === lower);
  }

  /** The references of a table that relations declare, whether or not the store has a foreign key for them. */
  referencesOf(table: string): readonly Reference[] {
    return this.#references.get(table.toLowerCase()) ?? [];
  }

  /** @param references - by table, in lower case */
  setReferences(references: ReadonlyMap<string, readonly Reference[]>): void {
    this.#references = references;
  }

  /** A function has given no value: once for each place, so that requests cannot fill the log. */
  report(table: string, operation: string, missing: string): void {
    const place = `${table} ${operation} ${missing}`;
    if (this.#reported.has(place)) return;
    this.#reported.add(place);
    const what = missing === '' ? 'no filter' : `no value for "${missing}"`;
    process.emitWarning(`The policy of "${table}" denies "${operation}" to a user: its function has given ${what}.`, {
      code: 'E_POLICY',
      type: 'PolicyWarning',
    });
  }
}

export function noPolicy(table: string): DataError {
  return new DataError('no_policy', `The table "${table}" has no policy, and others have one`, {
    hint: `Write src/policy/${table}: export default definePolicy({ … }), or definePolicy('everyone'); or ask this.model('${table}').unrestricted().`,
  });
}

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
