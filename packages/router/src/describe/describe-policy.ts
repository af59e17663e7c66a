import {
  Access,
  type FieldNames,
  OPERATIONS,
  type Operation,
  type Policies,
  type PolicyCondition,
  rulesOf,
} from '@rest-gen/model/core';
import type { PolicyDescription } from './contracts/description.ts';

/**
 * Describe what clients can notice of the policy of a table; `undefined` where it has none.
 *
 * @param names - of the fields, in a class with names of its own
 */
export function describePolicy(
  policies: Policies | undefined,
  table: string,
  names: FieldNames | undefined,
): PolicyDescription | undefined {
  const found = policies?.get(table);
  if (policies === undefined || found === undefined) return undefined;
  const { always = 'everyone', fields = {}, ...conditions } = found.policy;
  const guest = new Access(policies, undefined).table(table);
  const isRuled = Object.values(fields).some((field) => !isOpen(field?.write ?? 'everyone'));
  const refuses = (operation: Operation): boolean => {
    const isField = isRuled && (operation === 'create' || operation === 'update');
    return isField || !isOpen(always) || !isOpen(conditions[operation]);
  };
  return {
    needsUser: OPERATIONS.filter((operation) => guest.decide(operation) === false),
    refuses: OPERATIONS.filter(refuses),
    masked: Object.entries(fields).flatMap(([name, field]) =>
      isOpen(field?.read ?? 'everyone') ? [] : [names?.shown(name) ?? name],
    ),
    sets: readDefaults(policies, table).map((name) => names?.shown(name) ?? name),
  };
}

// --- internal ---

function isOpen(condition: PolicyCondition | undefined): boolean {
  return condition !== undefined && rulesOf(condition).includes('everyone');
}

/** The columns that the policy sets for a user who has a value in every member: functions of a policy read their user and do nothing else. */
function readDefaults(policies: Policies, table: string): string[] {
  try {
    return Object.keys(new Access(policies, ANY_USER).table(table).defaults);
  } catch {
    return [];
  }
}

/** Its members are numbers, so that a condition that asks for something else fails and sets nothing. */
const ANY_USER = new Proxy({}, { get: () => 1 });
