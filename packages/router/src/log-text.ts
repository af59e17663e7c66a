import { inspect } from 'node:util';

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
  return show(value)
    .split('\n')
    .map((line, index) => `${index === 0 ? '' : '  '}${toLogLine(line)}`)
    .join('\n');
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

/** Whether something of this name is not to be told: `password`, `X-Api-Key`, `accessToken`. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** In place of the value of a secret. */
export const HIDDEN = '***';

// --- internal ---

const SECRET_NAME =
  /authorization|cookie|passw|passphrase|passcode|pwd|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|credential|session[-_]?id|jwt/i;

/** The mark between a name and its value: `=`, `: `, `": "`, `\":\"`, and in a list of header fields `', '`. */
const MARK = /[\w-]{0,30}(?:[\\'"\]]{0,3}\s?[:=]|['"],)\s?/.source;

/** In quotes, which may be missing at the end, an object of one line, or up to what ends a value in a query, an object or a sentence: none of these can fail. */
const VALUE =
  /\\?"(?:[^"\\]|\\.)*"?|\\?'(?:[^'\\]|\\.)*'?|`[^`]*`?|\{[^}]*\}?|\[[^\]]*\]?|(?:(?:Basic|Bearer|Digest|Negotiate|Token)\s)?[^\s&;,'"})\]]+/
    .source;

const SECRET_VALUE = new RegExp(`(${SECRET_NAME.source})(${MARK})(?:${VALUE})`, 'gi');

/** As in a head: the value takes the rest of the line. */
const SECRET_FIELD = /(cookie2?|authorization)(:\s)(?=[^\s'"{[]).*/gi;

const CONTROLS = /[\p{Cc}\p{Bidi_C}\p{Zl}\p{Zp}\u200b\u2060-\u2064\ufeff]/gu;

const SHORT: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

function hideSecrets(text: string): string {
  const hide = (_: string, name: string, mark: string): string => `${name}${mark}${HIDDEN}`;
  return text.replace(SECRET_FIELD, hide).replace(SECRET_VALUE, hide);
}

/** What is shown may throw when it is looked at. */
function show(value: unknown): string {
  try {
    return inspect(value, { breakLength: 120 });
  } catch {
    return `a value that throws when it is shown (${typeof value})`;
  }
}
