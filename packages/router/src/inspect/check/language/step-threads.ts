import type { Node } from './build-nodes.ts';
import { CHARACTERS } from './characters.ts';

/** One reading of the text so far: the place that it has come to, and the lookaheads that are still open. */
export interface Thread {
  readonly at: number;
  readonly looks: readonly Look[];
}

/** A lookahead on its way through the text. */
interface Look {
  readonly negate: boolean;
  readonly threads: readonly Thread[];
}

/** What stands around a place of the text. */
export interface Place {
  /** The character behind the place, as a place in {@link CHARACTERS}; {@link END} behind the last one. */
  readonly char: number;
  readonly isStart: boolean;
  readonly afterWord: boolean;
}

export const END = -1;

/** Whether a character is one of a word, as `\b` sees it; the end is not. */
export function isWord(char: number): boolean {
  return char !== END && /\w/.test(CHARACTERS[char] as string);
}

/**
 * Read one character, or the end, with all threads at once.
 *
 * @param whole - only what ends with the text is a match; else a match may end anywhere
 * @returns the threads behind the character, and whether one has matched before it
 */
export function stepThreads(
  nodes: readonly Node[],
  threads: readonly Thread[],
  place: Place,
  whole: boolean,
): { threads: Thread[]; matched: boolean } {
  const [first] = threads;
  if (first !== undefined && threads.length === 1 && first.looks.length === 0) {
    const node = nodes[first.at] as Node;
    // Most of a path is literal text: one thread, and one character that it takes.
    if (node.kind === 'char') {
      const goesOn = place.char !== END && node.table[place.char] === 1;
      return { threads: goesOn ? [{ at: node.next, looks: first.looks }] : [], matched: false };
    }
  }
  const found = new Map<string, Thread>();
  const seen = new Set<string>();
  let matched = false;
  const go = (at: number, looks: readonly Look[]): void => {
    const key = keyOf({ at, looks });
    if (seen.has(key)) return;
    seen.add(key);
    const node = nodes[at] as Node;
    switch (node.kind) {
      case 'char':
        if (place.char !== END && node.table[place.char] === 1) keep(found, { at: node.next, looks });
        return;
      case 'choice':
        for (const next of node.next) go(next, looks);
        return;
      case 'start':
        if (place.isStart) go(node.next, looks);
        return;
      case 'end':
        if (place.char === END) go(node.next, looks);
        return;
      case 'word':
        if ((place.afterWord !== isWord(place.char)) !== node.negate) go(node.next, looks);
        return;
      case 'look': {
        const look = stepLook(nodes, { negate: node.negate, threads: [{ at: node.body, looks: [] }] }, place);
        if (look === 'holds') go(node.next, looks);
        else if (look !== 'fails') go(node.next, [...looks, look]);
        return;
      }
      case 'accept':
        if (place.char === END || (!whole && looks.length === 0)) matched = true;
        else if (!whole) keep(found, { at, looks });
    }
  };
  for (const { at, looks } of threads) {
    const open = looks.map((look) => stepLook(nodes, look, place));
    if (!open.includes('fails')) go(at, open.filter(isOpen));
  }
  return { threads: [...found.values()], matched };
}

/** A text that is the same for threads that go on in the same way. */
export function keyOf({ at, looks }: Thread): string {
  if (looks.length === 0) return `${at}`;
  const keys = looks.map(({ negate, threads }) => `${negate ? '!' : '='}${threads.map(keyOf).sort().join()}`);
  return `${at}(${[...new Set(keys)].sort().join(';')})`;
}

// --- internal ---

function keep(found: Map<string, Thread>, thread: Thread): void {
  found.set(keyOf(thread), thread);
}

function isOpen(look: Look | 'holds' | 'fails'): look is Look {
  return typeof look === 'object';
}

function stepLook(nodes: readonly Node[], { negate, threads }: Look, place: Place): Look | 'holds' | 'fails' {
  const next = stepThreads(nodes, threads, place, false);
  if (next.matched) return negate ? 'fails' : 'holds';
  if (next.threads.length === 0 || place.char === END) return negate ? 'holds' : 'fails';
  return { negate, threads: next.threads };
}
