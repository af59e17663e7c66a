import { resolveReference } from '../schemas/resolve-reference.ts';
import type { OpenApiDocument } from '../types.ts';

/** A JSON Pointer (RFC 6901) of names: `/paths/~1post/get`. */
export function toPointer(...names: readonly (string | number)[]): string {
  return names.map((name) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** A value and its pointer, after following references. */
export interface Placed<T> {
  readonly value: T;
  readonly pointer: string;
}

/** Follow the references of a value inside a document. @returns the target and its pointer */
export function follow<T>(document: OpenApiDocument, value: unknown, pointer: string): Placed<T> {
  let placed: Placed<unknown> = { value, pointer };
  // The limit ends circular references.
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const reference = (placed.value as { $ref?: unknown } | undefined)?.$ref;
    if (typeof reference !== 'string' || !reference.startsWith('#/')) break;
    placed = { value: resolveReference(reference, document), pointer: decodeURI(reference.slice(1)) };
  }
  return placed as Placed<T>;
}

// --- internal ---

const MAX_STEPS = 20;
