import type { AST } from '@eslint-community/regexpp';

/**
 * Make short texts that an expression takes, each with other characters and alternatives.
 *
 * @param flags - i is left out: the texts have the case that is written
 * @returns fewer where it takes only what cannot stand in a path as it is
 */
export function sampleTexts({ alternatives }: AST.Pattern, flags: string): string[] {
  const texts = ORDERS.map((order, turn) => {
    return sampleAlternatives(alternatives, { flags: flags.replace('i', ''), order, turn });
  });
  return [...new Set(texts.filter((text) => text !== undefined && text !== ''))] as string[];
}

// --- internal ---

/** Characters that stand in a path as they are (RFC 3986 section 3.3); those that mean something there come last. */
const OTHERS = "1234567890abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_~!$&'()*+,;=:@./";
const ORDERS = ['1', 'a', 'Z9b'].map((first) => [...first, ...OTHERS]);

interface Choice {
  readonly flags: string;
  /** The first one that a class takes is chosen. */
  readonly order: readonly string[];
  /** The alternative that is chosen. */
  readonly turn: number;
}

function sampleAlternatives(alternatives: readonly AST.Alternative[], choice: Choice): string | undefined {
  const chosen = alternatives[choice.turn % alternatives.length] as AST.Alternative;
  const parts = chosen.elements.map((element) => sampleElement(element, choice));
  return parts.includes(undefined) ? undefined : parts.join('');
}

function sampleElement(element: AST.Element, choice: Choice): string | undefined {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return sampleAlternatives(element.alternatives, choice);
    case 'Quantifier': {
      const times = Math.max(element.min, Math.min(element.max, 1));
      return sampleElement(element.element, choice)?.repeat(times);
    }
    case 'Character': {
      const char = String.fromCodePoint(element.value);
      return choice.order.includes(char) ? char : undefined;
    }
    case 'CharacterSet':
    case 'CharacterClass': {
      const expression = new RegExp(`^${element.raw}$`, choice.flags);
      return choice.order.find((char) => expression.test(char));
    }
    default:
      return undefined;
  }
}
