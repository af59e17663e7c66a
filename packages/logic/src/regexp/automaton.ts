import type { Alphabet, CharSet } from './alphabet.ts';
import type { Graph, GraphNode } from './graph.ts';

/** The pattern is too large to check. */
export class TooLarge extends Error {}

/** A step to the next character. There is one per way to get there: `(a*)*` has two from `a` to `a`. */
export interface Edge {
  readonly to: number;
  readonly set: CharSet;
}

/** A part of the pattern that has just matched a character. */
export interface State {
  /** Characters that the counted loops around it can match; Infinity in a loop without an end. */
  readonly bound: number;
  readonly edges: readonly Edge[];
}

/**
 * Turn a graph into states and edges; state 0 is the beginning.
 *
 * Edges that a backtracking engine never tries are left out: those after an edge, on the same character, that surely
 * leads to a match.
 *
 * @throws {TooLarge} over 2,500 states, 30,000 edges or 120,000 steps
 */
export function automatonOf(graph: Graph, alphabet: Alphabet): State[] {
  const ids = new Map<GraphNode, number>();
  const nodes: Extract<GraphNode, { kind: 'char' }>[] = [];
  // How the current iteration of each loop began since the last character: 1 = as the obligatory first one, 2 = as a
  // later one.
  const marks = new Uint8Array(graph.loops);
  // The edges from a place depend on the kind of the character before it only.
  const shared = new Map<GraphNode, Draft[]>();
  let steps = 0;
  let edgeCount = 0;

  function leaving(origin: GraphNode, before: CharSet): Draft {
    const edges: DraftEdge[] = [];
    let accepts: Draft['accepts'];
    const afterWord = (before & alphabet.word) !== 0n;
    const afterLine = before === 0n || (before & alphabet.lineEnd) !== 0n;

    function walk(node: GraphNode, mask: CharSet, isSure: boolean, isClosed: boolean): void {
      if (++steps > MAX_STEPS || edgeCount + edges.length > MAX_EDGES) throw new TooLarge();
      if (accepts === 'always') return;
      switch (node.kind) {
        case 'char': {
          const set = node.set & mask;
          if (!isClosed && set !== 0n) edges.push({ to: idOf(node), set, isSure });
          return;
        }
        case 'accept':
          if (isSure) accepts = isClosed ? 'at the end' : 'always';
          return;
        case 'dead':
          return;
        case 'choice':
          for (const next of node.next) walk(next, mask, isSure, isClosed);
          return;
        case 'begin': {
          const outside = marks[node.loop] as number;
          marks[node.loop] = node.first ? 1 : 2;
          walk(node.next, mask, isSure, isClosed);
          marks[node.loop] = outside;
          return;
        }
        case 'finish':
          // ECMA-262 RepeatMatcher: an iteration beyond the obligatory ones fails when it matched nothing.
          if (marks[node.loop] !== 2) walk(node.next, mask, isSure, isClosed);
          return;
        case 'start':
          if (node.multiline ? afterLine : before === 0n) walk(node.next, mask, isSure, isClosed);
          return;
        case 'end':
          if (node.multiline) walk(node.next, mask & alphabet.lineEnd, false, isClosed);
          else walk(node.next, mask, isSure, true);
          return;
        case 'word':
          walk(node.next, mask & (afterWord === node.negate ? alphabet.word : ~alphabet.word), false, isClosed);
          return;
        case 'only':
          walk(node.next, mask & node.set, false, isClosed);
          return;
        case 'doubt':
          walk(node.next, mask, false, isClosed);
      }
    }
    walk(origin, alphabet.all, true, false);
    edgeCount += edges.length;
    return { edges, accepts };
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

  const drafts: Draft[] = [leaving(graph.entry, 0n)];
  for (let i = 0; i < nodes.length; i++) {
    const { next, set } = nodes[i] as (typeof nodes)[number];
    const known = shared.get(next) ?? [];
    const kind = alphabet.kinds.findIndex((one) => (one & set) !== 0n);
    known[kind] ??= leaving(next, set);
    shared.set(next, known);
    drafts.push(known[kind]);
  }
  const edges = withoutUntried(drafts, alphabet.all);
  return drafts.map((_, id) => ({ bound: nodes[id - 1]?.bound ?? 0, edges: edges[id] as Edge[] }));
}

// --- internal ---

const MAX_STATES = 2500;
const MAX_EDGES = 30_000;
const MAX_STEPS = 120_000;

interface DraftEdge extends Edge {
  /** No condition can keep the engine from going this way. */
  readonly isSure: boolean;
}

interface Draft {
  readonly edges: readonly DraftEdge[];
  /** Where the pattern has matched here, whatever follows. */
  readonly accepts: 'always' | 'at the end' | undefined;
}

/** `/a+/` is never tried from the second `a` on, since the first one leads to a match. */
function withoutUntried(drafts: readonly Draft[], all: CharSet): Edge[][] {
  // Suppose that every state leads to a match whatever follows, and give up those that cannot.
  const matches = drafts.map(() => true);
  const matched = ({ edges }: Draft): CharSet =>
    edges.reduce((sum, { to, set, isSure }) => (isSure && matches[to] ? sum | set : sum), 0n);
  for (let isStable = false; !isStable; ) {
    isStable = true;
    for (const [id, draft] of drafts.entries()) {
      if (!matches[id] || draft.accepts === 'always') continue;
      if (draft.accepts === 'at the end' && matched(draft) === all) continue;
      matches[id] = false;
      isStable = false;
    }
  }
  return drafts.map(({ edges }) => {
    let done = 0n;
    return edges.flatMap(({ to, set, isSure }) => {
      const tried = set & ~done;
      if (isSure && matches[to]) done |= set;
      return tried === 0n ? [] : [{ to, set: tried }];
    });
  });
}
