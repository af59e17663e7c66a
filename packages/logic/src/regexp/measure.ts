import { type AST, visitRegExpAST } from '@eslint-community/regexpp';
import { stringsIn } from './strings.ts';

/** How many characters a part takes when its counted repetitions are written out as far as `unroll` allows. */
export function charactersIn(element: AST.Element, unroll: number): number {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return sum(element.alternatives.flatMap(({ elements }) => elements.map((inner) => charactersIn(inner, unroll))));
    case 'Quantifier': {
      const { element: inner, min, max } = element;
      const body = charactersIn(inner, unroll);
      if (!isWrittenOut(inner, min, max, unroll)) return 2 * body;
      return body * (max === Number.POSITIVE_INFINITY ? Math.max(min, 1) : max);
    }
    case 'Assertion':
      return 0;
    case 'Backreference':
      return 1;
    default:
      return 1 + sum(stringsIn(element).map((string) => string.length));
  }
}

/** Whether a repetition is drawn copy by copy, rather than as a loop without a count. */
export function isWrittenOut(element: AST.Element, min: number, max: number, unroll: number): boolean {
  const count = max === Number.POSITIVE_INFINITY ? min : max;
  return count <= 1 || Math.max(charactersIn(element, unroll), 1) * count <= unroll;
}

/** Whether a part can match the empty text. */
export function isNullable(element: AST.Element): boolean {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return element.alternatives.some(({ elements }) => elements.every(isNullable));
    case 'Quantifier':
      return element.min === 0 || isNullable(element.element);
    case 'Assertion':
    case 'Backreference':
      return true;
    default:
      return stringsIn(element).some((string) => string.length === 0);
  }
}

/** The length of the shortest text that alternatives can match. */
export function shortestOf(alternatives: readonly AST.Alternative[]): number {
  return Math.min(...alternatives.map(({ elements }) => sum(elements.map(shortest))));
}

/**
 * How many choices between two ways an engine has on its way through alternatives at most, counted repetitions written out; a loop without an end is
 * one choice.
 */
export function choicesIn(alternatives: readonly AST.Alternative[]): number {
  return Math.log2(alternatives.length) + sum(alternatives.flatMap(({ elements }) => elements.map(choices)));
}

/** The assertions of a pattern, wherever they stand. */
export function assertionsIn(pattern: AST.Pattern): AST.Assertion[] {
  const found: AST.Assertion[] = [];
  visitRegExpAST(pattern, { onAssertionEnter: (assertion) => void found.push(assertion) });
  return found;
}

// --- internal ---

/** Beyond this the number does not matter. */
const MOST_COPIES = 1000;

function choices(element: AST.Element): number {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return choicesIn(element.alternatives);
    case 'Quantifier': {
      const { element: inner, min, max } = element;
      const copies = max === Number.POSITIVE_INFINITY ? Math.max(min, 1) : max;
      return (choices(inner) + Number(min !== max)) * Math.min(copies, MOST_COPIES);
    }
    case 'Assertion':
      return element.kind === 'lookahead' || element.kind === 'lookbehind' ? choicesIn(element.alternatives) : 0;
    default:
      return 0;
  }
}

function shortest(element: AST.Element): number {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return shortestOf(element.alternatives);
    case 'Quantifier':
      return element.min * shortest(element.element);
    case 'Assertion':
    case 'Backreference':
      return 0;
    default:
      return Math.min(1, ...stringsIn(element).map((string) => string.length));
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
