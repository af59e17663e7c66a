import { type AST, visitRegExpAST } from '@eslint-community/regexpp';
import { formsOf } from './strings.ts';

/** A part of a pattern that takes exactly one character. */
export type Leaf = AST.Character | AST.CharacterClass | AST.CharacterSet | AST.ExpressionCharacterClass;

/**
 * The characters of one pattern, sorted into classes: two characters are in the same class when no part of the
 * pattern tells them apart, so that one of them (the most readable) can stand for all.
 *
 * Which characters a part takes is asked of the engine itself, once per part and character in question: case folding,
 * `\p{…}` and set notation are thereby exactly those of the running Node.
 *
 * Sets of classes are numbers: 0 is the empty set, 1 the set of all.
 */
export class Alphabet {
  /** One text per class: `['a', '0', '-', …]`. */
  readonly letters: readonly string[];
  /** The class of each character of the pattern's neighbourhood: `'b'` → 0 when `'a'` stands for it. */
  readonly classOf: ReadonlyMap<string, number>;
  readonly #masks: bigint[] = [0n];
  readonly #ids = new Map<bigint, number>([[0n, 0]]);
  readonly #rows: Uint8Array[] = [];
  readonly #meets: number[][] = [];
  readonly #leaves = new Map<string, number>();

  constructor(pattern: AST.Pattern, flags: AST.Flags) {
    const { leaves, points } = inspect(pattern, flags);
    const tests = new Map([...leaves].map(([key, leaf]) => [key, tester(leaf, flags)]));
    tests.set('\\w', (char) => /\w/.test(char));
    tests.set('\n', (char) => /[\n\r\u2028\u2029]/.test(char));
    const chars = sample(points, tests, unicode(flags));

    const signatures = new Map<string, number>();
    const letters: string[] = [];
    const classOf = new Map<string, number>();
    const members = new Map<string, bigint>([...tests.keys()].map((key) => [key, 0n]));
    for (const char of chars) {
      let signature = '';
      for (const test of tests.values()) signature += test(char) ? '1' : '0';
      let index = signatures.get(signature);
      if (index === undefined) {
        index = letters.push(char) - 1;
        signatures.set(signature, index);
        let bit = 0;
        for (const [key, mask] of members) if (signature[bit++] === '1') members.set(key, mask | (1n << BigInt(index)));
      }
      classOf.set(char, index);
    }
    this.letters = letters;
    this.classOf = classOf;
    this.#intern((1n << BigInt(letters.length)) - 1n);
    for (const [key, mask] of members) this.#leaves.set(key, this.#intern(mask));
  }

  /** The set of classes that a part of the pattern takes. */
  setOf(leaf: Leaf, flags: AST.Flags): number {
    return this.#leaves.get(keyOf(leaf, flags)) as number;
  }

  /** The set of word characters, as `\b` sees them. */
  get word(): number {
    return this.#leaves.get('\\w') as number;
  }

  /** The set of line terminators, as `^` and `$` see them with flag m. */
  get lineEnd(): number {
    return this.#leaves.get('\n') as number;
  }

  /** The set of what is in both sets; 0 when nothing is. */
  meet(a: number, b: number): number {
    if (a === b || b === ANY) return a;
    if (a === ANY) return b;
    // Asked millions of times: two array look-ups are much faster than one in a Map.
    let row = this.#meets[a];
    if (row === undefined) {
      row = [];
      this.#meets[a] = row;
    }
    let met = row[b];
    if (met === undefined) {
      met = this.#intern((this.#masks[a] as bigint) & (this.#masks[b] as bigint));
      row[b] = met;
    }
    return met;
  }

  /** All classes, those that the fewest parts of the pattern take first: they are the likeliest to make it fail. */
  get strangest(): number[] {
    const sets = [...this.#leaves.values()].map((set) => this.row(set));
    const takers = this.letters.map((_, index) => sets.filter((row) => row[index] === 1).length);
    return [...this.letters.keys()].sort((a, b) => (takers[a] as number) - (takers[b] as number));
  }

  /** The classes of a set, the most readable first. */
  classes(set: number): number[] {
    const row = this.row(set);
    return [...row.keys()].filter((index) => row[index] === 1);
  }

  /** A table of the classes in a set: `row[index] === 1`. */
  row(set: number): Uint8Array {
    let row = this.#rows[set];
    if (row === undefined) {
      const mask = this.#masks[set] as bigint;
      row = Uint8Array.from(this.letters, (_, index) => Number((mask >> BigInt(index)) & 1n));
      this.#rows[set] = row;
    }
    return row;
  }

  #intern(mask: bigint): number {
    let id = this.#ids.get(mask);
    if (id === undefined) {
      id = this.#masks.push(mask) - 1;
      this.#ids.set(mask, id);
    }
    return id;
  }
}

/** The set of all characters. */
export const ANY = 1;

/** The flags in force at a node: those of the expression, changed by `(?i-s:…)` around it. */
export function flagsAt(node: AST.Node, flags: AST.Flags): { i: boolean; m: boolean; s: boolean } {
  const found: { i?: boolean; m?: boolean; s?: boolean } = {};
  for (let at: AST.Node | null = node; at !== null; at = at.parent) {
    if (at.type !== 'Group' || at.modifiers === null) continue;
    for (const [set, value] of [[at.modifiers.add, true] as const, [at.modifiers.remove, false] as const]) {
      if (set?.ignoreCase) found.i ??= value;
      if (set?.multiline) found.m ??= value;
      if (set?.dotAll) found.s ??= value;
    }
  }
  return { i: flags.ignoreCase, m: flags.multiline, s: flags.dotAll, ...found };
}

// --- internal ---

// Readable witnesses first; the rest stands for the scripts and categories that patterns commonly name.
const PREFERRED = 'a0A -./_@x!';
const SAMPLE = '\u212a\u0000\u0080é\u00a0ßÉ²ıſKжΩ٣ा中ぁ한€“\u200d\u2028\ufeff\u0378\ue000\uffff';
const ASTRAL = '😀𝒜𐐀\u{1f3fb}\u{e0001}\u{10ffff}';

const ENOUGH = 40;

type Test = (char: string) => boolean;

function unicode(flags: AST.Flags): boolean {
  return flags.unicode || flags.unicodeSets;
}

function keyOf(leaf: Leaf, flags: AST.Flags): string {
  const { i, s } = flagsAt(leaf, flags);
  return `${i ? 'i' : ''}${s ? 's' : ''}:${leaf.type === 'Character' ? `=${leaf.value}` : leaf.raw}`;
}

function inspect(pattern: AST.Pattern, flags: AST.Flags): { leaves: Map<string, Leaf>; points: Set<number> } {
  const leaves = new Map<string, Leaf>();
  const points = new Set<number>();
  const onLeaf = (leaf: Leaf): void => {
    const { type } = leaf.parent as AST.Node;
    if (type === 'Alternative' || type === 'Quantifier' || type === 'StringAlternative') {
      leaves.set(keyOf(leaf, flags), leaf);
    }
  };
  const visit = (node: AST.Node): void =>
    visitRegExpAST(node, {
      onCharacterEnter(character) {
        for (const near of [-1, 0, 1]) points.add(character.value + near);
        onLeaf(character);
      },
      onCharacterClassEnter: onLeaf,
      onCharacterSetEnter(set) {
        onLeaf(set);
        formsOf(set).forEach(visit);
      },
      onExpressionCharacterClassEnter: onLeaf,
    });
  visit(pattern);
  return { leaves, points };
}

function tester(leaf: Leaf, flags: AST.Flags): Test {
  const { i, s } = flagsAt(leaf, flags);
  if (leaf.type === 'Character' && !i) {
    const wanted = String.fromCodePoint(leaf.value);
    return (char) => char === wanted;
  }
  const mode = flags.unicodeSets ? 'v' : flags.unicode ? 'u' : '';
  // As it is written, a character may depend on what stands behind it: the backslash of `\c` is no expression.
  const source = leaf.type === 'Character' ? escapeOf(leaf.value, mode !== '') : leaf.raw;
  const regexp = new RegExp(`^(?:${source})$`, `${i ? 'i' : ''}${s ? 's' : ''}${mode}`);
  return (char) => regexp.test(char);
}

function escapeOf(point: number, isUnicode: boolean): string {
  const digits = point.toString(16);
  return isUnicode ? `\\u{${digits}}` : `\\u${digits.padStart(4, '0')}`;
}

function sample(points: Set<number>, tests: Map<string, Test>, astral: boolean): string[] {
  const chars = new Set(PREFERRED);
  for (let code = 33; code < 127; code++) chars.add(String.fromCharCode(code));
  for (let code = 0; code < 128; code++) chars.add(String.fromCharCode(code));
  for (const char of SAMPLE) chars.add(char);
  if (astral) for (const char of ASTRAL) chars.add(char);
  for (const point of points) {
    const surrogate = point >= 0xd800 && point <= 0xdfff;
    if (point < 0 || point > (astral ? 0x10ffff : 0xffff) || (astral && surrogate)) continue;
    const char = String.fromCodePoint(point);
    for (const variant of [char, char.toLowerCase(), char.toUpperCase()]) {
      if ([...variant].length === 1) chars.add(variant);
    }
  }
  // Scripts and categories of which the sample has little: find some members, which may differ in other respects.
  for (const [key, test] of tests) {
    // No single character is a sequence, and to ask for each of them takes long.
    let missing = /\\p\{(?!\w+_Sequence\})/i.test(key) ? ENOUGH - [...chars].filter(test).length : 0;
    for (let point = 0x80; point < 0x110000 && missing > 0; point++) {
      if (point === 0xd800) point = 0xe000;
      const char = String.fromCodePoint(point);
      if (chars.has(char) || !test(char)) continue;
      chars.add(char);
      missing--;
    }
  }
  return [...chars];
}
