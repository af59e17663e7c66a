import type { AST } from '@eslint-community/regexpp';

/**
 * Make short texts that an expression takes, each with other characters, alternatives and numbers of repetitions.
 *
 * Lookarounds, boundaries and back references are left out: with them, a text may not be taken.
 *
 * @param flags - i is left out: the texts have the case that is written
 * @param count - texts that are tried; what several of them make is given once
 * @returns fewer where it takes only what cannot stand in a path as it is
 */
export function sampleTexts({ alternatives }: AST.Pattern, flags: string, count: number = ORDERS.length): string[] {
  const texts = Array.from({ length: count }, (_, turn) => {
    const order = ORDERS[turn % ORDERS.length] as string[];
    return sampleAlternatives(alternatives, {
      flags: flags.replace('i', ''),
      order,
      isFirst: turn < ORDERS.length,
      choose: chooser(turn),
    });
  });
  return [...new Set(texts.filter((text) => text !== undefined))] as string[];
}

// --- internal ---

/** Characters that stand in a path as they are (RFC 3986 section 3.3); those that mean something there come last. */
const OTHERS = "1234567890abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_~!$&'()*+,;=:@./";
const ORDERS = ['1', 'a', 'Z9b'].map((first) => [...first, ...OTHERS]);

interface Choices {
  readonly flags: string;
  /** The first one that a class takes is chosen. */
  readonly order: readonly string[];
  /** The plain texts: nothing is repeated more often than it has to be, and nothing is left out. */
  readonly isFirst: boolean;
  /** A number from 0 to below `count`. */
  readonly choose: (count: number) => number;
}

/** The first texts take the alternatives in order; later ones mix all choices, in the same way each time. */
function chooser(turn: number): Choices['choose'] {
  // Park and Miller, Random number generators: good ones are hard to find (1988).
  let seed = turn;
  return (count) => {
    if (turn < ORDERS.length) return turn % count;
    seed = ((seed + 1) * 48_271) % 2_147_483_647;
    return seed % count;
  };
}

function sampleAlternatives(alternatives: readonly AST.Alternative[], choices: Choices): string | undefined {
  const chosen = alternatives[choices.choose(alternatives.length)] as AST.Alternative;
  const parts = chosen.elements.map((element) => sampleElement(element, choices));
  return parts.includes(undefined) ? undefined : parts.join('');
}

function sampleElement(element: AST.Element, choices: Choices): string | undefined {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return sampleAlternatives(element.alternatives, choices);
    case 'Quantifier': {
      const { min, max } = element;
      const counts = [Math.max(min, 1), min, min + 1, min + 5].map((times) => Math.min(times, max));
      const times = choices.isFirst ? counts[0] : counts[choices.choose(counts.length)];
      return sampleElement(element.element, choices)?.repeat(times as number);
    }
    case 'Character': {
      const char = String.fromCodePoint(element.value);
      return char === '%' || choices.order.includes(char) ? char : undefined;
    }
    case 'CharacterSet':
    case 'CharacterClass': {
      const expression = new RegExp(`^${element.raw}$`, choices.flags);
      return choices.order.find((char) => expression.test(char));
    }
    default:
      return '';
  }
}
