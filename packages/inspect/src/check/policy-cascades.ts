import {
  covers,
  type Description,
  type ForeignKey,
  type Policies,
  type PolicyCondition,
  rulesOf,
  type TablePolicy,
} from '@rest-gen/model/core';
import type { Finding } from './types.ts';

/**
 * Foreign keys by which the database deletes or changes records when another one is deleted, although their policy may forbid it.
 *
 * @param tables - those of the policies
 */
export function policyCascades(policies: Policies, tables: readonly Description[]): Finding[] {
  const described = new Map(tables.map((table) => [table.name, table]));
  return tables.flatMap((other) =>
    (other.foreignKeys ?? []).flatMap(({ column, table, onDelete }): Finding[] => {
      const policy = policies.get(other.name)?.policy;
      if (onDelete === undefined || policy === undefined) return [];
      const operation = onDelete === 'cascade' ? 'delete' : 'update';
      const conditions = [policy.always ?? 'everyone', policy[operation] ?? 'nobody'];
      if (operation === 'update') conditions.push(policy.fields?.[column]?.write ?? 'everyone');
      const begin = deletersOf(table).find(({ policy: { delete: remove = 'nobody' } }) =>
        conditions.some((condition) => !covers(condition, remove)),
      );
      if (begin === undefined) return [];
      const to = begin === policies.get(table) ? 'it' : `deleted records of "${table}"`;
      return [
        {
          code: 'C_POLICY_CASCADE',
          level: 'note',
          message: `deleting a record of "${begin.table}" also ${EFFECTS[onDelete](other.name, column, to)}, and the database does not ask for "${operation}" in the policy of "${other.name}"`,
          file: begin.file,
          name: 'delete',
          hint: `Declare the foreign key with \`on delete restrict\` in a migration, or restrict "delete" in the policy of "${begin.table}" to users who may do this. If it is meant so, this needs no change.`,
        },
      ];
    }),
  );

  /** The tables in which a delete also deletes records of this one: itself first, then those that it refers to with `cascade`. */
  function deletersOf(name: string, seen = new Set<string>()): TablePolicy[] {
    if (seen.has(name)) return [];
    seen.add(name);
    const own = policies.get(name);
    const table = described.get(own?.table ?? name);
    const keys = table?.foreignKeys?.filter(({ onDelete }) => onDelete === 'cascade') ?? [];
    const others = keys.flatMap((key) => deletersOf(key.table, seen));
    return own !== undefined && deletes(own, table) ? [own, ...others] : others;
  }
}

// --- internal ---

const EFFECTS: Readonly<
  Record<NonNullable<ForeignKey['onDelete']>, (table: string, column: string, to: string) => string>
> = {
  cascade: (table, column, to) => `deletes the records of "${table}" that refer to ${to} by "${column}"`,
  'set null': (table, column, to) => `sets "${column}" to null in the records of "${table}" that refer to ${to}`,
  'set default': (table, column, to) =>
    `sets "${column}" to its default in the records of "${table}" that refer to ${to}`,
};

/** A soft delete is an update: the database does not see it. */
function deletes({ policy }: TablePolicy, table: Description | undefined): boolean {
  const { always = 'everyone', delete: remove = 'nobody' } = policy;
  return !isNobody(remove) && !isNobody(always) && table?.deletedAt === undefined;
}

function isNobody(condition: PolicyCondition): boolean {
  return rulesOf(condition).every((rule) => rule === 'nobody');
}
