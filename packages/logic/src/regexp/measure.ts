import type { AST } from '@eslint-community/regexpp';

/** How many characters a part matches when its counted repetitions are written out as far as `unroll` allows. */
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
    default:
      return 1;
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
      return false;
  }
}

// --- internal ---

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
