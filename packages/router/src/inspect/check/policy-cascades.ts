import { type Description, type ForeignKey, type Policies, type PolicyCondition, rulesOf } from '@rest-gen/model/core';
import type { Finding } from './types.ts';

/**
 * Foreign keys by which the database deletes or changes records when another one is deleted, although their policy may forbid it.
 *
 * @param tables - those of the policies
 */
export function policyCascades(policies: Policies, tables: readonly Description[]): Finding[] {
  const deletedAts = new Map(tables.map(({ name, deletedAt }) => [name, deletedAt]));
  return tables.flatMap((other) =>
    (other.foreignKeys ?? []).flatMap(({ column, table, onDelete }): Finding[] => {
      const [deleting, referring] = [policies.get(table), policies.get(other.name)];
      if (onDelete === undefined || deleting === undefined || referring === undefined) return [];
      const { always = 'everyone', delete: remove = 'nobody' } = deleting.policy;
      // A soft delete is an update: the database does not see it.
      if (isNobody(remove) || isNobody(always) || deletedAts.get(deleting.table) !== undefined) return [];
      const { policy } = referring;
      const operation = onDelete === 'cascade' ? 'delete' : 'update';
      const conditions = [policy.always ?? 'everyone', policy[operation] ?? 'nobody'];
      if (operation === 'update') conditions.push(policy.fields?.[column]?.write ?? 'everyone');
      if (conditions.every((condition) => allows(condition, remove))) return [];
      return [
        {
          code: 'C_POLICY_CASCADE',
          level: 'note',
          message: `deleting a record of "${table}" also ${EFFECTS[onDelete](other.name, column)}, and the database does not ask for "${operation}" in the policy of "${other.name}"`,
          file: deleting.file,
          name: 'delete',
          hint: `Declare the foreign key with \`on delete restrict\` in a migration, or restrict "delete" in the policy of "${table}" to users who may do this. If it is meant so, this needs no change.`,
        },
      ];
    }),
  );
}

// --- internal ---

const EFFECTS: Readonly<Record<NonNullable<ForeignKey['onDelete']>, (table: string, column: string) => string>> = {
  cascade: (table, column) => `deletes the records of "${table}" that refer to it by "${column}"`,
  'set null': (table, column) => `sets "${column}" to null in the records of "${table}" that refer to it`,
  'set default': (table, column) => `sets "${column}" to its default in the records of "${table}" that refer to it`,
};

function isNobody(condition: PolicyCondition): boolean {
  return rulesOf(condition).every((rule) => rule === 'nobody');
}

/** Whether a condition certainly allows everyone whom the other one allows for some record: functions are called for users only. */
function allows(condition: PolicyCondition, other: PolicyCondition): boolean {
  const rules = rulesOf(condition);
  const needsUser = rulesOf(other).every((rule) => rule !== 'everyone' && (typeof rule !== 'object' || rule === null));
  return rules.includes('everyone') || (rules.includes('user') && needsUser);
}
