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
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const reference = (placed.value as { $ref?: unknown } | undefined)?.$ref;
    if (typeof reference !== 'string' || !reference.startsWith('#/')) break;
    const target = decodeURI(reference.slice(1));
    placed = { value: read(document, target), pointer: target };
  }
  return placed as Placed<T>;
}

// --- internal ---

const MOST_STEPS = 20;

function read(document: OpenApiDocument, pointer: string): unknown {
  const names = pointer
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], document);
}
