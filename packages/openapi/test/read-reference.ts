import type { OpenApiDocument, Schema } from '../src/types.ts';

/** The schema that a reference into the document leads to: `#/components/schemas/Post`; `undefined` where there is none. */
export function readReference(
  reference: string,
  document: Pick<OpenApiDocument, 'components'>,
): Schema | boolean | undefined {
  if (!reference.startsWith('#/')) return undefined;
  const names = decode(reference)
    .slice(2)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? value[name as never] : undefined,
    document,
  ) as Schema | boolean | undefined;
}

// --- internal ---

/** A sign that is no escape stands for itself. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
