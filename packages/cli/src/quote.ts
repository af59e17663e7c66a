/**
 * Quote text of a user for a message: no control or direction character of it reaches the terminal, and no line is flooded.
 *
 * @param text - at most 80 characters of it are shown
 */
export function quote(text: string): string {
  const shown = text.length > 80 ? `${text.slice(0, 79)}…` : text;
  return JSON.stringify(shown).replace(
    UNSAFE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

// --- internal ---

/** What `JSON.stringify` leaves as it is although a terminal acts on it: DEL, C1 controls, marks of direction, line separators. */
const UNSAFE = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
