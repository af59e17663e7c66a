/** A JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>;

/** A schema in a few words: `string, at most 80 characters`, `"open" | "closed"`, `{ votes: integer }`. */
export function typeOf(schema: Schema, depth = 0): string {
  const { type, enum: values, const: only, anyOf, oneOf, format, items, properties } = schema;
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ');
  const branches = anyOf ?? oneOf;
  if (Array.isArray(branches)) return [...new Set(branches.map((one) => typeOf(one as Schema, depth)))].join(' | ');
  if (isSchema(properties) && depth < DEEPEST) {
    const required = new Set((schema.required ?? []) as string[]);
    const members = Object.entries(properties).map(([name, one]) => {
      return `${name}${required.has(name) ? '' : '?'}: ${typeOf(one as Schema, depth + 1)}`;
    });
    return `{ ${members.join('; ')} }`;
  }
  const types = [type ?? []].flat().join(' | ') || 'any';
  if (types === 'array' && isSchema(items))
    return `list of ${typeOf(items, depth + 1)}${sizeOf(schema, 'items', 'Items')}`;
  const name = typeof format === 'string' ? `${types} (${format})` : types;
  return `${name}${sizeOf(schema, 'characters', 'Length')}${boundsOf(schema)}`;
}

// --- internal ---

/** A body may name itself. */
const DEEPEST = 4;

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sizeOf(schema: Schema, unit: string, keyword: string): string {
  const given = schema[`min${keyword}`];
  const least = given === 0 || given === 1 ? undefined : given;
  const most = schema[`max${keyword}`];
  if (most === undefined) return least === undefined ? '' : `, at least ${least} ${unit}`;
  return `, ${least === undefined ? 'at most' : `${least} to`} ${most} ${unit}`;
}

function boundsOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, pattern }: Schema): string {
  const bounds = [
    minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? '' : `>= ${minimum}`,
    exclusiveMinimum === undefined ? '' : `> ${exclusiveMinimum}`,
    maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? '' : `<= ${maximum}`,
    exclusiveMaximum === undefined ? '' : `< ${exclusiveMaximum}`,
    pattern === undefined ? '' : `/${pattern}/`,
  ];
  return bounds
    .filter(Boolean)
    .map((bound) => `, ${bound}`)
    .join('');
}
