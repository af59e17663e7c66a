/** Shorten an untrusted string and replace characters that could corrupt a log or a terminal. */
export function shorten(text: string, longest: number): string {
  const shown = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return shown.replace(UNPRINTABLE, '\ufffd');
}

/** The first five of texts, and how many more there are. */
export function listFirst(texts: readonly string[]): string {
  const more = texts.length - TOLD;
  return [...texts.slice(0, TOLD), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

// --- internal ---

const TOLD = 5;

/**
 * Controls, halves of surrogate pairs (`slice` makes them too), signs that turn the direction of writing, ends of
 * lines.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/gu;
