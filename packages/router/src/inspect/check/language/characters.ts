/**
 * The characters that a path can have on the wire: visible ASCII without `?` and `#`, which end it, and bytes above, which Node gives as they are.
 * The most readable first: examples are made of them.
 */
export const CHARACTERS: readonly string[] = orderCharacters();

/** For each character of {@link CHARACTERS}: 1 when it is in the set. */
export type CharTable = Uint8Array;

/** Ask the engine which characters a part of an expression takes, such as `\d` or `[^/]`. */
export function readTable(source: string, flags: string): CharTable {
  const key = `${source} ${flags}`;
  const known = tables.get(key);
  if (known !== undefined) return known;
  const expression = new RegExp(`^(?:${source})$`, flags);
  const table = Uint8Array.from(CHARACTERS, (char) => Number(expression.test(char)));
  tables.set(key, table);
  return table;
}

/**
 * Sort the characters into classes: two are in the same one when no table tells them apart.
 *
 * @returns the class of each character, and for each class its first character, both as places in {@link CHARACTERS}
 */
export function sortClasses(sets: readonly CharTable[]): { classOf: Uint8Array; first: readonly number[] } {
  const classOf = new Uint8Array(CHARACTERS.length);
  for (const table of sets) split(classOf, table);
  const first: number[] = [];
  for (const [at, own] of classOf.entries()) if (own === first.length) first.push(at);
  return { classOf, first };
}

// --- internal ---

const tables = new Map<string, CharTable>();

/** Number of the class that a pair was given, counted from the beginning of its round: nothing has to be emptied. */
const numbers = new Float64Array(1 << 16);
let round = 0;

/** Tell characters of one class apart by another sorting; the classes are numbered as they come. */
function split(classOf: Uint8Array, other: Uint8Array): void {
  round += 256;
  let count = 0;
  for (let at = 0; at < classOf.length; at++) {
    const pair = (classOf[at] as number) * 256 + (other[at] as number);
    if ((numbers[pair] as number) < round) numbers[pair] = round + count++;
    classOf[at] = (numbers[pair] as number) - round;
  }
}

function orderCharacters(): string[] {
  const chars = new Set('a1bcdefghijklmnopqrstuvwxyz023456789-_.~ABCDEFGHIJKLMNOPQRSTUVWXYZ/');
  for (let code = 0x21; code <= 0xff; code++) {
    if (code < 0x7f || code > 0x7f) chars.add(String.fromCharCode(code));
  }
  chars.delete('?');
  chars.delete('#');
  return [...chars];
}
