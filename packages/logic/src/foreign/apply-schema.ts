import { isPlainObject } from '../rules/arguments.ts';
import type { Kind, Schema } from '../rules/rule.ts';
import { coerceText } from '../run/coerce.ts';
import { DEEPEST } from '../run/copy-json.ts';
import { layersOf } from './layers.ts';
import { type CheckedSchema, structuredCopy } from './read-json-schema.ts';

/** Fills in defaults and coerces text, in place, before a value is checked; undefined when the defaults go on without end. */
export type ApplySchema = (value: unknown, text: boolean) => { readonly value: unknown } | undefined;

/**
 * Make the function that does to a copy what JSON Schema only describes.
 *
 * Followed are the keywords that hold for every value: `properties`, `items` and the like, `$ref` and `allOf`. What stands in a union or
 * a condition may not be meant for the value at hand, so its defaults are only notes.
 */
export function planApply({ root, targets, defaults }: CheckedSchema): ApplySchema {
  const plans = new Map<Schema, Plan>();
  const planOf = (schema: Schema): Plan => {
    let plan = plans.get(schema);
    if (plan === undefined) {
      plan = createPlan(schema, targets);
      plans.set(schema, plan);
    }
    return plan;
  };
  return (value, text) => {
    if (!text && !defaults) return { value };
    const walk: Walk = { text, depth: 0, endless: false, planOf };
    const applied = apply(root, value, walk);
    return walk.endless ? undefined : { value: applied };
  };
}

// --- internal ---

interface Plan {
  /** Names of types that text is coerced to. */
  readonly types: readonly string[];
  readonly fallback: unknown;
  readonly layers: readonly Layer[];
}

interface Layer {
  readonly properties: ReadonlyMap<string, Schema>;
  readonly patterns: readonly (readonly [RegExp, Schema])[];
  readonly additional: Schema | undefined;
  readonly prefix: readonly Schema[];
  readonly items: Schema | undefined;
}

interface Walk {
  text: boolean;
  depth: number;
  /** The copy is not as deep as this: defaults have made it so. */
  endless: boolean;
  readonly planOf: (schema: Schema) => Plan;
}

const KINDS: Readonly<Record<string, Kind>> = { integer: 'int', number: 'float', boolean: 'boolean', array: 'array' };

function createPlan(schema: Schema, targets: ReadonlyMap<Schema, Schema>): Plan {
  const layers = layersOf(schema, targets);
  return {
    types: typesOf(schema, targets),
    fallback: layers.find((layer) => 'default' in layer)?.default,
    layers: layers.map(createLayer),
  };
}

function createLayer({ properties, patternProperties, additionalProperties, prefixItems, items }: Schema): Layer {
  return {
    properties: new Map(Object.entries((properties ?? {}) as Record<string, Schema>)),
    patterns: Object.entries((patternProperties ?? {}) as Record<string, Schema>).map(
      ([source, schema]) => [new RegExp(source, 'u'), schema] as const,
    ),
    additional: isPlainObject(additionalProperties) ? additionalProperties : undefined,
    prefix: (prefixItems ?? []) as Schema[],
    items: isPlainObject(items) ? items : undefined,
  };
}

function typesOf(schema: Schema, targets: ReadonlyMap<Schema, Schema>): string[] {
  const layers = layersOf(schema, targets);
  const typed = layers.find(({ type }) => type !== undefined);
  if (typed !== undefined) return [typed.type].flat() as string[];
  const branches = layers.flatMap(({ anyOf, oneOf }) => [
    ...((anyOf ?? []) as Schema[]),
    ...((oneOf ?? []) as Schema[]),
  ]);
  return branches.flatMap((branch) => typesOf(branch, targets));
}

function apply(schema: Schema, given: unknown, walk: Walk): unknown {
  if (walk.endless) return undefined;
  const plan = walk.planOf(schema);
  if (given !== undefined) return applyBelow(plan, walk.text ? coerce(given, plan.types) : given, walk);
  if (plan.fallback === undefined) return undefined;
  const { text } = walk;
  // A default is a value already.
  walk.text = false;
  const value = applyBelow(plan, structuredCopy(plan.fallback), walk);
  walk.text = text;
  return value;
}

function applyBelow({ layers }: Plan, value: unknown, walk: Walk): unknown {
  const list = Array.isArray(value);
  if (!list && !isPlainObject(value)) return value;
  walk.endless ||= walk.depth >= DEEPEST;
  walk.depth += 1;
  for (const layer of layers) {
    if (list) applyItems(layer, value, walk);
    else applyProperties(layer, value as Record<string, unknown>, walk);
  }
  walk.depth -= 1;
  return value;
}

function applyItems({ prefix, items }: Layer, list: unknown[], walk: Walk): void {
  const end = items === undefined ? Math.min(prefix.length, list.length) : list.length;
  for (let position = 0; position < end; position += 1) {
    const schema = prefix[position] ?? items;
    if (schema !== undefined) list[position] = apply(schema, list[position], walk);
  }
}

function applyProperties(layer: Layer, object: Record<string, unknown>, walk: Walk): void {
  for (const [name, schema] of layer.properties) {
    const value = apply(schema, Object.hasOwn(object, name) ? object[name] : undefined, walk);
    if (value !== undefined) object[name] = value;
  }
  if (layer.patterns.length === 0 && layer.additional === undefined) return;
  for (const key of Object.keys(object)) {
    const matching = layer.patterns.filter(([pattern]) => pattern.test(key)).map(([, schema]) => schema);
    const known = matching.length > 0 || layer.properties.has(key);
    for (const schema of known || layer.additional === undefined ? matching : [layer.additional]) {
      object[key] = apply(schema, object[key], walk);
    }
  }
}

/** What the first type reads that can; text stays text where the schema allows it. */
function coerce(text: unknown, types: readonly string[]): unknown {
  if (typeof text !== 'string' || types.includes('string')) return text;
  for (const type of types) {
    const kind = KINDS[type];
    const value: unknown = kind === undefined ? text : coerceText(text, kind);
    if (value !== text) return value;
  }
  return text;
}
