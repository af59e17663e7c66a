import { nearest } from '@rest-gen/logic/common';
import {
  type Description,
  isPlainObject,
  type PolicyCondition,
  type PolicyRule,
  rulesOf,
  type TablePolicy,
} from '@rest-gen/model/core';
import type { Finding } from './types.ts';

/** Names in the filters of functions that are neither a column nor a relation. The start refuses those of other filters. */
export function unknownPolicyColumns({ table, policy, file }: TablePolicy, { columns }: Description): Finding[] {
  const relations = Object.keys(policy.relations ?? {});
  const known = [...columns.keys(), ...relations];
  const found = new Map<string, Finding>();
  const { always, read, create, update, delete: remove, fields = {} } = policy;
  const ofFields = Object.entries(fields).flatMap(([name, field]): [string, PolicyCondition | undefined][] => [
    [`fields.${name}.read`, field?.read],
    [`fields.${name}.write`, field?.write],
  ]);
  const places = Object.entries({ always, read, create, update, delete: remove, ...Object.fromEntries(ofFields) });
  for (const [place, condition] of places) {
    for (const name of condition === undefined ? [] : rulesOf(condition).flatMap(namesIn)) {
      const [begin = ''] = name.split('.');
      const isKnown = name === begin ? known.includes(name) : relations.includes(begin);
      if (isKnown || found.has(name)) continue;
      const meant = nearest(begin, known);
      const message = `"${place}" in the policy of "${table}" names "${name}", and the table has no such column, nor the policy such a relation: requests that it decides are answered 500`;
      const hint =
        meant === undefined ? 'Correct the name, or add the column in a migration.' : `Did you mean "${meant}"?`;
      found.set(name, { code: 'C_POLICY_COLUMN', level: 'warning', message, file, name, hint });
    }
  }
  return [...found.values()];
}

// --- internal ---

/** A function is called for a user with every member and for one without any, to see both sides of `user.isAdmin || { … }`. */
function namesIn(rule: PolicyRule): string[] {
  if (typeof rule !== 'function') return [];
  return [probe('user'), {}].flatMap((user) => {
    try {
      const filter: unknown = rule(user as never);
      return namesOf(filter);
    } catch {
      // It does more with the user than to name values: nothing is known of it.
      return [];
    }
  });
}

function namesOf(filter: unknown): string[] {
  if (!isPlainObject(filter)) return [];
  return Object.entries(filter).flatMap(([name, value]) => {
    const isList = (name === 'or' || name === 'and') && Array.isArray(value);
    return isList ? value.flatMap(namesOf) : [name];
  });
}

/** A value that has every member, can be called, and reads as its path: `user.org.id`. */
function probe(path: string): unknown {
  return new Proxy(() => undefined, {
    get(_target, name) {
      if (name === Symbol.toPrimitive || name === 'toString' || name === 'toJSON') return () => path;
      if (name === Symbol.iterator) return () => [][Symbol.iterator]();
      // Not a promise.
      return typeof name === 'symbol' || name === 'then' ? undefined : probe(`${path}.${name}`);
    },
    apply: () => probe(`${path}()`),
  });
}
