import { inspect } from 'node:util';
import { SECRET_NAME } from '@rest-gen/logic/common';

/**
 * Write a text as one line of a log: what a terminal or a reader of logs acts on (line breaks, escapes, marks of direction) is shown as an escape, and
 * the values of what has the name of a secret are left out.
 *
 * @example toLogLine('no user "a\nb" for password=1234') // 'no user "a\\nb" for password=***'
 */
export function toLogLine(text: string): string {
  return hideSecrets(escapeControls(text));
}

/**
 * Write a value as the console shows it, in several lines: all but the first are indented, so that none of them looks like the beginning of an entry,
 * whatever a message holds.
 */
export function toLogLines(value: unknown): string {
  return hideSecrets(show(value).split('\n').map(escapeControls).join('\n')).replaceAll('\n', '\n  ');
}

/** Write a value as the console shows it, in one line. */
export function toShortLog(value: unknown): string {
  if (typeof value === 'string') return toLogLine(value);
  const lines = show(value).split('\n');
  return toLogLine(lines.map((line) => line.trim()).join(' '));
}

/** Show as escapes what a terminal or a reader of logs acts on: `\n`, `\u001b`. */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, (character) => {
    const short = SHORT.get(character);
    return short ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** In place of the value of a secret. */
export const HIDDEN = '***';

// --- internal ---

/** The mark between a name and its value: `=`, `: `, ` => `, `": "`, `\":\"`, and in a list of header fields `', '`, the name of a class included. */
const MARK = /[\w-]{0,30}(?:[\\'"\]]{0,3}\s?[:=]>?[^\S\n]?|['"],\s*)(?:[A-Z][\w()]{0,40} (?=[{[]))?/.source;

/** A text in quotes, which may be missing at its end: this cannot fail. */
const QUOTED = /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`[^`\n]*`?/.source;

/** Quoted, also in parts that a `+` joins, an object of one line, or up to what ends a value in a query, an object or a sentence. */
const VALUE = new RegExp(
  `\\\\?(?:${QUOTED})(?: \\+\\s+(?:${QUOTED}))*|${/\{[^}\n]*\}?|\[[^\]\n]*\]?|(?:(?:Basic|Bearer|Digest|Negotiate|Token)[^\S\n])?[^\s&;,'"})\]]+/.source}`,
  'y',
);

const SECRET_START = new RegExp(`(?:${SECRET_NAME.source})${MARK}`, 'gi');

/** Brackets, and the quotes between which they are none. */
const BRACKET = new RegExp(`[{[\\]}]|${QUOTED}`, 'g');

/** In a URL: the password. */
const PASSWORD = /(:\/\/[^\s/?#:@'"`]*:)[^\s/?'"`]+@/g;

/** As in a head: the value takes the rest of the line. */
const SECRET_FIELD = /(cookie2?|authorization)(:\s)(?=[^\s'"{[]).*/gi;

const CONTROLS = /[\p{Cc}\p{Bidi_C}\p{Zl}\p{Zp}\u200b\u2060-\u2064\ufeff]/gu;

const SHORT: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

function hideSecrets(text: string): string {
  const plain = text
    .replace(SECRET_FIELD, (_, name: string, mark: string) => `${name}${mark}${HIDDEN}`)
    .replace(PASSWORD, `$1${HIDDEN}@`);
  let ends: ReadonlyMap<number, number> | undefined;
  let shown = '';
  let from = 0;
  SECRET_START.lastIndex = 0;
  while (SECRET_START.test(plain)) {
    const start = SECRET_START.lastIndex;
    ends ??= bracketEnds(plain);
    const end = ends.get(start) ?? valueEnd(plain, start);
    if (end === start) continue;
    shown += plain.slice(from, start) + HIDDEN;
    from = end;
    SECRET_START.lastIndex = end;
  }
  return shown + plain.slice(from);
}

function valueEnd(text: string, start: number): number {
  VALUE.lastIndex = start;
  return VALUE.test(text) ? VALUE.lastIndex : start;
}

/** Behind which place a bracket closes, by where it opens; of all of them at once, so that the time grows with the text only. */
function bracketEnds(text: string): Map<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (const { 0: token, index } of text.matchAll(BRACKET)) {
    if (token === '{' || token === '[') open.push(index);
    else if (token === '}' || token === ']') ends.set(open.pop() ?? -1, index + 1);
  }
  return ends;
}

/** What is shown may throw when it is looked at. */
function show(value: unknown): string {
  try {
    return inspect(value, { breakLength: 120 });
  } catch {
    return `a value that throws when it is shown (${typeof value})`;
  }
}
