import { type Condition, covers, type Policies, type Policy, type Relation, readFilter } from '@rest-gen/model/core';

/**
 * Find what the condition of a relation tells of fields and records that not every user may read: who sees whether a record
 * belongs to the relation, sees whether it meets the condition.
 *
 * @returns what it reads, for an error; `undefined` where everyone who reads the records may know it
 */
export function findHidden({ target, where, relations }: Relation, policies: Policies): string | undefined {
  return where && hiddenIn(readFilter(where, target, relations), target, policies);
}

/** Whether everyone may read a field of every record of a table. */
export function isOpenField(target: Target, column: string, policies: Policies): boolean {
  return unreadable({ target }, policies) === undefined && showsField(policies.get(target.name)?.policy, column);
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
      // A record that can be read is known to be not deleted.
      const isKnown = column === target.deletedAt || showsField(policies.get(target.name)?.policy, column);
      return isKnown ? undefined : `the field "${column}" of "${target.name}"`;
    }
  }
}

function unreadable({ target }: Pick<Relation, 'target'>, policies: Policies): string | undefined {
  const { read = 'nobody', always = 'everyone' } = policies.get(target.name)?.policy ?? OPEN;
  return covers(read, 'everyone') && covers(always, 'everyone') ? undefined : `records of "${target.name}"`;
}

/** Whether all who read a record may read this field of it. */
function showsField({ read = 'nobody', always = 'everyone', fields = {} }: Policy = OPEN, column: string): boolean {
  const condition = Object.hasOwn(fields, column) ? fields[column]?.read : undefined;
  return condition === undefined || covers(condition, read) || covers(condition, always);
}

/** What a table without a policy hides: nothing. */
const OPEN: Policy = { read: 'everyone' };
