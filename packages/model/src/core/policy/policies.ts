import { DataError } from '../data-error.ts';
import type { Relations } from '../relations.ts';
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
