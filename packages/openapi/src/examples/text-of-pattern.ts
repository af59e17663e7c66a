import { type AST, RegExpParser } from '@eslint-community/regexpp';

/**
 * A short text that a regular expression matches; lookarounds and boundaries are passed over, so that it is to be tried.
 *
 * @returns `undefined` when the expression cannot be read, or has a back reference
 */
export function textOfPattern(source: string): string | undefined {
  try {
    const pattern = new RegExpParser({ ecmaVersion: 2024 }).parsePattern(source, undefined, undefined, {
      unicode: true,
    });
    return write(pattern.alternatives[0]?.elements ?? []);
  } catch {
    return undefined;
  }
}

// --- internal ---

/** Tried for sets of characters, the plainest first. */
const CHARACTERS = [...'a1A0bcdefgh23456789BCDEF-_ .:/@+', ...'é中'];

function write(elements: readonly AST.Element[]): string {
  return elements.map(writeElement).join('');
}

function writeElement(element: AST.Element): string {
  switch (element.type) {
    case 'Character':
      return String.fromCodePoint(element.value);
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
      return chooseCharacter(element.raw);
    case 'Group':
    case 'CapturingGroup':
      return write(element.alternatives[0]?.elements ?? []);
    case 'Quantifier':
      return writeElement(element.element).repeat(Math.max(element.min, Math.min(element.max, 1)));
    case 'Assertion':
      return '';
    default:
      throw new Error('A back reference has no text of its own.');
  }
}

function chooseCharacter(raw: string): string {
  const expression = new RegExp(`^(?:${raw})$`, 'u');
  const found = CHARACTERS.find((character) => expression.test(character));
  if (found !== undefined) return found;
  throw new Error('No character is known of this set.');
}
