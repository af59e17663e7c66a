import type { Schema } from '../rules/rule.ts';
import type { FoundSchemas, Refuse } from './check-keywords.ts';
import { IN_PLACE, subschemasOf } from './schema-keywords.ts';

/**
 * Find the schema that each reference leads to.
 *
 * Known are `#`, pointers (`#/$defs/a`), anchors (`#a`), and an `$id` inside of the document with each of these. Nothing is ever fetched.
 */
export function resolveReferences(root: Schema, found: FoundSchemas, refuse: Refuse): ReadonlyMap<Schema, Schema> {
  const index: Index = { resources: new Map(), anchors: new Map(), bases: new Map(), found, refuse };
  index.resources.set(NO_ID, root);
  indexIds(root, NO_ID, index);
  const targets = new Map<Schema, Schema>();
  for (const [schema, pointer] of found) {
    const { $ref, $dynamicRef } = schema;
    if ($ref !== undefined && $dynamicRef !== undefined) refuse(pointer, 'has both $ref and $dynamicRef; write one');
    const keyword = $ref === undefined ? '$dynamicRef' : '$ref';
    const reference = schema[keyword];
    if (typeof reference === 'string') targets.set(schema, resolve(reference, schema, `${pointer}/${keyword}`, index));
  }
  refuseCycles(targets, found, refuse);
  return targets;
}

// --- internal ---

interface Index {
  /** Schemas with an `$id`, and the root, by address. */
  readonly resources: Map<string, Schema>;
  /** By address and `#name`. */
  readonly anchors: Map<string, Schema>;
  /** The address against which each schema reads its references. */
  readonly bases: Map<Schema, string>;
  readonly found: FoundSchemas;
  readonly refuse: Refuse;
}

/** Address of a document without `$id`. */
const NO_ID = 'schema:/';

function indexIds(schema: Schema, above: string, index: Index): void {
  const { resources, anchors, bases, found, refuse } = index;
  const pointer = String(found.get(schema));
  let base = above;
  if (typeof schema.$id === 'string') {
    base = (join(schema.$id, above) ?? refuse(`${pointer}/$id`, `is "${schema.$id}", which is no address`)).split(
      '#',
      1,
    )[0] as string;
    if (resources.has(base)) refuse(`${pointer}/$id`, `is "${schema.$id}", which another schema inside has too`);
    resources.set(base, schema);
  }
  bases.set(schema, base);
  for (const keyword of ['$anchor', '$dynamicAnchor']) {
    const name = schema[keyword];
    if (name === undefined) continue;
    const address = `${base}#${name}`;
    // A dynamic reference would choose among the schemas that share the name: here it never has a choice.
    const taken = [...anchors.keys()].some(
      (known) => known === address || (keyword === '$dynamicAnchor' && known.endsWith(`#${name}`)),
    );
    if (taken && anchors.get(address) !== schema) {
      refuse(
        `${pointer}/${keyword}`,
        `is "${name}", which another schema inside has too; names of anchors must differ`,
      );
    }
    anchors.set(address, schema);
  }
  for (const { holder, key } of Object.keys(schema).flatMap((keyword) => subschemasOf(schema, keyword))) {
    const below = holder[key];
    if (found.has(below as Schema)) indexIds(below as Schema, base, index);
  }
}

function resolve(reference: string, schema: Schema, pointer: string, index: Index): Schema {
  const { resources, anchors, bases, found, refuse } = index;
  const address = join(reference, String(bases.get(schema)));
  const [uri = '', fragment = ''] = address?.split('#') ?? [];
  const resource = resources.get(uri);
  if (resource === undefined) {
    return refuse(
      pointer,
      `is "${reference}", which is not inside of this schema; nothing is fetched: put it into $defs`,
    );
  }
  const name = decode(fragment);
  const target =
    name === '' ? resource : name?.startsWith('/') ? follow(resource, name) : anchors.get(`${uri}#${name}`);
  // Only schemas have been checked; a pointer can lead to anything.
  if (!found.has(target as Schema)) refuse(pointer, `is "${reference}", where there is no schema`);
  return target as Schema;
}

function join(reference: string, base: string): string | undefined {
  try {
    return new URL(reference, base).href;
  } catch {
    return undefined;
  }
}

function decode(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

function follow(resource: Schema, pointer: string): unknown {
  let value: unknown = resource;
  for (const token of pointer.slice(1).split('/')) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** A schema that applies itself to the same value would never end. */
function refuseCycles(targets: ReadonlyMap<Schema, Schema>, found: FoundSchemas, refuse: Refuse): void {
  const done = new Set<Schema>();
  const open = new Set<Schema>();
  for (const schema of targets.keys()) visit(schema);

  function visit(schema: Schema): void {
    if (done.has(schema)) return;
    if (open.has(schema)) refuse(String(found.get(schema)), 'leads back to itself for the same value, without end');
    open.add(schema);
    const target = targets.get(schema);
    if (target !== undefined) visit(target);
    for (const keyword of IN_PLACE) {
      if (!Object.hasOwn(schema, keyword)) continue;
      for (const { holder, key } of subschemasOf(schema, keyword)) visit(holder[key] as Schema);
    }
    open.delete(schema);
    done.add(schema);
  }
}
