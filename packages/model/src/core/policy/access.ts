import { isPlainObject } from '@rest-gen/logic/common';
import type { Relations } from '../relations.ts';
import type { Row } from '../types.ts';
import { allOfDecisions, allowsEverything, conditionsOf, type Decision, decide } from './decide.ts';
import type { Operation, Policy, PolicyCondition } from './define-policy.ts';
import { noPolicy, type Policies, type TablePolicy } from './policies.ts';

/** What the policies allow one user. Everything is decided when it is asked for, and once. */
export class Access {
  readonly policies: Policies;
  /** `undefined` without a user; falsy values count as none. */
  readonly user: unknown;
  // Lists, because most requests ask for one table: a `Map` for each request stays in the memory of Node 20 until a full collection.
  readonly #tables: { readonly name: string; readonly access: TableAccess }[] = [];
  readonly #whenPersonal: (() => void) | undefined;
  #isPersonal = false;

  /** @param whenPersonal - called once, when the answer begins to be for this user alone */
  constructor(policies: Policies, user: unknown, whenPersonal?: () => void) {
    this.policies = policies;
    this.user = user || undefined;
    this.#whenPersonal = whenPersonal;
  }

  /** A policy other than `everyone` has been asked: the answer is for this user alone. */
  get isPersonal(): boolean {
    return this.#isPersonal;
  }

  markPersonal(): void {
    if (this.#isPersonal) return;
    this.#isPersonal = true;
    this.#whenPersonal?.();
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

  /** What all policies say of the user, as a value to compare: that of another user, or of another time, may be the same. */
  decisions(): unknown {
    return Array.from(this.policies, ({ table, policy }) => [
      table,
      conditionsOf(policy).map(([place, condition]) => [place, this.#decideQuietly(condition)]),
    ]);
  }

  /** A function that throws for this user allows nothing. */
  #decideQuietly(condition: PolicyCondition): Decision {
    try {
      return decide(condition, this.user);
    } catch {
      return false;
    }
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
    return this.policy.relations;
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
      if (!allowsEverything(decision)) masks.set(name, decision);
    }
    return masks;
  }

  /** The columns with `fields.*.write`: a PUT that leaves them out does not change them. */
  get ruledFields(): readonly string[] {
    return Object.keys(this.policy.policy.fields ?? {});
  }

  /**
   * What a new record has in columns that are left out: the equalities of `always` and `create`. A PUT that leaves out these columns does not change them, also
   * where the user may create nothing.
   */
  get defaults(): Row {
    const { always = 'everyone', create } = this.policy.policy;
    const decisions = [this.#decide('always', always), this.#decide('create', create)];
    const values: Row = {};
    for (const filter of decisions.flatMap((decision) => (decision === false ? [] : decision))) {
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
    if (condition !== 'everyone') this.access.markPersonal();
    const { user, policies } = this.access;
    const decision = decide(condition, user, (missing) => policies.report(this.table, place, missing));
    this.#decisions.push({ place, decision });
    return decision;
  }
}

// --- internal ---

const NO_MASKS: ReadonlyMap<string, Decision> = new Map();
