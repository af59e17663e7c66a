import type { Field } from '../declaration/field.ts';
import type { SectionDeclaration } from '../declaration/read-section.ts';
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

/** Fields whose value comes from elsewhere need not be there. */
function relax(section: SectionDeclaration, given: ReadonlySet<string>): SectionDeclaration {
  const { fields } = section.field;
  if (!fields?.fields.some((field) => isRelaxed(field, given))) return section;
  const references = new Map(section.references);
  const relaxed = fields.fields.map((field) => {
    if (!isRelaxed(field, given)) return field;
    const free: Field = { ...field, required: false, conditions: [] };
    const found = references.get(field);
    if (found !== undefined) references.set(free, { ...found, conditions: [] });
    return free;
  });
  return { ...section, references, field: { ...section.field, fields: { ...fields, fields: relaxed } } };
}

function isRelaxed({ name, required, conditions }: Field, given: ReadonlySet<string>): boolean {
  return given.has(name) && (required !== false || conditions.length > 0);
}
