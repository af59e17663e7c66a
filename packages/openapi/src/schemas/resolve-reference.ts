import type { OpenApiDocument, Schema } from '../types.ts';

/** The target of a reference such as `#/components/schemas/Post`, if any. */
export function resolveReference(
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

/** Invalid escapes are kept. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
