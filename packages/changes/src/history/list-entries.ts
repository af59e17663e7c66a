import { isDeepStrictEqual } from 'node:util';
import type { ChangeLog, RecordedChange } from '@rest-gen/model';
import type { HistoryEntry } from '../types.ts';
import { noPlace } from './history-request.ts';
import type { State, States } from './states.ts';

/** Whose history it is. */
export interface HistorySource {
  readonly log: Pick<ChangeLog, 'ofRecord'>;
  readonly table: string;
  readonly key: string;
  readonly states: States;
  /** The column with who has written the record. */
  readonly actor: string | undefined;
  /** Picks the fields that are asked for. */
  readonly show: (state: State) => State;
}

/** An entry, and the change that it is about. */
export interface PlacedEntry {
  readonly entry: HistoryEntry;
  readonly id: string;
}

/**
 * List what has changed of a record, the newest first. Each change is between two states; states that the requester may not read are passed over, and so are
 * changes that they could not see: what happens there decides nothing.
 *
 * @param after - the change that the entries are behind; its former row is the state that they led to
 * @param most - entries to read
 * @param readCurrent - reads the record as it is, after the changes are read
 * @throws {HttpError} 400 `E_QUERY` for an `after` that is none of this record
 */
export async function listEntries(
  source: HistorySource,
  after: string | undefined,
  most: number,
  readCurrent: () => Promise<State | undefined>,
): Promise<PlacedEntry[]> {
  const { log, table, key, states } = source;
  const walk = new Walk(source);
  const limit = most + 1;
  let upTo = after;
  let state: State | undefined;
  for (let isFirst = true; ; isFirst = false) {
    const read = await log.ofRecord({ table, key, newestFirst: true, limit, upTo });
    let changes: readonly RecordedChange[] = read;
    if (upTo !== undefined) {
      const [last] = read;
      if (last?.id !== upTo) throw noPlace();
      if (isFirst) [state] = await states.of([last.before]);
      changes = read.slice(1);
    } else state = await stateAfter(source, read[0]?.id, readCurrent);
    const former = await states.of(changes.map(({ before }) => before));
    for (const [at, change] of changes.entries()) {
      walk.pass(change, state, former[at]);
      state = former[at];
      if (walk.entries.length >= most) return walk.entries;
    }
    if (read.length < limit) {
      walk.end(state);
      return walk.entries;
    }
    upTo = read.at(-1)?.id;
  }
}

// --- internal ---

/** The state after the newest change that was read: others may have come since. */
async function stateAfter(
  { log, table, key, states }: HistorySource,
  newest: string | undefined,
  readCurrent: () => Promise<State | undefined>,
): Promise<State | undefined> {
  const current = await readCurrent();
  const [next] = await log.ofRecord({ table, key, newestFirst: false, limit: 1, above: newest ?? '0' });
  return next === undefined ? current : (await states.of([next.before]))[0];
}

/** Makes entries of changes, from the newest on. */
class Walk {
  readonly entries: PlacedEntry[] = [];
  readonly #source: Pick<HistorySource, 'actor' | 'show'>;
  /** An update whose former state is not found yet. */
  #open: { readonly change: RecordedChange; readonly state: State } | undefined;

  constructor(source: Pick<HistorySource, 'actor' | 'show'>) {
    this.#source = source;
  }

  /** @param former - the state before the change */
  pass(change: RecordedChange, state: State | undefined, former: State | undefined): void {
    if (state !== undefined) this.#compare(state);
    if (change.action === 'update') {
      if (state !== undefined) this.#open = { change, state };
      return;
    }
    this.end(undefined);
    if (change.action === 'create' && state !== undefined) this.#add(change, state, null);
    if (change.action === 'delete' && former !== undefined) this.#add(change, undefined, null);
  }

  /** There are no older changes of this life of the record. */
  end(state: State | undefined): void {
    if (state !== undefined) this.#compare(state);
    if (this.#open !== undefined) this.#add(this.#open.change, this.#open.state, null);
    this.#open = undefined;
  }

  #compare(former: State): void {
    if (this.#open === undefined) return;
    const { change, state } = this.#open;
    const changed = Object.keys(this.#source.show(state)).filter(
      (name) => Object.hasOwn(former, name) && !isDeepStrictEqual(state[name], former[name]),
    );
    if (changed.length > 0) this.#add(change, state, changed);
    this.#open = undefined;
  }

  #add({ id, at, action, actor }: RecordedChange, state: State | undefined, changed: readonly string[] | null): void {
    const { actor: column, show } = this.#source;
    const by = actor ?? (column === undefined ? undefined : state?.[column]) ?? null;
    this.entries.push({ id, entry: { at, action, by, changed, record: state === undefined ? null : show(state) } });
  }
}
