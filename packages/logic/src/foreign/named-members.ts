import { isPlainObject } from '../rules/arguments.ts';
import type { Schema } from '../schemas.ts';
import { subschemasOf } from './schema-keywords.ts';

/** The members of an object that a JSON Schema names. */
export interface NamedMembers {
  readonly names: readonly string[];
  /** The expressions of `patternProperties`. */
  readonly patterns: readonly RegExp[];
}

/**
 * Find the members that a schema names under any keyword or branch that describes the same object. What `additionalProperties`
 * and `unevaluatedProperties` allow has no name.
 */
export function namedMembers(schema: Schema, root: Schema): NamedMembers {
  const names = new Set<string>();
  const patterns = new Set<string>();
  const seen = new Set<Schema>();
  const visit = (one: unknown): void => {
    if (!isPlainObject(one) || seen.has(one)) return;
    seen.add(one);
    for (const [name, below] of Object.entries((one.properties ?? {}) as object)) if (below !== false) names.add(name);
    for (const [source, below] of Object.entries((one.patternProperties ?? {}) as object))
      if (below !== false) patterns.add(source);
    for (const keyword of SAME_OBJECT) {
      const inner = one[keyword];
      for (const below of isPlainObject(inner) && keyword === 'dependentSchemas'
        ? Object.values(inner)
        : [inner].flat())
        visit(below);
    }
    for (const reference of [one.$ref, one.$dynamicRef]) visit(followReference(reference, root));
  };
  visit(schema);
  return { names: [...names], patterns: [...patterns].map((source) => new RegExp(source, 'u')) };
}

export function isNamed(name: string, { names, patterns }: NamedMembers): boolean {
  return names.includes(name) || patterns.some((pattern) => pattern.test(name));
}

// --- internal ---

/** Keywords whose schemas describe the object itself. */
const SAME_OBJECT = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'dependentSchemas'] as const;

/** The schema that `#/$defs/a`, `#anchor` or an `$id` means; nothing is fetched. */
function followReference(reference: unknown, root: Schema): unknown {
  if (typeof reference !== 'string') return undefined;
  const [id, fragment = ''] = reference.split('#');
  const base = id === '' ? root : findSchema(root, ({ $id }) => $id === id);
  if (fragment === '') return base;
  if (!fragment.startsWith('/'))
    return findSchema(root, (one) => one.$anchor === fragment || one.$dynamicAnchor === fragment);
  let at: unknown = base;
  for (const part of decodeURIComponent(fragment).split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    at = typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? (at as Schema)[key] : undefined;
  }
  return at;
}

function findSchema(schema: Schema, matches: (one: Schema) => boolean): Schema | undefined {
  if (matches(schema)) return schema;
  for (const keyword of Object.keys(schema)) {
    for (const [, below] of subschemasOf(schema, keyword)) {
      const found = isPlainObject(below) ? findSchema(below, matches) : undefined;
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
