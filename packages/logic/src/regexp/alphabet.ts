import { type AST, visitRegExpAST } from '@eslint-community/regexpp';

/** A part of a pattern that matches exactly one character. */
export type Leaf = AST.Character | AST.CharacterClass | AST.CharacterSet | AST.ExpressionCharacterClass;

/** A set of character classes, one bit a class. */
export type CharSet = bigint;

/**
 * The characters of one pattern, sorted into classes: two characters are in one class when no part of the pattern
 * distinguishes them.
 *
 * The engine tests which characters a part matches, so case folding, `\p{…}` and set notation are those of the running
 * Node.
 */
export interface Alphabet {
  /** One character per class, the most readable one. */
  readonly letters: readonly string[];
  readonly all: CharSet;
  /** Word characters, as `\b` sees them. */
  readonly word: CharSet;
  /** Line terminators, as `^` and `$` see them with flag m. */
  readonly lineEnd: CharSet;
  /**
   * The sets that `\b`, or `^` and `$` with flag m, distinguish; one set of all characters if the pattern has none of
   * these.
   */
  readonly kinds: readonly CharSet[];
  setOf(leaf: Leaf): CharSet;
}

/** Sort the characters of a pattern into classes. */
export function alphabetOf(pattern: AST.Pattern, flags: AST.Flags): Alphabet {
  const { leaves, points } = leavesIn(pattern, flags);
  const tests = new Map([...leaves].map(([key, leaf]) => [key, testOf(leaf, flags)]));
  tests.set('\\w', (char) => /\w/.test(char));
  tests.set('\n', (char) => /[\n\r\u2028\u2029]/.test(char));

  const sets = new Map<string, CharSet>([...tests.keys()].map((key) => [key, 0n]));
  const classes = new Map<string, string>();
  for (const char of sampleOf(points, tests, flags.unicode || flags.unicodeSets)) {
    const signature = [...tests.values()].map((test) => Number(test(char))).join('');
    if (classes.has(signature)) continue;
    const bit = 1n << BigInt(classes.size);
    classes.set(signature, char);
    let at = 0;
    for (const [key, set] of sets) if (signature[at++] === '1') sets.set(key, set | bit);
  }
  const all = (1n << BigInt(classes.size)) - 1n;
  const [word = 0n, lineEnd = 0n] = [sets.get('\\w'), sets.get('\n')];
  const asksBeside = flags.multiline || /\\b|\(\?\w*m/i.test(pattern.raw);
  return {
    letters: [...classes.values()],
    ...{ all, word, lineEnd, kinds: asksBeside ? [word, lineEnd, all & ~word & ~lineEnd] : [all] },
    setOf: (leaf) => sets.get(keyOf(leaf, flags)) as CharSet,
  };
}

/** The flags in force at a node: those of the expression, changed by `(?i-s:…)` around it. */
export function flagsAt(node: AST.Node, flags: AST.Flags): { i: boolean; m: boolean; s: boolean } {
  const outside =
    node.parent === null ? { i: flags.ignoreCase, m: flags.multiline, s: flags.dotAll } : flagsAt(node.parent, flags);
  if (node.type !== 'Group' || node.modifiers === null) return outside;
  const { add, remove } = node.modifiers;
  const here = (name: 'ignoreCase' | 'multiline' | 'dotAll', before: boolean): boolean =>
    add[name] || (before && remove?.[name] !== true);
  return { i: here('ignoreCase', outside.i), m: here('multiline', outside.m), s: here('dotAll', outside.s) };
}

// --- internal ---

// Readable characters first; the others represent the scripts and categories that patterns commonly use.
const PREFERRED = 'a0A -./_@x!';
const SAMPLE = '\u212a\u0000\u0080é\u00a0ßÉ²ıſKжΩ٣ा中ぁ한€“\u200d\u2028\ufeff\u0378\ue000\uffff';
const ASTRAL = '😀𝒜𐐀\u{1f3fb}\u{e0001}\u{10ffff}';

type Test = (char: string) => boolean;

function keyOf(leaf: Leaf, flags: AST.Flags): string {
  const { i, s } = flagsAt(leaf, flags);
  return `${i ? 'i' : ''}${s ? 's' : ''}:${leaf.type === 'Character' ? `=${leaf.value}` : leaf.raw}`;
}

/** The parts that match one character, and the characters that they and the ends of their ranges name. */
function leavesIn(pattern: AST.Pattern, flags: AST.Flags): { leaves: Map<string, Leaf>; points: Set<number> } {
  const leaves = new Map<string, Leaf>();
  const points = new Set<number>();
  const add = (leaf: Leaf): void => {
    const type = leaf.parent?.type;
    if (type === 'Alternative' || type === 'Quantifier') leaves.set(keyOf(leaf, flags), leaf);
  };
  visitRegExpAST(pattern, {
    onCharacterEnter(character) {
      for (const near of [-1, 0, 1]) points.add(character.value + near);
      add(character);
    },
    onCharacterClassEnter: add,
    onCharacterSetEnter: add,
    onExpressionCharacterClassEnter: add,
  });
  return { leaves, points };
}

function testOf(leaf: Leaf, flags: AST.Flags): Test {
  const { i, s } = flagsAt(leaf, flags);
  if (leaf.type === 'Character' && !i) {
    const wanted = String.fromCodePoint(leaf.value);
    return (char) => char === wanted;
  }
  const mode = flags.unicodeSets ? 'v' : flags.unicode ? 'u' : '';
  // As it is written, a character may depend on what precedes it: the backslash of `\c` is no expression.
  const source = leaf.type === 'Character' ? escapeOf(leaf.value, mode !== '') : leaf.raw;
  const regexp = new RegExp(`^(?:${source})$`, `${i ? 'i' : ''}${s ? 's' : ''}${mode}`);
  return (char) => regexp.test(char);
}

function escapeOf(point: number, isUnicode: boolean): string {
  const digits = point.toString(16);
  return isUnicode ? `\\u{${digits}}` : `\\u${digits.padStart(4, '0')}`;
}

/** Characters among which there is one of every class that matters. */
function sampleOf(points: Set<number>, tests: Map<string, Test>, isUnicode: boolean): Set<string> {
  const chars = new Set(PREFERRED);
  for (let code = 33; code < 127; code++) chars.add(String.fromCharCode(code));
  for (let code = 0; code < 128; code++) chars.add(String.fromCharCode(code));
  for (const char of isUnicode ? SAMPLE + ASTRAL : SAMPLE) chars.add(char);
  for (const point of points) {
    const isSurrogate = point >= 0xd800 && point <= 0xdfff;
    if (point < 0 || point > (isUnicode ? 0x10ffff : 0xffff) || (isUnicode && isSurrogate)) continue;
    const char = String.fromCodePoint(point);
    for (const variant of [char, char.toLowerCase(), char.toUpperCase()]) {
      if ([...variant].length === 1) chars.add(variant);
    }
  }
  // Properties of which the sample has little: some members of each script will do.
  if ([...tests.keys()].some((key) => /\\p\{/i.test(key))) {
    for (let point = 0x80; point < 0x20000; point += 31) {
      if (point < 0xd800 || point > 0xdfff) chars.add(String.fromCodePoint(point));
    }
  }
  return chars;
}
