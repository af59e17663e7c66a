import type { Field } from '../declaration/field.ts';
import type { SectionDeclaration } from '../declaration/read-section.ts';
import type { References } from '../declaration/resolve-references.ts';
import type { Schema } from '../schemas.ts';
import type { CompareArgument, ConditionsArgument } from './keywords/references.ts';
import { CONDITION, escapeFragment, findField, type RuleLookup } from './rule-lookup.ts';

/** Build the schema of the rules that look at other fields; undefined when there are none. */
export function buildReferences(
  sections: readonly SectionDeclaration[],
  lookups: Map<string, RuleLookup>,
): Schema | undefined {
  const properties: Schema = {};
  for (const { section, field, references } of sections) {
    if (references.size === 0) continue;
    const schema = fieldReferences(field, references, `#/x-after/properties/${section}`, lookups);
    if (schema !== undefined) properties[section] = schema;
  }
  return Object.keys(properties).length === 0 ? undefined : { properties };
}

// --- internal ---

function fieldReferences(
  field: Field,
  references: References,
  path: string,
  lookups: Map<string, RuleLookup>,
): Schema | undefined {
  const schema: Schema = {};
  const comparisons = references.get(field)?.comparisons ?? [];
  if (comparisons.length > 0) {
    schema['x-compare'] = comparisons satisfies CompareArgument;
    lookups.set(`${path}/x-compare`, ({ rule }) => {
      const { name, argument } = (comparisons[rule as number] as (typeof comparisons)[number]).rule;
      return { field, rule: name, argument, rank: field.rules.findIndex((written) => written.name === name) };
    });
  }
  if (field.items !== undefined) {
    const items = fieldReferences(field.items, references, `${path}/x-each`, lookups);
    if (items !== undefined) schema['x-each'] = items;
  }
  const { fields } = field;
  if (fields !== undefined) {
    const conditions: ConditionsArgument = fields.fields.flatMap((child) => {
      const found = references.get(child)?.conditions ?? [];
      return found.length === 0 ? [] : [[child, found] as const];
    });
    if (conditions.length > 0) {
      schema['x-conditions'] = conditions;
      lookups.set(`${path}/x-conditions`, ({ rule, key }) => {
        const child = findField(fields, key);
        const condition = child?.conditions.find((written) => written.rule === rule);
        return { field: child, rule: String(rule), argument: condition?.argument, rank: CONDITION };
      });
    }
    const properties = fields.fields.flatMap((child) => {
      const below = `${path}/properties/${escapeFragment(child.name)}`;
      const inside = fieldReferences(child, references, below, lookups);
      return inside === undefined ? [] : [[child.name, inside] as const];
    });
    if (properties.length > 0) schema.properties = Object.fromEntries(properties);
  }
  return Object.keys(schema).length === 0 ? undefined : schema;
}
