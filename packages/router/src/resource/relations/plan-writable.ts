import type { CompiledAction } from '@rest-gen/logic';
import {
  columnsOf,
  type Description,
  FieldNames,
  hasNames,
  isKey,
  type Policies,
  type PolicyCondition,
  type Reference,
  type Relation,
  type Relations,
  rulesOf,
  storedRelations,
} from '@rest-gen/model/core';
import type { ResourceClass, TablePlan, WritableChild, WritableRelations } from '../contracts/table.ts';
import { showReferences } from './collect-references.ts';
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
  if (!isKey(from, own.primaryKey))
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

/**
 * Refuse a list of ids that the logic declares, where the table between the two has a column that nothing fills.
 *
 * @param written - the fields that the logic declares
 * @throws {StartError} `E_RELATION`
 */
export function checkLinks(
  relations: Relations,
  own: Description,
  place: Place,
  written: ReadonlySet<string>,
  policies: Policies | undefined,
): void {
  for (const [name, relation] of relations) {
    const { through } = relation;
    if (through === undefined || !written.has(name)) continue;
    if (isComposite(relation)) {
      throw relationError(
        { ...place, path: name },
        'the logic declares it as a list of ids, and ids of several columns cannot be written as a list',
        `Take "${name}" out of the logic: records of "${through.target.name}" are written by a controller of its own.`,
      );
    }
    if (!isLink(relation, own)) continue;
    const { target, from, to } = through;
    const Class = place.classes?.get(target.name)?.Class;
    if (Class !== undefined && 'beforeWrite' in Class.prototype) continue;
    const policy = policies?.get(target.name)?.policy;
    const given = [...columnsOf(from), ...columnsOf(to), ...[policy?.always, policy?.create].flatMap(setColumns)];
    if (given.includes(ANY)) continue;
    const missing = [...target.columns.values()].find(
      ({ name: column, nullable, hasDefault }) => !nullable && !hasDefault && !given.includes(column),
    );
    if (missing === undefined) continue;
    throw relationError(
      { ...place, path: name },
      `the logic declares it as a list of ids, and the column "${missing.name}" of "${target.name}" is required and has no default`,
      `Give the column a default in a migration, set it in beforeWrite of a controller of "${target.name}", or take "${name}" out of the logic: records of "${target.name}" are then written by its own controller.`,
    );
  }
}

/** @returns `undefined` where values can name no relation */
export function planWritable(
  relations: Relations,
  own: Pick<Description, 'primaryKey'>,
  classes: ReadonlyMap<string, ResourceClass>,
  references: References,
): WritableRelations | undefined {
  const links = new Map<string, Relation>();
  const children = new Map<string, WritableChild>();
  for (const [name, relation] of relations) {
    const { kind, target, from, write = false } = relation;
    const plan = write ? classes.get(target.name) : undefined;
    if (kind !== 'many' || !isKey(from, own.primaryKey)) continue;
    if (isLink(relation, own)) links.set(name, relation);
    const logic = plan?.create?.ofBody();
    if (plan !== undefined && logic !== undefined)
      children.set(name, planChild(relation, plan, logic, classes, references));
  }
  return links.size + children.size === 0 ? undefined : { links, children };
}

// --- internal ---

/** Whether it joins by several columns. */
function isComposite({ from, to }: Pick<Relation, 'from' | 'to'>): boolean {
  return typeof from !== 'string' || typeof to !== 'string';
}

/** Many to many, between two primary keys of one column. */
function isLink({ kind, target, from, to, through }: Relation, own: Pick<Description, 'primaryKey'>): boolean {
  return (
    kind === 'many' &&
    through !== undefined &&
    !isComposite({ from, to }) &&
    isKey(from, own.primaryKey) &&
    isKey(to, target.primaryKey)
  );
}

/** A function of a policy may set any column. */
const ANY = '*';

/** The columns that a condition of a policy sets in new records. */
function setColumns(condition: PolicyCondition | undefined): string[] {
  const rules = condition === undefined ? [] : rulesOf(condition);
  return rules.flatMap((rule) => {
    if (typeof rule === 'function') return [ANY];
    return typeof rule === 'object' && rule !== null ? Object.keys(rule) : [];
  });
}

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
    stored: storedRelations(relations, of.names),
    names: of.names ?? (hasNames(relations) ? new FieldNames(target) : undefined),
    references: showReferences(references.get(of.statics.name.toLowerCase()), of.names),
    writable: planWritable(relations, target, classes, references),
    classes: of.classes,
  };
  return { relation, of, logic, table, paramNames: new Set(columnsOf(to)) };
}
