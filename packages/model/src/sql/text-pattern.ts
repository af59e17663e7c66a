import { caseVariants } from '../core/fold-case.ts';

/**
 * Write text as a pattern in which each letter is the class of all characters that are the same: `a.` → `[aA]\.`
 *
 * The stores differ in the letters that their `lower()` and their collations know. A class means the same everywhere.
 *
 * @param escapeOne - writes a character without case
 */
export function writePattern(text: string, escapeOne: (character: string) => string): string {
  let pattern = '';
  for (const character of text) {
    const variants = caseVariants(character);
    pattern += variants === character ? escapeOne(character) : `[${variants}]`;
  }
  return pattern;
}

/** {@link writePattern} for regular expressions. */
export function writeExpression(text: string): string {
  return writePattern(text, (character) => (special.has(character) ? `\\${character}` : character));
}

// --- internal ---

const special: ReadonlySet<string> = new Set('\\^$.*+?()[]{}|');
