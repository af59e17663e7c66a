/**
 * Write text in one case, for comparisons in which upper and lower case are the same: `foldCase('Straße') === foldCase('STRAßE')`.
 *
 * It maps letters of Latin, Greek and Cyrillic whose upper or lower case is one character; letters that share one are the same: `s`, `S` and `ſ`; `σ`, `ς` and
 * `Σ`; `i`, `I` and `ı`; `k`, `K` and the Kelvin sign; `ß` and `ẞ`. Everything else stays, such as `İ`, `ŉ`, accents and other alphabets. The result does not
 * depend on the locale.
 */
export function foldCase(text: string): string {
  return text.replace(letters, foldLetter);
}

/** All characters that are the same as this one, itself included: `s` → `sSſ`, `7` → `7`. */
export function caseVariants(character: string): string {
  variants ??= findVariants();
  return variants.get(foldCase(character)) ?? character;
}

// --- internal ---

/**
 * Latin with its extensions A, B, C and Additional, IPA, Greek, Greek Extended, Cyrillic and its supplement, and the signs of ohm, kelvin and angstrom. Other
 * blocks get letters with new versions of Unicode, so the versions of Node.js would differ.
 */
const letters = /[A-\u02af\u0370-\u052f\u1e00-\u1fff\u2126\u212a\u212b\u2c60-\u2c7f]/g;

let variants: ReadonlyMap<string, string> | undefined;

function foldLetter(letter: string): string {
  const upper = one(letter.toUpperCase(), letter);
  return one(upper.toLowerCase(), upper);
}

/** A mapping to several characters does not count: `ß` → `SS`. */
function one(mapped: string, letter: string): string {
  return mapped.length === 1 ? mapped : letter;
}

function findVariants(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (let code = 0; code < 0x2c80; code += 1) {
    const letter = String.fromCharCode(code);
    const folded = foldCase(letter);
    if (folded !== letter) found.set(folded, (found.get(folded) ?? folded) + letter);
  }
  return found;
}
