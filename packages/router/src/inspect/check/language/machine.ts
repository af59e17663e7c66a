import type { Nodes } from './build-nodes.ts';
import { CHARACTERS, type CharTable, readTable, sortClasses } from './characters.ts';
import { END, isWord, keyOf, stepThreads, type Thread } from './step-threads.ts';

/** How an expression is held against a path. */
export interface Reading {
  /** It is searched for in the path; else it has to take the whole path. */
  readonly search: boolean;
  /** A slash at the end of the path may be left over: of any path, of the path `/` only, or never. */
  readonly looseSlash: 'any' | 'root' | 'never';
}

/** The state that no text leads out of, and that takes nothing. */
export const DEAD = -1;

/** An expression as a deterministic automaton, made state by state as it is walked. State 0 is the beginning. */
export class Machine {
  /** The class of each character. */
  readonly classOf: Uint8Array;
  /** One character of each class. */
  readonly letters: readonly number[];
  readonly isExact: boolean;
  readonly #nodes: Nodes;
  readonly #reading: Reading;

  readonly #hasWords: boolean;
  readonly #states: State[] = [];
  readonly #ids = new Map<string, number>();

  constructor(nodes: Nodes, reading: Reading) {
    this.#nodes = nodes;
    this.#reading = reading;
    this.isExact = nodes.isExact;
    this.#hasWords = nodes.nodes.some(({ kind }) => kind === 'word');
    const tables = new Set(nodes.nodes.flatMap((node): CharTable[] => (node.kind === 'char' ? [node.table] : [])));
    tables.add(readTable('\\/', ''));
    if (this.#hasWords) tables.add(readTable('\\w', ''));
    const { classOf, first } = sortClasses([...tables]);
    this.classOf = classOf;
    this.letters = first;
    this.#idOf({
      threads: [{ at: nodes.entry, looks: [] }],
      isStart: true,
      afterWord: false,
      spare: false,
      all: false,
    });
  }

  /** The state behind a class of characters. */
  step(id: number, charClass: number): number {
    const { next } = this.#states[id] as State;
    const known = next[charClass];
    if (known !== undefined) return known;
    const state = this.#make(id, this.letters[charClass] as number);
    next[charClass] = state;
    return state;
  }

  /** Whether the text that led to a state is taken. */
  takes(id: number): boolean {
    const state = this.#states[id] as State;
    state.takes ??= state.all || state.spare || this.#read(state, END).matched;
    return state.takes;
  }

  // --- internal ---

  #make(id: number, char: number): number {
    const state = this.#states[id] as State;
    if (state.all) return id;
    const { search, looseSlash } = this.#reading;
    const { threads, matched } = this.#read(state, char);
    if (matched) return this.#idOf({ threads: [], isStart: false, afterWord: false, spare: false, all: true });
    const isSlash = CHARACTERS[char] === '/';
    const spare =
      isSlash && (looseSlash === 'any' || (looseSlash === 'root' && state.isStart)) && this.#read(state, END).matched;
    const begun = search ? [...threads, { at: this.#nodes.entry, looks: [] }] : threads;
    if (begun.length === 0 && !spare) return DEAD;
    return this.#idOf({
      threads: begun,
      isStart: false,
      afterWord: this.#hasWords && isWord(char),
      spare,
      all: false,
    });
  }

  #read({ threads, isStart, afterWord }: Content, char: number): { threads: Thread[]; matched: boolean } {
    return stepThreads(this.#nodes.nodes, threads, { char, isStart, afterWord }, !this.#reading.search);
  }

  #idOf(content: Content): number {
    const { threads, isStart, afterWord, spare, all } = content;
    const key = `${[...new Set(threads.map(keyOf))].sort()} ${[isStart, afterWord, spare, all].map(Number).join('')}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.#states.push({ ...content, next: [], takes: undefined }) - 1;
    this.#ids.set(key, id);
    return id;
  }
}

interface Content {
  readonly threads: readonly Thread[];
  readonly isStart: boolean;
  readonly afterWord: boolean;
  /** The text before the last slash is taken. */
  readonly spare: boolean;
  /** A search has found something: whatever follows, the text is taken. */
  readonly all: boolean;
}

interface State extends Content {
  readonly next: number[];
  takes: boolean | undefined;
}
