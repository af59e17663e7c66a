import { isPlainObject } from '../is-object.ts';
import type { Schema } from '../schemas.ts';
import { subschemasOf } from './schema-keywords.ts';

/** The members of an object that a JSON Schema names. */
export interface NamedMembers {
  readonly names: readonly string[];
  /** The expressions of `patternProperties`. */
  readonly patterns: readonly RegExp[];
  /** The schema allows no other members explicitly: libraries such as zod drop them. */
  readonly closed: boolean;
  /** Whether the schema of a member has a `default`. */
  hasDefault(name: string): boolean;
  /**
   * The named members of the value of a member, or of an item of a list; undefined if its schema describes no object
   * and no list.
   */
  below(key: string | number): NamedMembers | undefined;
}

/**
 * Find the members that a schema names under any keyword or branch that describes the same object. What
 * `additionalProperties` and `unevaluatedProperties` allow has no name.
 *
 * @returns undefined if the schema describes no object and no list
 */
export function namedMembers(schema: unknown, root: Schema): NamedMembers | undefined {
  return new MemberFinder(root).find([schema]);
}

/** @returns undefined if the schema does not say: it names no member, and takes any */
export function isNamed(name: string, members: NamedMembers | undefined): boolean | undefined {
  if (members === undefined) return undefined;
  const { names, patterns, closed } = members;
  if (!closed && names.length + patterns.length === 0) return undefined;
  return names.includes(name) || patterns.some((pattern) => pattern.test(name));
}

// --- internal ---

/** Caches the members of each set of schemas, so that the depth of a value does not matter. */
class MemberFinder {
  readonly #root: Schema;
  readonly #ids = new Map<Schema, number>();
  readonly #known = new Map<string, NamedMembers | undefined>();

  constructor(root: Schema) {
    this.#root = root;
  }

  find(schemas: readonly unknown[]): NamedMembers | undefined {
    const parts = this.partsOf(schemas);
    const ids = [...parts].map((part) => this.#idOf(part));
    const key = ids.sort((a, b) => a - b).join();
    if (!this.#known.has(key)) this.#known.set(key, describe([...parts], this));
    return this.#known.get(key);
  }

  /** The schemas, and all others that describe the same objects. */
  partsOf(schemas: readonly unknown[]): Set<Schema> {
    const parts = new Set<Schema>();
    for (const schema of schemas) collectParts(schema, this.#root, parts);
    return parts;
  }

  #idOf(part: Schema): number {
    const id = this.#ids.get(part) ?? this.#ids.size;
    this.#ids.set(part, id);
    return id;
  }
}

function describe(parts: readonly Schema[], finder: MemberFinder): NamedMembers | undefined {
  const names = new Set<string>();
  const sources = new Set<string>();
  for (const part of parts) {
    for (const [name, below] of entriesOf(part.properties)) if (below !== false) names.add(name);
    for (const [source, below] of entriesOf(part.patternProperties)) if (below !== false) sources.add(source);
    for (const name of otherNames(part)) names.add(name);
  }
  const some = (keywords: readonly string[]): boolean =>
    parts.some((part) => keywords.some((keyword) => (part[keyword] ?? false) !== false));
  const isOpen = some(OTHERS);
  const isObject = names.size + sources.size > 0 || parts.some(({ type }) => [type].flat().includes('object'));
  if (!isObject && !isOpen && !some(ITEMS)) return undefined;
  const patterns = [...sources].map(toExpression);
  const known = new Map<string | number, NamedMembers | undefined>();
  const most = Math.max(0, ...parts.map(({ prefixItems = [] }) => (prefixItems as unknown[]).length));
  return {
    names: [...names],
    patterns,
    closed: isObject && !isOpen,
    hasDefault: (name) =>
      [...finder.partsOf(parts.flatMap((part) => Object(part.properties)[name]))].some((part) => 'default' in part),
    below(key) {
      // The client chooses names outside of `properties`: they are cached by the patterns they match, so that the cache
      // cannot grow without limit.
      const place =
        typeof key === 'number'
          ? Math.min(key, most)
          : names.has(key)
            ? `name ${key}`
            : patterns.map((pattern) => Number(pattern.test(key))).join('');
      if (!known.has(place)) known.set(place, finder.find(parts.flatMap((part) => schemasBelow(part, key))));
      return known.get(place);
    },
  };
}

/** Keywords whose schemas describe the object itself. */
const SAME_OBJECT = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'dependentSchemas'] as const;

/** Keywords whose schemas describe members without names. */
const OTHERS = ['additionalProperties', 'unevaluatedProperties'] as const;

/** Keywords whose schemas describe items. */
const ITEMS = ['items', 'prefixItems'] as const;

/** A schema and all those that describe the same object. */
function collectParts(schema: unknown, root: Schema, parts: Set<Schema>): void {
  if (!isPlainObject(schema) || parts.has(schema)) return;
  parts.add(schema);
  for (const keyword of SAME_OBJECT) {
    const inner = schema[keyword];
    const list = isPlainObject(inner) && keyword === 'dependentSchemas' ? Object.values(inner) : [inner].flat();
    for (const below of list) collectParts(below, root, parts);
  }
  for (const reference of [schema.$ref, schema.$dynamicRef])
    collectParts(followReference(reference, root), root, parts);
}

/** Names that a schema gives without a schema of their own. */
function otherNames({ required, dependentRequired, dependentSchemas, propertyNames }: Schema): readonly string[] {
  const dependent = entriesOf(dependentRequired).flatMap(([name, names]) => [name, ...(names as readonly string[])]);
  const { enum: allowed = [], const: only } = (isPlainObject(propertyNames) ? propertyNames : {}) as Schema;
  return [required ?? [], dependent, Object.keys(dependentSchemas ?? {}), allowed, only ?? []].flat() as string[];
}

function schemasBelow(part: Schema, key: string | number): unknown[] {
  if (typeof key === 'number') return [(part.prefixItems as unknown[] | undefined)?.[key] ?? part.items];
  const own = entriesOf(part.properties).filter(([name]) => name === key);
  const matching = entriesOf(part.patternProperties).filter(([source]) => toExpression(source).test(key));
  const named = [...own, ...matching].map(([, below]) => below);
  return named.length > 0 ? named : OTHERS.map((keyword) => part[keyword]);
}

/** Some expressions of libraries are invalid with the flag `u`. */
function toExpression(source: string): RegExp {
  try {
    return new RegExp(source, 'u');
  } catch {
    return new RegExp(source);
  }
}

function entriesOf(value: unknown): [string, unknown][] {
  return Object.entries((value ?? {}) as object);
}

/** The schema that `#/$defs/a`, `#anchor` or an `$id` means; nothing is fetched. */
function followReference(reference: unknown, root: Schema): unknown {
  if (typeof reference !== 'string') return undefined;
  const [id, fragment = ''] = reference.split('#');
  const base = id === '' ? root : findSchema(root, ({ $id }) => $id === id);
  if (fragment === '') return base;
  if (!fragment.startsWith('/'))
    return findSchema(root, (one) => one.$anchor === fragment || one.$dynamicAnchor === fragment);
  let at: unknown = base;
  for (const part of decode(fragment).split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    at = typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? (at as Schema)[key] : undefined;
  }
  return at;
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    // Libraries may write a percent sign without encoding it.
    return fragment;
  }
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
