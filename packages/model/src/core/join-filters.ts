import type { Allowed } from './conditions.ts';
import type { Filter } from './types.ts';

/** Join filters into one in which all of them hold. */
export function allOf(filters: readonly Filter[]): Filter {
  const [only] = filters;
  if (only !== undefined && filters.length === 1) return only;
  const merged: Record<string, unknown> = {};
  for (const filter of filters) {
    if (!isFlat(filter)) return { and: filters };
    for (const name in filter) {
      if (name === '__proto__' || Object.hasOwn(merged, name)) return { and: filters };
      merged[name] = filter[name];
    }
  }
  return merged as Filter;
}

/** Whether a filter may be put together with others into one object: it has names of columns only. */
export function isFlat(filter: Filter): boolean {
  return Object.keys(filter).every((name) => name !== 'or' && name !== 'and' && !name.includes('.'));
}

/** Conditions that are checked already, as a part of a filter: what a policy demands. No request can contain one. */
export class Restriction {
  /** All of them must hold; `false`: nothing matches. */
  readonly conditions: Allowed;

  constructor(conditions: Allowed) {
    this.conditions = conditions;
  }

  static is(value: unknown): value is Restriction {
    return typeof value === 'object' && value !== null && RESTRICTION in value;
  }
}

/** A filter whose rows must also meet these conditions. */
export function restricted(where: Filter | undefined, conditions: Allowed): Filter {
  if (conditions !== false && conditions.length === 0) return where ?? {};
  const restriction = new Restriction(conditions) as unknown as Filter;
  return { and: where === undefined ? [restriction] : [where, restriction] };
}

// --- internal ---

// A registered symbol, so that a program can hold several copies of this package.
const RESTRICTION: unique symbol = Symbol.for('@rest-gen/router.restriction');

Object.defineProperty(Restriction.prototype, RESTRICTION, { value: true });
