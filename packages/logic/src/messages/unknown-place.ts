/** The first place of a text that nothing is filled into, `{field}`; undefined when there is none. */
export function unknownPlace(text: string): string | undefined {
  return [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).find((place) => !KNOWN.has(place));
}

// --- internal ---

const KNOWN: ReadonlySet<string> = new Set(['{name}', '{args}']);
