import { nearest } from '@rest-gen/logic/common';
import type { Description } from '@rest-gen/model/core';
import { StartError } from '../core/errors.ts';
import type { PlannedResource } from './contracts/resource-class.ts';
import { findListField } from './list/find-field.ts';

/**
 * Compare the fields that static members name with the columns of the table. Where the relations are not resolved yet, fields of related records are not
 * looked for.
 *
 * @throws {StartError} `E_CONTROLLER_STATIC`
 */
export function checkNames(of: PlannedResource, description: Description): void {
  const { hidden, search, aggregate, filterable = [], sortable = [] } = of.statics;
  const { columns } = description;
  // A base class may hide columns that only some of its tables have.
  const ownHidden = Object.hasOwn(of.Class, 'hidden') ? hidden : [];
  for (const name of ownHidden) if (!columns.has(name)) throw unknownField('hidden', name, of, description);
  for (const [member, names] of Object.entries({ search, filterable, sortable }))
    for (const name of names) if (!isField(name, of, description)) throw unknownField(member, name, of, description);
  checkAggregate(aggregate, of, description);
}

// --- internal ---

/** Fields of related records have no place in groups, and JSON has no order. */
function checkAggregate(names: readonly string[], of: PlannedResource, description: Description): void {
  for (const name of names) {
    const column = description.columns.get(name);
    if (column === undefined || of.statics.unreadable.has(name)) throw unknownField('aggregate', name, of, description);
    // The store groups by columns of the table itself.
    if (of.names?.related.has(name)) throw unknownField('aggregate', name, of, description);
    if (column.type !== 'json') continue;
    const reason = `the controller "${of.name}" has static aggregate, which names "${name}": it holds JSON`;
    throw new StartError('E_CONTROLLER_STATIC', reason, { file: of.file, hint: 'Take it out.' });
  }
}

function isField(name: string, { Class, plan }: PlannedResource, description: Description): boolean {
  if (plan !== undefined) return findListField(name, description, plan.relations) !== undefined;
  return description.columns.has(name) || Object.hasOwn(Class.include ?? {}, name.split('.', 1)[0] as string);
}

function unknownField(
  member: string,
  field: string,
  { name, file, Class }: PlannedResource,
  { name: table, columns }: Description,
): StartError {
  const lacking = member === 'hidden' ? `"${table}" has no such field` : `clients see no such field of "${table}"`;
  const reason = `the controller "${name}" has static ${member}, which names "${field}": ${lacking}`;
  const meant = nearest(field, [...columns.keys(), ...Object.keys(Class.include ?? {})]);
  const hint = meant === undefined ? `It has ${[...columns.keys()].join(', ')}.` : `Did you mean "${meant}"?`;
  return new StartError('E_CONTROLLER_STATIC', reason, { file, hint });
}
