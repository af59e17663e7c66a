import type { Column, Policies, Relations } from '@rest-gen/model/core';
import type { WritableRelations } from '../resource/contracts/table.ts';
import type { RelationDescription, RelationWrite } from './contracts/description.ts';
import { describePolicy } from './describe-policy.ts';

/**
 * Describe the relations of a controller, and those that can be reached through them.
 *
 * @param writable - which of them a body can write
 */
export function describeRelations(
  relations: Relations,
  policies?: Policies,
  writable?: WritableRelations,
): RelationDescription[] {
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
    ...describeWrite(name, writable, policies),
  }));
}

// --- internal ---

function describeWrite(
  name: string,
  writable: WritableRelations | undefined,
  policies: Policies | undefined,
): { readonly write?: RelationWrite } {
  const link = writable?.links.get(name);
  if (link !== undefined) return { write: { kind: 'links', primaryKey: link.target.primaryKey } };
  const child = writable?.children.get(name);
  if (child === undefined) return {};
  const { logic, table, paramNames, relation } = child;
  const sets = describePolicy(policies, relation.target.name)?.sets ?? [];
  const relations = describeRelations(table.relations, policies, table.writable);
  return { write: { kind: 'records', logic, given: new Set([...paramNames, ...sets]), relations } };
}

/** A column that the policy of its table hides from some users is null there. */
function showColumns(table: string, columns: readonly Column[], policies: Policies | undefined): readonly Column[] {
  const masked = describePolicy(policies, table)?.masked ?? [];
  return columns.map((column) => (masked.includes(column.name) ? { ...column, nullable: true } : column));
}
