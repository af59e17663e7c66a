import type { RelationDescription } from '../../contracts/description.ts';
import type { Policies } from '../../model/policy/policies.ts';
import type { Relations } from '../../model/relations.ts';
import type { Column } from '../../model/types.ts';
import { describePolicy } from './describe-policy.ts';

/** Describe the relations of a controller, and those that can be reached through them. */
export function describeRelations(relations: Relations, policies?: Policies): RelationDescription[] {
  return Array.from(relations, ([name, { kind, target, through, fields, max, relations: inner }]) => ({
    name,
    kind,
    table: target.name,
    ...(through && { through: through.target.name }),
    columns:
      kind === 'count'
        ? []
        : showColumns(
            target.name,
            fields.flatMap((field) => target.columns.get(field) ?? []),
            policies,
          ),
    max,
    relations: describeRelations(inner, policies),
  }));
}

// --- internal ---

/** A column that the policy of its table hides from some users is null there. */
function showColumns(table: string, columns: readonly Column[], policies: Policies | undefined): readonly Column[] {
  const masked = describePolicy(policies, table)?.masked ?? [];
  return columns.map((column) => (masked.includes(column.name) ? { ...column, nullable: true } : column));
}
