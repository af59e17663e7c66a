import type { AST } from '@eslint-community/regexpp';
import { type Alphabet, ANY, flagsAt, type Leaf } from './alphabet.ts';
import { isNullable, isWrittenOut } from './measure.ts';
import { stringsIn } from './strings.ts';

/** The pattern is out of proportion. */
export class TooLarge extends Error {}

/** How a pattern is drawn. */
export interface Shape {
  /** Counted repetitions are written out while they take at most this many characters; beyond, they are loops. */
  readonly unroll: number;
  /** Draw lookaheads as branches that lead nowhere, and back references and lookbehinds as passable. */
  readonly flat: boolean;
  /** Begin with any text, as a search does. */
  readonly search: boolean;
  /** Read from right to left. */
  readonly backward: boolean;
}

export type GraphNode =
  | { readonly kind: 'char'; readonly set: number; readonly leaf: Leaf | undefined; readonly next: GraphNode }
  | { readonly kind: 'choice'; readonly next: GraphNode[] }
  | { readonly kind: 'begin'; readonly loop: number; readonly first: boolean; readonly next: GraphNode }
  | { readonly kind: 'finish'; readonly loop: number; readonly next: GraphNode }
  | {
      readonly kind: 'edge';
      readonly condition: { readonly kind: 'start' | 'end'; readonly multiline: boolean };
      readonly next: GraphNode;
    }
  | {
      readonly kind: 'condition';
      readonly condition: { readonly kind: 'word'; readonly negate: boolean } | { readonly kind: 'doubtful' };
      readonly next: GraphNode;
    }
  | { readonly kind: 'look'; readonly negate: boolean; readonly body: Graph; readonly next: GraphNode }
  | { readonly kind: 'accept' | 'dead' };

/** A pattern as choices and characters, in the order in which a backtracking engine tries them. */
export interface Graph {
  readonly entry: GraphNode;
  readonly backward: boolean;
  /** How many repetitions there are; `begin` and `finish` name them by number. */
  readonly loops: number;
}

/**
 * Draw a pattern (or the body of a lookaround) as a graph; each part is drawn in front of what follows it.
 *
 * @throws {TooLarge} for many obligatory iterations of what may be empty, unless flat
 */
export function graphOf(
  alternatives: readonly AST.Alternative[],
  flags: AST.Flags,
  alphabet: Alphabet,
  shape: Shape,
): Graph {
  const { unroll, flat, backward } = shape;
  // A back reference repeats its group; inside its own group it is empty, and so it is here.
  const repeating = new Set<AST.Node>();
  const bodies = new Map<AST.Assertion, Graph>();
  let loops = 0;

  function drawAny(alternatives: readonly AST.Alternative[], next: GraphNode): GraphNode {
    const drawn = alternatives.map(({ elements }) =>
      (backward ? elements : [...elements].reverse()).reduce((after, element) => draw(element, after), next),
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
        return drawCharacter(element, next);
    }
  }

  function drawCharacter(leaf: Leaf, next: GraphNode): GraphNode {
    const one: GraphNode = { kind: 'char', set: alphabet.setOf(leaf, flags), leaf, next };
    const strings = stringsIn(leaf).map((string) =>
      (backward ? string : [...string].reverse()).reduce((after, character) => drawCharacter(character, after), next),
    );
    return strings.length === 0 ? one : { kind: 'choice', next: [...strings, one] };
  }

  function drawQuantifier({ element, min, max, greedy }: AST.Quantifier, next: GraphNode): GraphNode {
    if (max === 0) return next;
    if (!isWrittenOut(element, min, max, unroll)) {
      // Obligatory iterations may be empty, so that it matters which of them are. Two bodies show that there are ways to
      // choose from; how many there are, a loop cannot tell.
      const bodies = min > 1 && isNullable(element) ? 2 : 1;
      if (bodies > 1 && !flat) throw new TooLarge();
      return drawLoop(element, { obligatory: min > 0, greedy, bodies }, next);
    }
    let after = next;
    if (max === Number.POSITIVE_INFINITY) {
      after = drawLoop(element, { obligatory: min > 0, greedy, bodies: 1 }, next);
      for (let i = 1; i < min; i++) after = draw(element, after);
      return after;
    }
    for (let i = min; i < max; i++) {
      const loop = loops++;
      const taken: GraphNode = {
        kind: 'begin',
        loop,
        first: false,
        next: draw(element, { kind: 'finish', loop, next: after }),
      };
      after = { kind: 'choice', next: greedy ? [taken, next] : [next, taken] };
    }
    for (let i = 0; i < min; i++) after = draw(element, after);
    return after;
  }

  function drawLoop(
    element: AST.QuantifiableElement,
    { obligatory, greedy, bodies }: { obligatory: boolean; greedy: boolean; bodies: number },
    next: GraphNode,
  ): GraphNode {
    const loop = loops++;
    const again: GraphNode = { kind: 'choice', next: [] };
    const copies = Array.from({ length: bodies }, () => draw(element, { kind: 'finish', loop, next: again }));
    const body: GraphNode = { kind: 'choice', next: copies };
    const taken: GraphNode = { kind: 'begin', loop, first: false, next: body };
    again.next.push(...(greedy ? [taken, next] : [next, taken]));
    return obligatory ? { kind: 'begin', loop, first: true, next: body } : again;
  }

  function drawAssertion(assertion: AST.Assertion, next: GraphNode): GraphNode {
    switch (assertion.kind) {
      case 'start':
      case 'end':
        return {
          kind: 'edge',
          condition: { kind: assertion.kind, multiline: flagsAt(assertion, flags).m },
          next,
        };
      case 'word':
        return flat ? next : { kind: 'condition', condition: { kind: 'word', negate: assertion.negate }, next };
      case 'lookahead':
      case 'lookbehind': {
        const against = backward !== (assertion.kind === 'lookbehind');
        if (flat) {
          return against ? next : { kind: 'choice', next: [drawAny(assertion.alternatives, { kind: 'dead' }), next] };
        }
        let body = bodies.get(assertion);
        if (body === undefined) {
          const reading = { ...shape, search: false, backward: assertion.kind === 'lookbehind' };
          body = graphOf(assertion.alternatives, flags, alphabet, reading);
          bodies.set(assertion, body);
        }
        return { kind: 'look', negate: assertion.negate, body, next };
      }
    }
  }

  function drawReference(reference: AST.Backreference, next: GraphNode): GraphNode {
    const groups = [reference.resolved].flat().filter((group) => !repeating.has(group) && !encloses(group, reference));
    const drawn = groups.map((group) => {
      repeating.add(group);
      const copy = drawAny(group.alternatives, next);
      repeating.delete(group);
      return copy;
    });
    if (drawn.length === 0) return next;
    const copies: GraphNode = { kind: 'choice', next: drawn };
    return flat ? copies : { kind: 'condition', condition: { kind: 'doubtful' }, next: copies };
  }

  const main = drawAny(alternatives, { kind: 'accept' });
  if (!shape.search) return { entry: main, backward, loops };
  const entry: GraphNode = { kind: 'choice', next: [main] };
  entry.next.push({ kind: 'char', set: ANY, leaf: undefined, next: entry });
  return { entry, backward, loops };
}

// --- internal ---

function encloses(group: AST.Node, node: AST.Node): boolean {
  for (let at = node.parent; at !== null; at = at.parent) if (at === group) return true;
  return false;
}
