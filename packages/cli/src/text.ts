/**
 * Quote text of a user for a message, without control characters and shortened.
 *
 * @param text - at most 80 characters of it are shown
 */
export function quote(text: string): string {
  return JSON.stringify(shorten(text, 80)).replace(UNSAFE, escaped);
}

/** Escape everything in a text of several lines that a terminal interprets: file names can contain anything. */
export function printable(text: string): string {
  return text.replace(CONTROL, escaped).replace(UNSAFE, escaped);
}

/** Like {@link printable}, for one line. */
export function oneLine(text: string): string {
  return printable(text).replaceAll('\n', '\\n');
}

/** Format a value as JSON that is safe to print to a terminal. */
export function jsonText(value: unknown): string {
  return `${printable(JSON.stringify(value, null, 2))}\n`;
}

/** End a message with a period, unless it already ends a sentence. */
export function sentence(message: string): string {
  return /[.?!]$/.test(message) ? message : `${message}.`;
}

/** Shorten a text that is longer than a number of characters. */
export function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, Math.max(length, 2) - 1)}…` : text;
}

/** `v1/blog-post` → `V1BlogPost` */
export function pascalCase(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** Take a name, with a number if it is taken. */
export function takeName(stem: string, used: Set<string>): string {
  let name = stem;
  for (let number = 2; used.has(name); number++) name = `${stem}${number}`;
  used.add(name);
  return name;
}

/** Break a text between words, into lines of a width; commands such as `npx rest-gen controller post -r` stay whole. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    for (const word of paragraph.trim().match(/npx rest-gen [\w/ -]*?-r|[^ ]+/g) ?? []) {
      const last = lines.at(-1);
      if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
      else lines.push(word);
    }
    return lines;
  });
}

// --- internal ---

/** Control characters but line feeds, and halves of characters. */
const CONTROL = /(?!\n)[\p{Cc}\p{Cs}]/gu;

/**
 * Characters that terminals interpret and `JSON.stringify` does not escape: DEL, C1 controls, direction marks, line
 * separators.
 */
const UNSAFE = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
