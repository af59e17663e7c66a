import type { AST } from '@eslint-community/regexpp';
import type { Alphabet, Leaf } from './alphabet.ts';
import { type Graph, type GraphNode, graphOf, type Shape, TooLarge } from './graph.ts';

/** Where an edge leads when the pattern (or the body of a lookaround) has matched. */
export const ACCEPT = -1;

/** What must hold between two characters for an edge to be taken. */
export type Condition =
  | { readonly kind: 'start' | 'end'; readonly multiline: boolean }
  | { readonly kind: 'word'; readonly negate: boolean }
  | { readonly kind: 'look'; readonly negate: boolean; readonly body: Automaton }
  /** A back reference, read as a repetition of its group: it may fail where the repetition matches. */
  | { readonly kind: 'doubtful' };

export interface Edge {
  readonly to: number;
  readonly conditions: readonly Condition[];
}

/**
 * Having read one character.
 *
 * Edges are in the order in which a backtracking engine tries them, and there is one edge per way to get from one
 * character to the next: `(a*)*` has two from `a` to `a`.
 */
export interface State {
  /** What this state reads. */
  readonly set: number;
  /** The part of the pattern it stands for; absent for the beginning and for the skipped text of a search. */
  readonly leaf: Leaf | undefined;
  readonly edges: readonly Edge[];
}

/** State 0 is the beginning; a backward automaton (of a lookbehind) reads the text from right to left. */
export interface Automaton {
  readonly states: readonly State[];
  readonly backward: boolean;
}

/**
 * Build the automaton of a pattern.
 *
 * @param shape - how far counted repetitions are written out, and whether lookarounds are conditions or branches
 * @throws {TooLarge} over 2,500 states, 30,000 edges or 120,000 steps
 */
export function automatonOf(
  alternatives: readonly AST.Alternative[],
  flags: AST.Flags,
  alphabet: Alphabet,
  shape: Shape,
): Automaton {
  return fromGraph(graphOf(alternatives, flags, alphabet, shape));
}

// --- internal ---

const MAX_STATES = 2500;
const MAX_EDGES = 30_000;
const MAX_STEPS = 120_000;

function fromGraph(graph: Graph): Automaton {
  const { backward } = graph;
  const ids = new Map<GraphNode, number>();
  const nodes: Extract<GraphNode, { kind: 'char' }>[] = [];
  const bodies = new Map<Graph, Automaton>();
  // What an iteration has done since the last character: 1 = began as the obligatory first one, 2 = began.
  const marks = new Uint8Array(graph.loops);
  // The ends of alternatives lead on together.
  const shared = new Map<GraphNode, Edge[]>();
  let steps = 0;
  let edgeCount = 0;

  function leaving(origin: GraphNode, consumed: boolean): Edge[] {
    const edges: Edge[] = [];
    const walk = (node: GraphNode, conditions: readonly Condition[], closed: boolean): void => {
      if (++steps > MAX_STEPS || edgeCount + edges.length > MAX_EDGES) throw new TooLarge();
      switch (node.kind) {
        case 'char':
          if (!closed) edges.push({ to: idOf(node), conditions });
          return;
        case 'accept':
          edges.push({ to: ACCEPT, conditions });
          return;
        case 'dead':
          return;
        case 'choice':
          for (const next of node.next) walk(next, conditions, closed);
          return;
        case 'begin': {
          const before = marks[node.loop] as number;
          marks[node.loop] = node.first ? 1 : 2;
          walk(node.next, conditions, closed);
          marks[node.loop] = before;
          return;
        }
        case 'finish':
          // ECMA-262 RepeatMatcher: an iteration beyond the obligatory ones fails when it took nothing.
          if (marks[node.loop] !== 2) walk(node.next, conditions, closed);
          return;
        case 'edge': {
          const first = node.condition.kind === (backward ? 'end' : 'start');
          if (!node.condition.multiline && first && consumed) return;
          walk(node.next, [...conditions, node.condition], closed || (!first && !node.condition.multiline));
          return;
        }
        case 'condition':
          walk(node.next, [...conditions, node.condition], closed);
          return;
        case 'look':
          walk(node.next, [...conditions, { kind: 'look', negate: node.negate, body: bodyOf(node.body) }], closed);
      }
    };
    walk(origin, [], false);
    edgeCount += edges.length;
    return edges;
  }

  function idOf(node: Extract<GraphNode, { kind: 'char' }>): number {
    let id = ids.get(node);
    if (id === undefined) {
      id = nodes.push(node);
      if (id > MAX_STATES) throw new TooLarge();
      ids.set(node, id);
    }
    return id;
  }

  function bodyOf(body: Graph): Automaton {
    let automaton = bodies.get(body);
    if (automaton === undefined) {
      automaton = fromGraph(body);
      bodies.set(body, automaton);
    }
    return automaton;
  }

  const states: State[] = [{ set: 0, leaf: undefined, edges: leaving(graph.entry, false) }];
  for (let i = 0; i < nodes.length; i++) {
    const { set, leaf, next } = nodes[i] as (typeof nodes)[number];
    const edges = shared.get(next) ?? leaving(next, true);
    shared.set(next, edges);
    states.push({ set, leaf, edges });
  }
  return { states, backward };
}
