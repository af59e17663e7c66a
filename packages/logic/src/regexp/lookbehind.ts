import type { Alphabet } from './alphabet.ts';
import type { Attack } from './attack.ts';
import type { Automaton } from './automaton.ts';
import { pathTo, spell, type Word } from './paths.ts';

/**
 * Put what a pattern reads before it looks behind itself in front of an attack on what it looks for there: `/x/` for `\/x\/\w*(?<=…)`. Without
 * it nothing looks behind.
 */
export function ledToLookbehind(attack: Attack, automaton: Automaton, alphabet: Alphabet): Attack[] {
  return waysToLookbehinds(automaton)
    .filter((way) => way.length > 0)
    .map((way) => ({
      kind: attack.kind,
      pieces: [{ classes: spell(way, alphabet), repeated: false }, ...attack.pieces],
    }));
}

// --- internal ---

function waysToLookbehinds(automaton: Automaton): Word[] {
  const ways = new Map<Automaton, Word[]>();
  for (const [state, { edges }] of automaton.states.entries()) {
    for (const { conditions } of edges) {
      for (const condition of conditions) {
        if (condition.kind !== 'look' || ways.has(condition.body)) continue;
        const { body } = condition;
        const way = pathTo(automaton, 0, (at) => at === state) ?? [];
        ways.set(body, body.backward ? [way] : waysToLookbehinds(body).map((further) => [...way, ...further]));
      }
    }
  }
  return [...ways.values()].flat();
}
