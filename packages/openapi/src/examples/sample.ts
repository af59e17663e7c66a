import type { JsonValue, OpenApiDocument, Schema } from '../types.ts';
import { readReference } from './read-reference.ts';
import { sampleText } from './sample-text.ts';

/** `all` fields that a schema names, or those that are `needed`. */
export type Extent = 'all' | 'needed';

/**
 * Make up a value for a schema, from the keywords that say what it looks like; whether it satisfies all of them is for others to say.
 *
 * The same schema gives the same value. Its own `default` and `enum` come first.
 *
 * @returns `undefined` where nothing is found
 */
export function sample(schema: Schema, document: OpenApiDocument, extent: Extent): JsonValue | undefined {
  return draw(schema, { document, extent, depth: 0 });
}

// --- internal ---

interface Site {
  readonly document: OpenApiDocument;
  readonly extent: Extent;
  readonly depth: number;
}

/** Schemas may contain themselves. */
const DEEPEST = 8;

function draw(given: Schema, site: Site): JsonValue | undefined {
  const schema = flatten(given, site);
  if (schema === undefined) return undefined;
  if (schema.const !== undefined) return schema.const as JsonValue;
  const values = schema.enum as JsonValue[] | undefined;
  if (schema.default !== undefined) return schema.default as JsonValue;
  if (values !== undefined) return values.find((value) => value !== null && value !== '') ?? values[0];
  for (const choice of (schema.anyOf ?? schema.oneOf ?? []) as Schema[]) {
    const { anyOf: _, oneOf: __, ...rest } = schema;
    const drawn = draw({ allOf: [rest, choice] }, site);
    if (drawn !== undefined) return drawn;
  }
  return drawOfType(schema, site);
}

function drawOfType(schema: Schema, site: Site): JsonValue | undefined {
  switch (typeOf(schema)) {
    case 'object':
      return drawObject(schema, site);
    case 'array':
      return drawList(schema, site);
    case 'integer':
      return drawNumber(schema, 1);
    case 'number':
      return drawNumber(schema, 0);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return sampleText(schema);
  }
}

/** The type that says most, where there are several. */
function typeOf({ type, properties, items, minimum, maximum }: Schema): unknown {
  if (Array.isArray(type)) return type.find((one) => one !== 'null') ?? 'null';
  if (type !== undefined) return type;
  if (properties !== undefined) return 'object';
  if (items !== undefined) return 'array';
  return minimum === undefined && maximum === undefined ? 'string' : 'number';
}

function drawObject(schema: Schema, site: Site): JsonValue | undefined {
  const needed = new Set((schema.required ?? []) as readonly string[]);
  const drawn = new Map<string, JsonValue>();
  for (const [name, field] of Object.entries((schema.properties ?? {}) as Record<string, Schema>)) {
    if (site.extent === 'needed' && !needed.has(name)) continue;
    const value = draw(field, { ...site, depth: site.depth + 1 });
    if (value !== undefined) drawn.set(name, value);
    else if (needed.has(name)) return undefined;
  }
  for (const name of needed) if (!drawn.has(name)) drawn.set(name, 'text');
  return Object.fromEntries(drawn);
}

function drawList(schema: Schema, site: Site): JsonValue | undefined {
  const item = draw((schema.items ?? {}) as Schema, { ...site, depth: site.depth + 1 });
  if (item === undefined) return Number(schema.minItems ?? 0) > 0 ? undefined : [];
  return Array.from(
    { length: Math.min(Math.max(1, Number(schema.minItems ?? 1)), Number(schema.maxItems ?? 1_000)) },
    (_, index) => {
      return index === 0 || typeof item === 'object'
        ? item
        : typeof item === 'number'
          ? item + index
          : `${item}${index + 1}`;
    },
  );
}

/** The smallest number that is allowed, where zero and one are not. */
function drawNumber(schema: Schema, unit: number): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema as Record<
    string,
    number | undefined
  >;
  const step = multipleOf ?? (unit || 0.5);
  const low = Math.max(
    minimum ?? Number.NEGATIVE_INFINITY,
    exclusiveMinimum === undefined ? Number.NEGATIVE_INFINITY : exclusiveMinimum + step,
  );
  const high = Math.min(
    maximum ?? Number.POSITIVE_INFINITY,
    exclusiveMaximum === undefined ? Number.POSITIVE_INFINITY : exclusiveMaximum - step,
  );
  const wanted = Math.min(Math.max(1, low), high);
  return multipleOf === undefined ? wanted : Math.ceil(wanted / multipleOf) * multipleOf;
}

/** A schema without references and `allOf`: what they say, in one. */
function flatten(schema: Schema, site: Site): Schema | undefined {
  if (site.depth > DEEPEST) return undefined;
  const { $ref, allOf = [], ...own } = schema;
  const target = $ref === undefined ? undefined : readReference(String($ref), site.document);
  const parts = [...(typeof target === 'object' ? [target] : []), ...(allOf as Schema[])];
  for (const part of parts) {
    const next = flatten(part, { ...site, depth: site.depth + 1 }) ?? {};
    // Of two patterns the first is written from: that of the logic, which says more than the one of the path.
    const { pattern = next.pattern } = own;
    Object.assign(own, next, pattern !== undefined && { pattern }, mergeObjects(own, next));
  }
  return own;
}

function mergeObjects(a: Schema, b: Schema): Schema {
  if (a.properties === undefined && a.required === undefined) return {};
  const before = (a.properties ?? {}) as Record<string, Schema>;
  const after = Object.entries((b.properties ?? {}) as Record<string, Schema>).map(([name, field]) => {
    return [name, name in before ? { allOf: [before[name], field] } : field];
  });
  return {
    properties: { ...before, ...Object.fromEntries(after) },
    required: [...new Set([...((a.required ?? []) as string[]), ...((b.required ?? []) as string[])])],
  };
}
