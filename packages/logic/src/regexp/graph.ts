import { type AST, visitRegExpAST } from '@eslint-community/regexpp';
import { type Alphabet, type CharSet, flagsAt, type Leaf } from './alphabet.ts';
import { charactersIn, isNullable, isWrittenOut } from './measure.ts';

export type GraphNode =
  | { readonly kind: 'char'; readonly set: CharSet; readonly bound: number; readonly next: GraphNode }
  | { readonly kind: 'choice'; readonly next: GraphNode[] }
  | { readonly kind: 'begin'; readonly loop: number; readonly first: boolean; readonly next: GraphNode }
  | { readonly kind: 'finish'; readonly loop: number; readonly next: GraphNode }
  | { readonly kind: 'start' | 'end'; readonly multiline: boolean; readonly next: GraphNode }
  | { readonly kind: 'word'; readonly negate: boolean; readonly next: GraphNode }
  /** A lookahead at one character. */
  | { readonly kind: 'only'; readonly set: CharSet; readonly next: GraphNode }
  /** A part that may fail here, although the graph assumes that it matches. */
  | { readonly kind: 'doubt'; readonly next: GraphNode }
  | { readonly kind: 'accept' | 'dead' };

/** A pattern as choices and characters, in the order in which a backtracking engine tries them. */
export interface Graph {
  readonly entry: GraphNode;
  /** How many repetitions there are; `begin` and `finish` name them by number. */
  readonly loops: number;
}

/**
 * Draw a pattern as a graph; each part is drawn in front of what follows it.
 *
 * @param unroll - counted repetitions are written out while they match at most this many characters; beyond, they are
 *   loops
 */
export function graphOf(pattern: AST.Pattern, flags: AST.Flags, alphabet: Alphabet, unroll: number): Graph {
  const behind: GraphNode[] = [];
  // A back reference repeats its group; inside its own group it is empty.
  const repeating = new Set<AST.Node>();
  let loops = 0;
  /** Iterations of all loops around the part that is drawn, multiplied, and characters in the innermost loop. */
  let times = 1;
  let size = 0;

  function drawAny(alternatives: readonly AST.Alternative[], next: GraphNode): GraphNode {
    const drawn = alternatives.map(({ elements }) =>
      [...elements].reverse().reduce((after, element) => draw(element, after), next),
    );
    return drawn.length === 1 ? (drawn[0] as GraphNode) : { kind: 'choice', next: drawn };
  }

  function draw(element: AST.Element, next: GraphNode): GraphNode {
    switch (element.type) {
      case 'Group':
      case 'CapturingGroup':
        return drawAny(element.alternatives, next);
      case 'Quantifier':
        return drawQuantifier(element, next);
      case 'Assertion':
        return drawAssertion(element, next);
      case 'Backreference':
        return drawReference(element, next);
      default:
        return drawLeaf(element, next);
    }
  }

  function drawLeaf(leaf: Leaf, next: GraphNode): GraphNode {
    const one = drawSet(alphabet.setOf(leaf), next);
    if (!hasSequences(leaf)) return one;
    // Most sequences of emoji begin with a character of the property; what follows is drawn as anything.
    return { kind: 'choice', next: [drawSet(alphabet.setOf(leaf), drawSet(alphabet.all, next)), one] };
  }

  function drawSet(set: CharSet, next: GraphNode): GraphNode {
    const parts = alphabet.kinds.map((kind) => set & kind).filter((part) => part !== 0n);
    if (parts.length === 0) return { kind: 'dead' };
    const chars = parts.map((part): GraphNode => ({ kind: 'char', set: part, bound: times * size, next }));
    return chars.length === 1 ? (chars[0] as GraphNode) : { kind: 'choice', next: chars };
  }

  function drawQuantifier({ element, min, max: most, greedy }: AST.Quantifier, next: GraphNode): GraphNode {
    // Optional iterations before the match cannot make it fail: `/\d{2,}/` is as fast as `/\d\d/`.
    const max = next.kind === 'accept' && isPlain(element) ? min : most;
    if (max === 0) return next;
    if (!isWrittenOut(element, min, max, unroll)) {
      // Obligatory iterations may be empty, and it matters which of them are: two bodies show that there is a choice.
      const bodies = min > 1 && isNullable(element) ? 2 : 1;
      const after: GraphNode = min > 1 ? { kind: 'doubt', next } : next;
      return drawLoop(element, { obligatory: min > 0, greedy, bodies, max }, after);
    }
    let after = next;
    if (max === Number.POSITIVE_INFINITY) {
      after = drawLoop(element, { obligatory: min > 0, greedy, bodies: 1, max }, next);
      for (let i = 1; i < min; i++) after = draw(element, after);
      return after;
    }
    for (let i = min; i < max; i++) {
      const loop = loops++;
      const body = draw(element, { kind: 'finish', loop, next: after });
      const taken: GraphNode = { kind: 'begin', loop, first: false, next: body };
      after = { kind: 'choice', next: greedy ? [taken, next] : [next, taken] };
    }
    for (let i = 0; i < min; i++) after = draw(element, after);
    return after;
  }

  function drawLoop(
    element: AST.QuantifiableElement,
    { obligatory, greedy, bodies, max }: { obligatory: boolean; greedy: boolean; bodies: number; max: number },
    next: GraphNode,
  ): GraphNode {
    const outside = { times, size };
    times *= max;
    size = charactersIn(element, unroll);
    const loop = loops++;
    const again: GraphNode = { kind: 'choice', next: [] };
    const copies = Array.from({ length: bodies }, () => draw(element, { kind: 'finish', loop, next: again }));
    const body: GraphNode = { kind: 'choice', next: copies };
    const taken: GraphNode = { kind: 'begin', loop, first: false, next: body };
    // The count, which the loop does not remember, may be used up.
    const more: GraphNode = max === Number.POSITIVE_INFINITY ? taken : { kind: 'doubt', next: taken };
    again.next.push(...(greedy ? [more, next] : [next, more]));
    ({ times, size } = outside);
    return obligatory ? { kind: 'begin', loop, first: true, next: body } : again;
  }

  function drawAssertion(assertion: AST.Assertion, next: GraphNode): GraphNode {
    switch (assertion.kind) {
      case 'start':
      case 'end':
        return { kind: assertion.kind, multiline: flagsAt(assertion, flags).m, next };
      case 'word':
        return { kind: 'word', negate: assertion.negate, next };
      case 'lookbehind':
        // A text has as many ways from right to left as from left to right.
        behind.push(drawAny(assertion.alternatives, { kind: 'dead' }));
        return { kind: 'doubt', next };
      case 'lookahead': {
        const set = oneCharacter(assertion.alternatives);
        if (set !== undefined) return { kind: 'only', set: assertion.negate ? ~set : set, next };
        return { kind: 'choice', next: [drawAny(assertion.alternatives, { kind: 'dead' }), { kind: 'doubt', next }] };
      }
    }
  }

  /** The characters that alternatives match, if each of them matches exactly one character. */
  function oneCharacter(alternatives: readonly AST.Alternative[]): CharSet | undefined {
    let set = 0n;
    for (const { elements } of alternatives) {
      const [leaf] = elements;
      if (elements.length !== 1 || leaf === undefined || !/^Character|^Expression/.test(leaf.type)) return undefined;
      if (hasSequences(leaf as Leaf)) return undefined;
      set |= alphabet.setOf(leaf as Leaf);
    }
    return set;
  }

  function drawReference(reference: AST.Backreference, next: GraphNode): GraphNode {
    const groups = [reference.resolved].flat().filter((group) => !repeating.has(group) && !encloses(group, reference));
    const drawn = groups.map((group) => {
      repeating.add(group);
      const copy = drawAny(group.alternatives, { kind: 'doubt', next });
      repeating.delete(group);
      return copy;
    });
    return drawn.length === 0 ? next : { kind: 'choice', next: drawn };
  }

  /** A search: the parts are tried at every place of a text. */
  function drawSearch(tried: readonly GraphNode[]): GraphNode {
    const places: GraphNode = { kind: 'choice', next: [...tried] };
    times = Number.POSITIVE_INFINITY;
    size = 1;
    places.next.push(drawSet(alphabet.all, places));
    return places;
  }

  const main = drawAny(pattern.alternatives, { kind: 'accept' });
  const entry = flags.sticky ? main : drawSearch([main]);
  return { entry: behind.length === 0 ? entry : { kind: 'choice', next: [drawSearch(behind), entry] }, loops };
}

// --- internal ---

/** Whether a part matches the strings of a property: `\p{RGI_Emoji}`. */
function hasSequences(leaf: Leaf): boolean {
  return /\\p\{(?:RGI_|Basic_Emoji|Emoji_Keycap)/.test(leaf.raw);
}

/** Whether nothing is repeated in it. */
function isPlain(element: AST.Element): boolean {
  let plain = true;
  visitRegExpAST(element, {
    onQuantifierEnter: ({ max }) => {
      plain &&= max === 1;
    },
  });
  return plain;
}

function encloses(group: AST.Node, node: AST.Node): boolean {
  for (let at = node.parent; at !== null; at = at.parent) if (at === group) return true;
  return false;
}
