import type { Condition } from './conditions.ts';
import type { Filter } from './types.ts';

// A registered symbol, so that a program can hold several copies of this package.
const RESTRICTION: unique symbol = Symbol.for('@rest-gen/router.restriction');

/** Conditions that are checked already, as a part of a filter: what a policy demands. No request can contain one. */
export class Restriction {
  /** All of them must hold; `false`: nothing matches. */
  readonly conditions: readonly Condition[] | false;

  constructor(conditions: readonly Condition[] | false) {
    this.conditions = conditions;
  }

  static is(value: unknown): value is Restriction {
    return typeof value === 'object' && value !== null && RESTRICTION in value;
  }
}

/** A filter whose rows must also meet these conditions. */
export function restricted(where: Filter | undefined, conditions: readonly Condition[] | false): Filter {
  if (conditions !== false && conditions.length === 0) return where ?? {};
  const restriction = new Restriction(conditions) as unknown as Filter;
  return { and: where === undefined ? [restriction] : [where, restriction] };
}

// --- internal ---

Object.defineProperty(Restriction.prototype, RESTRICTION, { value: true });
