import { portablePattern } from '../schemas/declared-schema.ts';
import type { Schema } from '../types.ts';
import { otherPatterns } from './named-properties.ts';

/** How one keyword changes the set of valid values. */
export interface Verdict {
  readonly change: 'narrowed' | 'widened' | 'changed';
  readonly message: string;
}

/** Compare the keywords that apply to the value itself, not to its parts. */
export function compareKeywords(before: Schema, after: Schema): Verdict[] {
  return [
    ...compareTypes(before, after),
    ...compareValues(before, after),
    ...compareBounds(before, after),
    ...compareRules(before, after),
  ];
}

// --- internal ---

const ALL_TYPES = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'];

/** Every integer is also a number. */
function typesOf({ type, enum: values, const: value }: Schema): ReadonlySet<string> | undefined {
  if (type === undefined) return values === undefined && value === undefined ? new Set(ALL_TYPES) : undefined;
  const names = [type].flat() as string[];
  return new Set(names.includes('number') ? [...names, 'integer'] : names);
}

function compareTypes(before: Schema, after: Schema): Verdict[] {
  const one = typesOf(before);
  const other = typesOf(after);
  // An `enum` implies the types.
  if (one === undefined || other === undefined) return [];
  return compareSets('The type', [...one], [...other]);
}

function valuesOf({ const: value, enum: values }: Schema): readonly unknown[] | undefined {
  return value === undefined ? (values as readonly unknown[] | undefined) : [value];
}

function compareValues(before: Schema, after: Schema): Verdict[] {
  const one = valuesOf(before)?.map((value) => JSON.stringify(value));
  const other = valuesOf(after)?.map((value) => JSON.stringify(value));
  if (one === undefined && other === undefined) return [];
  if (one === undefined) return [{ change: 'narrowed', message: `Only ${other?.join(', ')} from now on.` }];
  if (other === undefined) return [{ change: 'widened', message: `Not only ${one.join(', ')} any more.` }];
  return compareSets('The list of values', one, other);
}

function compareSets(what: string, before: readonly string[], after: readonly string[]): Verdict[] {
  const lost = before.filter((value) => !after.includes(value));
  const won = after.filter((value) => !before.includes(value));
  return [
    ...(lost.length > 0
      ? [{ change: 'narrowed' as const, message: `${what} has no ${lost.join(', ')} any more.` }]
      : []),
    ...(won.length > 0 ? [{ change: 'widened' as const, message: `${what} has ${won.join(', ')} too.` }] : []),
  ];
}

/** Keyword → whether a larger number is stricter. */
const BOUNDS: Readonly<Record<string, boolean>> = {
  minimum: true,
  exclusiveMinimum: true,
  minLength: true,
  minItems: true,
  minContains: true,
  minProperties: true,
  maximum: false,
  exclusiveMaximum: false,
  maxLength: false,
  maxItems: false,
  maxContains: false,
  maxProperties: false,
};

function compareBounds(before: Schema, after: Schema): Verdict[] {
  return Object.entries(BOUNDS).flatMap(([keyword, isLower]): Verdict[] => {
    const weakest = isLower ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    const one = Number(before[keyword] ?? weakest);
    const other = Number(after[keyword] ?? weakest);
    if (one === other) return [];
    const change = other > one === isLower ? 'narrowed' : 'widened';
    return [{ change, message: `${keyword} is ${textOf(after[keyword])} instead of ${textOf(before[keyword])}.` }];
  });
}

/** Keywords whose values have no order: a different value is neither stricter nor looser. */
const RULES = [
  'pattern',
  'format',
  'multipleOf',
  'uniqueItems',
  'contains',
  'if',
  'then',
  'else',
  'propertyNames',
  'prefixItems',
  'contentMediaType',
];
const NOTES: ReadonlySet<string> = new Set(['x-note', 'x-item-schema', 'x-multi-segment']);

function compareRules(before: Schema, after: Schema): Verdict[] {
  const own = [...Object.keys(before), ...Object.keys(after)].filter(
    (name) => name.startsWith('x-') && !NOTES.has(name),
  );
  return [...new Set([...RULES, 'patternProperties', ...own])].flatMap((keyword): Verdict[] => {
    const [one, other] = [before, after].map((schema) => {
      const value = keyword === 'patternProperties' ? otherPatterns(schema) : schema[keyword];
      if (keyword === 'pattern' && typeof value === 'string') return portablePattern(value);
      return value === false ? undefined : value;
    });
    if (JSON.stringify(one) === JSON.stringify(other)) return [];
    const change = one === undefined ? 'narrowed' : other === undefined ? 'widened' : 'changed';
    return [{ change, message: `${keyword} is ${textOf(other)} instead of ${textOf(one)}.` }];
  });
}

function textOf(value: unknown): string {
  return value === undefined ? 'not said' : JSON.stringify(value);
}
