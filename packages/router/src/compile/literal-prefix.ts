import { activeCharacters } from '../parse/pattern.ts';

/**
 * Read the text that every match of an expression begins with: `\/post\/(\d+)` → `/post/`.
 *
 * It is as long as can be read without understanding the expression: characters that stand for themselves, of ASCII only, since
 * beyond it upper and lower case do not come in pairs.
 *
 * @param source - of an expression that has to match from the beginning
 */
export function literalPrefix(source: string): string {
  for (const [, char, depth] of activeCharacters(source)) {
    if (char === '|' && depth === 0) return '';
  }
  let prefix = '';
  for (let at = 0; at < source.length; ) {
    const found = /^(?:\\([^\w\s])|([\w/~!@%&=:;,'"-]))/.exec(source.slice(at, at + 2));
    const char = found?.[1] ?? found?.[2];
    if (found === null || char === undefined || char > '~') break;
    at += found[0].length;
    // What follows may say that the character is not needed.
    if (/[?*+{]/.test(source[at] ?? '')) break;
    prefix += char;
  }
  return prefix;
}
