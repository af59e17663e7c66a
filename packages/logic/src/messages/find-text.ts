import type { Catalogue, Failure } from '../types.ts';
import { pathOf } from './name-field.ts';

/**
 * Find the text for a failure among catalogues: by the path of the field before by the rule, and in each by the order of the tags.
 *
 * @param tags - `['de-AT', 'de', '*']`
 */
export function findText(
  catalogues: ReadonlyMap<string, Catalogue>,
  tags: readonly string[],
  failure: Failure,
): string | undefined {
  const path = pathOf(failure);
  return (
    first(catalogues, tags, (catalogue) => ofPath(catalogue, path, failure.rule)) ??
    first(catalogues, tags, (catalogue) => ownText(catalogue, failure.rule))
  );
}

/** The text that an object itself has under a name. */
export function ownText(texts: Readonly<Record<string, unknown>> | undefined, name: string): string | undefined {
  const text = texts !== undefined && Object.hasOwn(texts, name) ? texts[name] : undefined;
  return typeof text === 'string' ? text : undefined;
}

// --- internal ---

function first(
  catalogues: ReadonlyMap<string, Catalogue>,
  tags: readonly string[],
  find: (catalogue: Catalogue | undefined) => string | undefined,
): string | undefined {
  for (const tag of tags) {
    const text = find(catalogues.get(tag));
    if (text !== undefined) return text;
  }
  return undefined;
}

function ofPath(catalogue: Catalogue | undefined, path: string, rule: string): string | undefined {
  const entry = catalogue !== undefined && Object.hasOwn(catalogue, path) ? catalogue[path] : undefined;
  return typeof entry === 'object' ? ownText(entry, rule) : entry;
}
