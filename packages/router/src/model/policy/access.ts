import { DataError } from '../data-error.ts';
import { isPlainObject } from '../is-plain-object.ts';
import { NO_RELATIONS, type Relations } from '../relations.ts';
import type { Row } from '../types.ts';
import { allOfDecisions, type Decision, decide } from './decide.ts';
import type { Operation, Policy } from './define-policy.ts';

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

/** What the policies allow one user. Everything is decided when it is asked for, and once. */
export class Access {
  readonly policies: Policies;
  /** `undefined` for a request without one. */
  readonly user: unknown;
  // Lists, because most requests ask for one table: a `Map` for each request stays in the memory of Node 20 until a full collection.
  readonly #tables: { readonly name: string; readonly access: TableAccess }[] = [];
  /** A policy other than `everyone` has been asked: the answer is for this user alone. */
  isPersonal = false;

  constructor(policies: Policies, user: unknown) {
    this.policies = policies;
    this.user = user ?? undefined;
  }

  /** @throws {DataError} `no_policy` */
  table(name: string): TableAccess {
    const known = this.#tables.find((one) => one.name === name);
    if (known !== undefined) return known.access;
    const policy = this.policies.get(name);
    if (policy === undefined) throw noPolicy(name);
    const access = new TableAccess(policy, this);
    this.#tables.push({ name, access });
    return access;
  }

  /** @returns `undefined` for a table without a policy */
  find(name: string): TableAccess | undefined {
    return this.policies.get(name) && this.table(name);
  }
}

/** What the policy of one table allows one user. */
export class TableAccess {
  readonly policy: TablePolicy;
  readonly access: Access;
  readonly #decisions: { readonly place: string; readonly decision: Decision }[] = [];

  constructor(policy: TablePolicy, access: Access) {
    this.policy = policy;
    this.access = access;
  }

  get table(): string {
    return this.policy.table;
  }

  get relations(): Relations {
    return this.policy.relations ?? NO_RELATIONS;
  }

  /**
   * What the user may do with the records, as filters that name columns and `relations`.
   *
   * @param fields - of a write: the columns that it names, which can have conditions of their own
   */
  decide(operation: Operation, fields: readonly string[] = []): Decision {
    const { always, fields: ruled = {} } = this.policy.policy;
    const decided = this.#decide(operation, this.policy.policy[operation]);
    if (always === undefined && fields.length === 0) return decided;
    const decisions = [
      this.#decide('always', always ?? 'everyone'),
      decided,
      ...fields.map((name) => {
        const write = Object.hasOwn(ruled, name) ? ruled[name]?.write : undefined;
        return write === undefined ? [] : this.#decide(`fields.${name}.write`, write);
      }),
    ];
    return allOfDecisions(...decisions);
  }

  /** The columns whose reading has a condition of its own, and what it says; without those that the user may read in every record. */
  readMasks(): ReadonlyMap<string, Decision> {
    const { fields } = this.policy.policy;
    if (fields === undefined) return NO_MASKS;
    const masks = new Map<string, Decision>();
    for (const [name, field] of Object.entries(fields)) {
      if (field?.read === undefined) continue;
      const decision = this.#decide(`fields.${name}.read`, field.read);
      if (decision === false || decision.length > 0) masks.set(name, decision);
    }
    return masks;
  }

  /** The columns with `fields.*.write`: a PUT that leaves them out does not change them. */
  get ruledFields(): readonly string[] {
    return Object.keys(this.policy.policy.fields ?? {});
  }

  /** What a new record has in columns that are left out: the equalities of `always` and `create`. */
  get defaults(): Row {
    const decision = this.decide('create');
    const values: Row = {};
    for (const filter of decision === false ? [] : decision) {
      for (const [name, condition] of Object.entries(filter)) {
        const value = isPlainObject(condition) ? (condition as { eq?: unknown }).eq : condition;
        const isValue = value !== undefined && value !== null && !isPlainObject(value) && !Array.isArray(value);
        if (isValue && !name.includes('.') && !Object.hasOwn(values, name)) values[name] = value;
      }
    }
    return values;
  }

  #decide(place: string, condition: Policy['read']): Decision {
    const known = this.#decisions.find((one) => one.place === place);
    if (known !== undefined) return known.decision;
    if (condition !== 'everyone') this.access.isPersonal = true;
    const { user, policies } = this.access;
    const decision = decide(condition, user, (missing) => policies.report(this.table, place, missing));
    this.#decisions.push({ place, decision });
    return decision;
  }
}

/** Why a policy does not allow something. */
export interface Refusal {
  readonly table: string;
  readonly operation: Operation;
  /** The keys of the records that it is about, where they are known. */
  readonly ids: readonly unknown[];
  /** What was to be written. */
  readonly values: Row | undefined;
}

/** A write, or a read without a user, that a policy does not allow. */
export class PolicyError extends DataError {
  declare readonly refusal: Refusal;

  constructor(
    access: TableAccess,
    operation: Operation,
    details: Partial<Pick<Refusal, 'ids' | 'values'>> & { index?: number } = {},
  ) {
    const { table } = access;
    const { index, ids = [], values } = details;
    const needsUser = access.access.user === undefined && access.decide(operation) === false;
    super(
      needsUser ? 'unauthorized' : 'forbidden',
      needsUser
        ? `The policy of "${table}" needs a user to ${operation}`
        : `The policy of "${table}" does not allow to ${operation} this record`,
      { ...(index !== undefined && { index }) },
    );
    // Not enumerable: whatever prints the error leaves the values out.
    Object.defineProperty(this, 'refusal', { value: { table, operation, ids, values } satisfies Refusal });
  }
}

/** What a policy has refused; `undefined` for every other error. */
export function refusalOf(error: unknown): Refusal | undefined {
  return (error as Partial<PolicyError> | undefined)?.refusal;
}

/** Remember the policies of the models that a router serves, for `models.as(user)`. */
export function setPolicies(models: object, policies: Policies | undefined): void {
  known.set(models, policies);
}

/** @returns `undefined` where a router serves the models without policies, `null` where none does yet */
export function policiesOf(models: object): Policies | undefined | null {
  return known.has(models) ? known.get(models) : null;
}

// --- internal ---

const NO_MASKS: ReadonlyMap<string, Decision> = new Map();
const known = new WeakMap<object, Policies | undefined>();

function noPolicy(table: string): DataError {
  return new DataError('no_policy', `The table "${table}" has no policy, and others have one`, {
    hint: `Write src/policy/${table}: export default definePolicy({ … }), or definePolicy('everyone'); or ask this.model('${table}').unrestricted().`,
  });
}
