import type { Field, Target } from '../declaration/field.ts';
import type { Condition } from '../rules/conditions.ts';
import type { Schema } from '../schemas.ts';

/**
 * Describe the conditions of a section as `if` and `then`.
 *
 * Each pair is placed at the object from which its references are resolved.
 *
 * @param isShown - the document has the field
 */
export function describeConditions(section: Field, isShown: (field: Field) => boolean): Schema[] {
  const found: Schema[] = [];
  visit(section, [], found, isShown);
  return found;
}

// --- internal ---

type Path = readonly (string | null)[];

function visit(field: Field, path: Path, found: Schema[], isShown: (field: Field) => boolean): void {
  if (!isShown(field)) return;
  const { references, secretRules } = field;
  for (const { condition, targets } of references?.conditions ?? []) {
    // Documents do not show values of a secret field.
    const isSaid = secretRules?.has(condition.rule) !== true && targets.every((target) => isShown(target.field));
    if (isSaid) found.push(describe(field, path, condition, targets));
  }
  for (const child of field.fields?.fields ?? []) visit(child, [...path, child.name], found, isShown);
  if (field.items !== undefined) visit(field.items, [...path, null], found, isShown);
}

function describe(field: Field, path: Path, condition: Condition, targets: readonly Target[]): Schema {
  // The object that holds every object in which a reference begins; through a list the two would have to be of one
  // item.
  const depth = Math.min(...targets.map((target) => target.depth));
  const conditions = targets.map((target) => nest(path.slice(depth, target.depth), matches(condition, target)));
  const rest = path.slice(depth, -1);
  // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
  return nest(path.slice(0, depth), { if: combine(condition, conditions), then: nest(rest, isPresent(field)) });
}

function combine({ form: { match, negated } }: Condition, conditions: readonly Schema[]): Schema {
  const schema = match === 'all' ? { allOf: conditions } : { anyOf: conditions };
  return negated ? { not: schema } : schema;
}

/** The condition on one field, at the object from which the reference is resolved. */
function matches({ values }: Condition, { names, field }: Target): Schema {
  const below = names.slice(0, -1);
  const here = values === undefined ? isPresent(field) : hasOneOf(field, values);
  let schema = here;
  for (const name of below.reverse()) {
    // `required` and `properties` of JSON Schema pass for anything that is not an object: null in the place of an
    // object.
    schema = { required: [name], properties: { [name]: { type: 'object', ...schema } } };
  }
  return schema;
}

function hasOneOf(field: Field, values: readonly unknown[]): Schema {
  const { nullable, emptyIsPresent } = field;
  const possible = values.filter((value) => (value !== '' || emptyIsPresent) && (value !== null || nullable));
  // No value of the field is among them.
  if (possible.length === 0) return { not: {} };
  const said = { required: [field.name], properties: { [field.name]: looksAt(field, { enum: possible }) } };
  const { fixedDefault, makeDefault } = field;
  return fixedDefault && possible.includes(makeDefault?.())
    ? { anyOf: [said, { not: { required: [field.name] } }] }
    : said;
}

/** The schema of objects in which a field is not blank, or gets a default. */
function isPresent(field: Field): Schema {
  const { name, nullable, emptyIsPresent, makeDefault } = field;
  const blanks = [...(emptyIsPresent ? [] : ['']), ...(nullable ? [] : [null])];
  const value = blanks.length === 0 ? {} : looksAt(field, { not: { enum: blanks } });
  return { properties: { [name]: value }, ...(makeDefault === undefined && { required: [name] }) };
}

function looksAt({ trim }: Field, schema: Schema): Schema {
  return trim ? { 'x-trim': schema } : schema;
}

function nest(path: Path, schema: Schema): Schema {
  return path.reduceRight<Schema>(
    (inside, name) => (name === null ? { items: inside } : { properties: { [name]: inside } }),
    schema,
  );
}
