/**
 * Quote text of a user for a message: no control or direction character of it reaches the terminal, and no line is flooded.
 *
 * @param text - at most 80 characters of it are shown
 */
export function quote(text: string): string {
  const shown = text.length > 80 ? `${text.slice(0, 79)}…` : text;
  return JSON.stringify(shown).replace(UNSAFE, escaped);
}

/** A word of the user as it is where it is plain and short, else quoted. */
export function word(text: string): string {
  return /^[\w.=-]{1,80}$/.test(text) ? text : quote(text);
}

/** A text of several lines with everything escaped that a terminal acts on: names of files and of directories can hold anything. */
export function printable(text: string): string {
  return text.replace(CONTROL, escaped).replace(UNSAFE, escaped);
}

/** As {@link printable}, for what is shown in one line. */
export function oneLine(text: string): string {
  return printable(text).replaceAll('\n', '\\n');
}

/** Write a value as JSON that a terminal can show: nothing in it is acted on. */
export function jsonText(value: unknown): string {
  return `${printable(JSON.stringify(value, null, 2))}\n`;
}

// --- internal ---

/** Control characters but line feeds, and halves of characters. */
const CONTROL = /(?!\n)[\p{Cc}\p{Cs}]/gu;

/** What `JSON.stringify` leaves as it is although a terminal acts on it: DEL, C1 controls, marks of direction, line separators. */
const UNSAFE = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
