import type { Alphabet } from './alphabet.ts';
import { ACCEPT, type Automaton, type State } from './automaton.ts';
import { cyclesOf } from './components.ts';
import { type Allowance, pathTo, Trail, type Word } from './paths.ts';

/** A text that can be read in more than one way each time it is repeated. */
export interface Ambiguity {
  /** `loop`: two ways from a state back to itself; `pair`: a way from `from` to itself, one to `to`, one from `to` to itself. */
  readonly kind: 'loop' | 'pair';
  readonly from: number;
  readonly to: number;
  readonly word: Word;
}

/**
 * Find the texts whose repetition multiplies the ways to read them.
 *
 * Weber and Seidl, On the degree of ambiguity of finite automata (1991): an automaton is exponentially ambiguous if
 * and only if some state has two ways back to itself on one text, and polynomially ambiguous, but not finitely, if
 * and only if there are states p ≠ q with ways p → p, p → q and q → q on one text.
 *
 * @returns undefined when the allowance is used up
 */
export function ambiguitiesOf(automaton: Automaton, alphabet: Alphabet, allowance: Allowance): Ambiguity[] | undefined {
  const { states } = automaton;
  const targets = states.map(({ edges }) =>
    edges.flatMap(({ to }) => (to === ACCEPT || states[to]?.set === 0 ? [] : [to])),
  );
  const cycles = cyclesOf(states.keys(), after).map((cycle) => new Set(cycle));
  const found: Ambiguity[] = [];
  for (const cycle of cycles) {
    const loops = loopsIn(cycle);
    if (loops === undefined) return undefined;
    found.push(...loops);
  }
  for (const first of cycles) {
    const reached = closure(first, after);
    for (const second of cycles) {
      if (first === second || ![...second].some((state) => reached.has(state))) continue;
      const pairs = pairsOf(first, second);
      if (pairs === undefined) return undefined;
      found.push(...pairs);
    }
  }
  return found;

  function after(state: number): readonly number[] {
    return targets[state] as readonly number[];
  }

  function setAt(state: number): number {
    return (states[state] as State).set;
  }

  // Two walkers start together, part, and meet again: the walk is searched from all states of the cycle at once.
  function loopsIn(cycle: ReadonlySet<number>): Ambiguity[] | undefined {
    const size = states.length;
    const inside = new Map([...cycle].map((state) => [state, after(state).filter((to) => cycle.has(to))]));
    const loops = new Map<string, Ambiguity>();
    const trail = new Trail();
    for (const state of cycle) trail.add(state * size + state, -1, 0);
    for (const node of trail.queue) {
      const a = Math.floor(node / size);
      const b = node % size;
      const ofA = inside.get(a) as number[];
      const ofB = inside.get(b) as number[];
      if (!allowance.spend(ofA.length * ofB.length)) return undefined;
      for (const [i, toA] of ofA.entries()) {
        for (let j = a === b ? i + 1 : 0; j < ofB.length; j++) {
          const toB = ofB[j] as number;
          const set = alphabet.meet(setAt(toA), setAt(toB));
          if (set === 0) continue;
          if (toA !== toB) {
            trail.add(Math.min(toA, toB) * size + Math.max(toA, toB), node, set);
          } else if (loops.size < MAX_LOOPS) {
            const { origin, word } = trail.trace(node);
            const from = origin % size;
            // Both lie on one cycle, so there is a way back.
            const back = pathTo(automaton, toA, (state) => state === from, cycle) as readonly number[];
            const whole = [...word, set, ...back];
            loops.set(whole.join(), { kind: 'loop', from, to: from, word: whole });
          }
        }
      }
    }
    return [...loops.values()];
  }

  // A pair of states stands for all that lie on one cycle of the product with it: their texts are rotations.
  function pairsOf(first: ReadonlySet<number>, second: ReadonlySet<number>): Ambiguity[] | undefined {
    const size = states.length;
    let enough = true;
    const product = cyclesOf(
      [...first].flatMap((a) => [...second].map((b) => a * size + b)),
      (node) => {
        const next: number[] = [];
        for (const a of after(Math.floor(node / size))) {
          if (!first.has(a) || !enough) continue;
          for (const b of after(node % size)) {
            enough &&= allowance.spend();
            if (second.has(b) && alphabet.meet(setAt(a), setAt(b)) !== 0) next.push(a * size + b);
          }
        }
        return next;
      },
    );
    const pairs: Ambiguity[] = [];
    for (const cycle of product) {
      for (const start of fewOf(cycle)) {
        const pair = enough ? pairOn(new Set(cycle), start) : undefined;
        if (pair === 'too much' || !enough) return undefined;
        if (pair !== undefined) pairs.push(pair);
      }
    }
    return enough ? pairs : undefined;
  }

  // Any one would do to prove the ambiguity, but the text of one may happen to be what makes the pattern match. Pairs
  // of states that can stay where they are, on many characters, have the plainest texts.
  function fewOf(cycle: readonly number[]): number[] {
    const size = states.length;
    const stays = (state: number): boolean => after(state).includes(state);
    const choice = (node: number): number =>
      alphabet.classes(alphabet.meet(setAt(Math.floor(node / size)), setAt(node % size))).length;
    const plain = cycle.filter((node) => stays(Math.floor(node / size)) && stays(node % size));
    plain.sort((a, b) => choice(b) - choice(a));
    return [...new Set([...plain, ...cycle])].slice(0, MAX_PAIRS);
  }

  // Three walkers on one text: the first stays in its cycle, the third in its own, the second changes over.
  function pairOn(cycle: ReadonlySet<number>, start: number): Ambiguity | undefined | 'too much' {
    const size = states.length;
    const from = Math.floor(start / size);
    const to = start % size;
    const trail = new Trail();
    trail.add((from * size + from) * size + to, -1, 0);
    for (const node of trail.queue) {
      const a = Math.floor(node / (size * size));
      const b = Math.floor(node / size) % size;
      const c = node % size;
      for (const toA of after(a)) {
        for (const toC of after(c)) {
          if (!allowance.spend()) return 'too much';
          if (!cycle.has(toA * size + toC)) continue;
          const both = alphabet.meet(setAt(toA), setAt(toC));
          for (const toB of after(b)) {
            if (!allowance.spend()) return 'too much';
            const set = alphabet.meet(both, setAt(toB));
            if (set === 0) continue;
            if (toA === from && toB === to && toC === to) {
              return { kind: 'pair', from, to, word: [...trail.trace(node).word, set] };
            }
            trail.add((toA * size + toB) * size + toC, node, set);
          }
        }
      }
    }
    return undefined;
  }
}

// --- internal ---

const MAX_LOOPS = 8;
const MAX_PAIRS = 3;

function closure(from: ReadonlySet<number>, after: (state: number) => readonly number[]): Set<number> {
  const reached = new Set(from);
  for (const state of reached) for (const to of after(state)) reached.add(to);
  return reached;
}
