import type { Field } from '../declaration/field.ts';
import type { SectionDeclaration } from '../declaration/read-section.ts';
import type { FieldReferences, Target } from '../declaration/resolve-references.ts';
import type { Condition } from '../rules/conditions.ts';
import type { RunOptions } from '../types.ts';

/**
 * Adapt the sections of an action to how a run differs from the usual one.
 *
 * @returns the same list when nothing differs
 */
export function adaptSections(
  sections: readonly SectionDeclaration[],
  { openQuery, given }: Pick<RunOptions, 'openQuery' | 'given'>,
): readonly SectionDeclaration[] {
  let adapted = sections;
  if (openQuery === true) adapted = replace(adapted, 'query', stripUnknown);
  if (given !== undefined) adapted = replace(adapted, 'body', (body) => relax(body, given));
  return adapted;
}

// --- internal ---

function replace(
  sections: readonly SectionDeclaration[],
  name: string,
  change: (section: SectionDeclaration) => SectionDeclaration,
): readonly SectionDeclaration[] {
  const changed = sections.map((section) => (section.section === name ? change(section) : section));
  return changed.every((section, position) => section === sections[position]) ? sections : changed;
}

function stripUnknown(section: SectionDeclaration): SectionDeclaration {
  const { fields } = section.field;
  if (fields === undefined) return section;
  return { ...section, field: { ...section.field, fields: { ...fields, unknown: 'strip' } } };
}

/** Fields given by the path may be absent, and count as present in conditions. */
function relax(section: SectionDeclaration, given: ReadonlySet<string>): SectionDeclaration {
  const { fields } = section.field;
  if (fields === undefined) return section;
  const known = new Map([...section.references].map(([field, found]) => [field, withGiven(found, given)]));
  const isSame = [...known].every(([field, found]) => section.references.get(field) === found);
  if (isSame && !fields.fields.some((field) => isRelaxed(field, given))) return section;
  const relaxed = fields.fields.map((field) => {
    if (!isRelaxed(field, given)) return field;
    const free: Field = { ...field, required: false, conditions: [] };
    const found = known.get(field);
    if (found !== undefined) known.set(free, { ...found, conditions: [] });
    return free;
  });
  return { ...section, references: known, field: { ...section.field, fields: { ...fields, fields: relaxed } } };
}

function isRelaxed({ name, required, conditions }: Field, given: ReadonlySet<string>): boolean {
  return given.has(name) && (required !== false || conditions.length > 0);
}

/** Stands for a value that is known elsewhere: present, and none of those that a condition waits for. */
const GIVEN = Symbol('given');

function withGiven(found: FieldReferences, given: ReadonlySet<string>): FieldReferences {
  const isGiven = ({ depth, names }: Target) => depth === 0 && names.length === 1 && given.has(names[0] as string);
  if (!found.conditions.some(({ targets }) => targets.some(isGiven))) return found;
  const conditions = found.conditions.map(({ condition, targets }) => {
    const holds: Condition['holds'] = (values) =>
      condition.holds(values.map((value, at) => (isGiven(targets[at] as Target) ? (value ?? GIVEN) : value)));
    return { condition: { ...condition, holds }, targets };
  });
  return { ...found, conditions };
}
