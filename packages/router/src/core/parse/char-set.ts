import type { AST } from '@eslint-community/regexpp';
import type { CharSet, TextNode } from './types.ts';

/**
 * Read the set of a class such as `\d`, `[^/]` or `.`, of an expression without the flags u and v.
 *
 * @returns `undefined` when characters beyond ASCII would have to be distinguished
 */
export function parseCharSet(
  node: AST.CharacterClass | AST.CharacterSet | AST.Character,
  flags: string,
): CharSet | undefined {
  const key = `${node.raw} ${flags}`;
  if (SETS.has(key)) return SETS.get(key);
  const beyond = readBeyond(node, flags);
  const set = beyond === undefined ? undefined : { name: key, table: readTable(node.raw, flags), beyond };
  SETS.set(key, set);
  return set;
}

/** `[.]` is a dot, and `[Cc]` the letter in either case. */
export function onlyCharacter({ table, beyond }: CharSet): TextNode | undefined {
  if (beyond !== 'none') return undefined;
  const chars = [...table.keys()].filter((code) => table[code] !== 0).map((code) => String.fromCharCode(code));
  const [first, second] = chars;
  if (first === undefined || chars.length > 2) return undefined;
  if (second === undefined) return { kind: 'text', text: first, ignoreCase: false, written: first };
  if (first.toLowerCase() !== second) return undefined;
  return { kind: 'text', text: second, ignoreCase: true, written: first };
}

/** Whether no character is in both sets. */
export function areDisjoint(one: CharSet, other: CharSet): boolean {
  if (one.beyond !== 'none' && other.beyond !== 'none') return false;
  return one.table.every((bits, code) => bits === 0 || other.table[code] === 0);
}

/** Whether a character of a path is in a set. */
export function hasCharacter({ table, beyond }: CharSet, code: number): boolean {
  if (code < 128) return table[code] !== 0;
  return beyond === 'all' || (beyond === 'no line end' && code !== 0x2028 && code !== 0x2029);
}

// --- internal ---

/** By the text of a class, so that ten thousand rules with `\d` have one table. */
const SETS = new Map<string, CharSet | undefined>();

/** In a table: in the set. */
const IN = 1;
/** In a table: in the set, and a capture with it has to be decoded, split or refused before it is used. */
const UNSAFE = 3;

/** The engine itself says which characters of ASCII it takes. */
function readTable(raw: string, flags: string): Uint8Array {
  const expression = new RegExp(`^${raw}$`, flags);
  return Uint8Array.from({ length: 128 }, (_, code) => {
    const char = String.fromCharCode(code);
    if (!expression.test(char)) return 0;
    return /[%/\p{Cc}]/u.test(char) ? UNSAFE : IN;
  });
}

/** Without u no character beyond ASCII has a case in ASCII, so that i changes nothing here. */
function readBeyond(
  node: AST.CharacterClassElement | AST.CharacterClass | AST.CharacterSet,
  flags: string,
): CharSet['beyond'] | undefined {
  if (node.type === 'Character') return node.value < 128 ? 'none' : undefined;
  if (node.type === 'CharacterClassRange') return node.max.value < 128 ? 'none' : undefined;
  if (node.type === 'CharacterSet') {
    if (node.kind === 'any') return flags.includes('s') ? 'all' : 'no line end';
    if (node.kind === 'digit' || node.kind === 'word') return node.negate ? 'all' : 'none';
    return undefined;
  }
  if (node.type !== 'CharacterClass') return undefined;
  const parts = node.elements.map((element) => readBeyond(element, flags));
  if (parts.includes(undefined)) return undefined;
  const all = parts.includes('all');
  return all === node.negate ? 'none' : 'all';
}
