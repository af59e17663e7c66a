import type { CompiledAction } from '@rest-gen/logic';
import type { Description, Reference, Relation, Relations } from '@rest-gen/model/core';
import type { ResourceClass, TablePlan, WritableChild, WritableRelations } from '../contracts/table.ts';
import { nameOf, type Place, relationError } from './relation-error.ts';

/**
 * Refuse `write: true` where new records cannot be taken: they are checked by the logic of their class, and refer to the primary key of the record.
 *
 * @throws {StartError} `E_RELATION`
 */
export function checkWrite({ kind, target, from, through }: Relation, own: Description, place: Place): void {
  const name = nameOf(place);
  if (kind !== 'many' || through !== undefined) {
    const hint = `Take it out${through ? `: the logic says that the body has a list of ids, ${name}: { array: true, children: { int: true } }` : ''}.`;
    throw relationError(place, 'only a list of records that refer to this one has "write"', hint);
  }
  if (from !== own.primaryKey)
    throw relationError(place, `"write" needs records that refer to the primary key of "${own.name}"`, 'Take it out.');
  const { file, create, name: owner } = place.classes?.get(target.name) ?? {};
  if (owner === undefined)
    throw relationError(
      place,
      `"write" needs a controller of the table "${target.name}"`,
      `Add one: npx rest-gen controller ${target.name}`,
    );
  if (create === undefined || (create.form('body') === undefined && create.resolve === undefined)) {
    const reason = `"write" needs a logic of "${owner}" that declares the body of postAction`;
    throw relationError({ ...place, file: file ?? place.file }, reason, `Write it in src/logic/${owner}.`);
  }
}

/** @returns `undefined` where values can name no relation */
export function planWritable(
  relations: Relations,
  { primaryKey }: Pick<Description, 'primaryKey'>,
  classes: ReadonlyMap<string, ResourceClass>,
  references: References,
): WritableRelations | undefined {
  const links = new Map<string, Relation>();
  const children = new Map<string, WritableChild>();
  for (const [name, relation] of relations) {
    const { kind, target, from, to, through, write = false } = relation;
    const plan = write ? classes.get(target.name) : undefined;
    if (kind !== 'many' || from !== primaryKey) continue;
    if (through !== undefined && to === target.primaryKey) links.set(name, relation);
    const logic = plan?.create?.ofBody();
    if (plan !== undefined && logic !== undefined)
      children.set(name, planChild(relation, plan, logic, classes, references));
  }
  return links.size + children.size === 0 ? undefined : { links, children };
}

// --- internal ---

/** By the name of the table that refers, in lower case. */
type References = ReadonlyMap<string, readonly Reference[]>;

/** Its records have the relations that the declaration names, not those of their class: so nothing is endless. */
function planChild(
  relation: Relation,
  of: ResourceClass,
  logic: CompiledAction,
  classes: ReadonlyMap<string, ResourceClass>,
  references: References,
): WritableChild {
  const { relations, target, to } = relation;
  const table: TablePlan = {
    ...of.statics,
    relations,
    references: references.get(of.statics.name.toLowerCase()) ?? [],
    writable: planWritable(relations, target, classes, references),
    classes: of.classes,
  };
  return { relation, of, logic, table, paramNames: new Set([to]) };
}
