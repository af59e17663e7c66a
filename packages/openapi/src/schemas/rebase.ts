import type { Schema } from '../types.ts';
import { mapMembers } from './map-members.ts';

/**
 * Rewrite the references of a schema that becomes part of a document. References to its root, an `$id` or an `$anchor`
 * become JSON Pointers into the document: many tools support no `$id`, and a schema used twice would define it twice.
 *
 * @param pointer - where the schema will stand: `#/components/schemas/Post`
 */
export function rebase(schema: Schema, pointer: string): Schema {
  const { $schema: _, ...rest } = schema;
  const text = JSON.stringify(rest);
  if (!REFERS_TO_ITSELF.test(text)) return rest;
  const names = new Map<string, string>();
  if (NAMED.test(text)) collect(rest, pointer, '', names);
  return walk(rest, { root: pointer, base: '', names }) as Schema;
}

/** Whether a schema refers to its root or defines an `$id`, `$anchor` or `$defs`, and so must be a component. */
export function refersToItself(schema: Schema): boolean {
  return REFERS_TO_ITSELF.test(JSON.stringify(schema));
}

/** A name as a part of a reference (RFC 6901, RFC 3986). */
export function escapeToken(name: string): string {
  return encodeURI(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}

// --- internal ---

const NAMED = /"\$(?:id|anchor)":"/;
const REFERS_TO_ITSELF = /"\$(?:ref":"(?!#\/components\/)|(?:id|anchor)":")/;

/** The meaning of references at a position in a schema. */
interface Scope {
  /** The pointer that `#` refers to. */
  readonly root: string;
  /** Its `$id`. */
  readonly base: string;
  /** `$id`s, and `$anchor`s after `#` → pointers into the document. */
  readonly names: ReadonlyMap<string, string>;
}

/** Keywords whose values are data. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'example', 'examples']);
/** Keywords whose values are schemas by name. */
const MAPS: ReadonlySet<string> = new Set([
  'properties',
  '$defs',
  'definitions',
  'patternProperties',
  'dependentSchemas',
]);

function collect(value: unknown, pointer: string, base: string, names: Map<string, string>): void {
  if (typeof value !== 'object' || value === null) return;
  const { $id, $anchor } = value as Schema;
  const own = typeof $id === 'string' ? resolveId($id, base) : base;
  if (typeof $id === 'string') names.set(own, pointer);
  if (typeof $anchor === 'string') names.set(`${own}#${$anchor}`, pointer);
  for (const [name, member] of Object.entries(value)) {
    if (DATA.has(name)) continue;
    const place = `${pointer}/${escapeToken(name)}`;
    if (!MAPS.has(name)) collect(member, place, own, names);
    else
      for (const [key, schema] of Object.entries(member ?? {}))
        collect(schema, `${place}/${escapeToken(key)}`, own, names);
  }
}

function walk(value: unknown, scope: Scope): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return mapMembers(value, (item) => walk(item, scope));
  const { $id, $anchor } = value as Schema;
  const inner = typeof $id === 'string' ? within(scope, $id) : scope;
  const walked = mapMembers(value, (member, name) => {
    if (DATA.has(name)) return member;
    if (name === '$ref' && typeof member === 'string') return locate(member, inner);
    const isMap = MAPS.has(name) && typeof member === 'object' && member !== null;
    return isMap ? mapMembers(member, (one) => walk(one, inner)) : walk(member, inner);
  });
  if ($id === undefined && $anchor === undefined) return walked;
  const { $id: _id, $anchor: _anchor, ...members } = walked as Schema;
  return members;
}

function within({ base, names }: Scope, id: string): Scope {
  const own = resolveId(id, base);
  return { base: own, root: names.get(own) as string, names };
}

function locate(reference: string, { root, base, names }: Scope): string {
  if (reference.startsWith('#/components/')) return reference;
  const [id = '', fragment = ''] = reference.split('#', 2);
  const target = id === '' ? base : resolveId(id, base);
  const place = id === '' ? root : names.get(target);
  if (fragment !== '' && !fragment.startsWith('/')) return names.get(`${target}#${fragment}`) ?? reference;
  return place === undefined ? reference : place + fragment;
}

/** An `$id` may be relative to its parent's (RFC 3986). */
function resolveId(id: string, base: string): string {
  const plain = id.replace(/#$/, '');
  try {
    return new URL(plain, base === '' ? undefined : base).href;
  } catch {
    return plain;
  }
}
