import type { ExpressionNode, GroupNode } from '../core/parse/types.ts';

/**
 * Make short texts that an expression takes, each with other characters, alternatives and numbers of repetitions.
 *
 * Lookarounds, boundaries and back references are left out: with them, a text may not be taken. The texts have the case that is written.
 *
 * @param count - texts that are tried; what several of them make is given once
 * @returns fewer where it takes only what a path cannot have without escapes
 */
export function sampleTexts(alternatives: GroupNode['alternatives'], count: number = ORDERS.length): string[] {
  const texts = Array.from({ length: count }, (_, turn) => {
    const order = ORDERS[turn % ORDERS.length] as string[];
    return sampleAlternatives(alternatives, { order, isPlain: turn < ORDERS.length, choose: chooser(turn) });
  });
  return [...new Set(texts.filter((text) => text !== undefined))] as string[];
}

// --- internal ---

/** Characters that need no escapes in a path (RFC 3986 section 3.3); delimiters last. */
const OTHERS = "1234567890abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_~!$&'()*+,;=:@./";
const ORDERS = ['1', 'a', 'Z9b'].map((first) => [...first, ...OTHERS]);
/** Literal text may have escapes, too. */
const LITERAL = new Set([...OTHERS, '%']);

interface Choices {
  /** The first character that a class takes is chosen. */
  readonly order: readonly string[];
  /** Nothing is repeated more often than it has to be, and nothing is left out. */
  readonly isPlain: boolean;
  /** A number from 0 to below `count`. */
  readonly choose: (count: number) => number;
}

/** The plain texts take the alternatives in order; later ones mix all choices, in the same way each time. */
function chooser(turn: number): Choices['choose'] {
  // Park and Miller, Random number generators: good ones are hard to find (1988).
  let seed = turn;
  return (count) => {
    if (turn < ORDERS.length) return turn % count;
    seed = ((seed + 1) * 48_271) % 2_147_483_647;
    return seed % count;
  };
}

function sampleAlternatives(alternatives: GroupNode['alternatives'], choices: Choices): string | undefined {
  const chosen = alternatives[choices.choose(alternatives.length)] as readonly ExpressionNode[];
  const parts = chosen.map((node) => sampleNode(node, choices));
  return parts.includes(undefined) ? undefined : parts.join('');
}

function sampleNode(node: ExpressionNode, choices: Choices): string | undefined {
  switch (node.kind) {
    case 'text':
      return [...node.written].every((char) => LITERAL.has(char)) ? node.written : undefined;
    case 'class': {
      const expression = new RegExp(`^${node.source}$`, node.flags.replace('i', ''));
      const char = choices.order.find((one) => expression.test(one));
      return char?.repeat(chooseTimes(node, choices));
    }
    case 'group':
      return sampleAlternatives(node.alternatives, choices)?.repeat(chooseTimes(node, choices));
    default:
      return '';
  }
}

function chooseTimes({ min, max }: { min: number; max: number }, { isPlain, choose }: Choices): number {
  const counts = [Math.max(min, 1), min, min + 1, min + 5];
  return Math.min(isPlain || min === max ? Math.max(min, 1) : (counts[choose(counts.length)] as number), max);
}
