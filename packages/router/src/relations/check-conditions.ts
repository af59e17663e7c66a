import {
  type Condition,
  type Filter,
  type Policies,
  type PolicyCondition,
  type Relation,
  readFilter,
} from '@rest-gen/model/core';

/**
 * Find what the condition of a relation tells of fields and records that not every user may read: who sees whether a record
 * belongs to the relation, sees whether it meets the condition.
 *
 * @returns what it reads, for an error; `undefined` where everyone who reads the records may know it
 */
export function findHidden({ target, where, relations }: Relation, policies: Policies): string | undefined {
  if (where === undefined) return undefined;
  return hiddenIn(readFilter(where as Filter, target, relations), target, policies);
}

// --- internal ---

type Target = Relation['target'];

function hiddenIn(list: readonly Condition[], target: Target, policies: Policies): string | undefined {
  for (const condition of list) {
    const hidden = hiddenOf(condition, target, policies);
    if (hidden !== undefined) return hidden;
  }
  return undefined;
}

function hiddenOf(condition: Condition, target: Target, policies: Policies): string | undefined {
  switch (condition.operator) {
    case 'or':
      return hiddenIn(condition.value.flat(), target, policies);
    case 'some':
    case 'none':
    case 'every': {
      const { relation, value } = condition;
      return unreadable(relation, policies) ?? hiddenIn(value, relation.target, policies);
    }
    default: {
      const { counted, column } = condition;
      if (counted !== undefined) return unreadable(counted, policies);
      // That a record is not deleted is known of every record that can be read.
      const field = fieldOf(policies, target.name, column);
      const isRuled =
        column !== target.deletedAt && isRestricted(field) && !(isForUsers(field) && needsUser(policies, target));
      return isRuled ? `the field "${column}" of "${target.name}"` : undefined;
    }
  }
}

function unreadable({ target }: Relation, policies: Policies): string | undefined {
  const { read, always = 'everyone' } = policies.get(target.name)?.policy ?? { read: 'everyone' };
  return isRestricted(read ?? 'nobody') || isRestricted(always) ? `records of "${target.name}"` : undefined;
}

function fieldOf(policies: Policies, table: string, column: string): PolicyCondition {
  const { fields = {} } = policies.get(table)?.policy ?? {};
  return (Object.hasOwn(fields, column) ? fields[column]?.read : undefined) ?? 'everyone';
}

/** Every user may read it. */
function isForUsers(condition: PolicyCondition): boolean {
  return [condition].flat().includes('user');
}

/** Nobody reads a record without being a user. */
function needsUser(policies: Policies, { name }: Target): boolean {
  const { read = 'nobody', always = 'everyone' } = policies.get(name)?.policy ?? { read: 'everyone' };
  return [read, always].some((one) =>
    [one].flat().every((rule) => typeof rule === 'function' || rule === 'user' || rule === 'nobody'),
  );
}

function isRestricted(condition: PolicyCondition): boolean {
  return ![condition].flat().includes('everyone');
}
