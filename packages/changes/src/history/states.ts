import type { RecordedTable } from '@rest-gen/model';
import type { Description, FieldNames } from '@rest-gen/model/core';
import { requestError } from '@rest-gen/router/part';
import type { ShownRows } from '../list/read-rows.ts';
import type { Reach, Selection } from '../types.ts';

/** A record as it was at some time, as the requester may read it. */
export type State = Readonly<Record<string, unknown>>;

/** The record as it is. */
export interface Current {
  /** As `RecordedChange` has it. */
  readonly key: string;
  readonly state: State;
}

/** Where states are read from. */
export interface StateSource {
  /** The lists that records may belong to: those that are there, and also the deleted ones where they are asked for. */
  readonly lists: readonly ((selection: Selection) => Promise<ShownRows>)[];
  readonly description: Description;
  /** The names of its columns in records; `undefined` where these are its own. */
  readonly names: FieldNames | undefined;
  readonly recorded: RecordedTable;
  /** The column of `static softDelete`. */
  readonly softDelete: string | undefined;
}

/** The states of a record, as the list of its class shows them now: what the requester may not read is not there. */
export class States {
  readonly #source: StateSource;
  #reach: Reach[] = [];

  constructor(source: StateSource) {
    this.#source = source;
  }

  /** Since when changes are recorded. */
  get since(): string {
    return this.#source.recorded.since;
  }

  /**
   * The record as it is.
   *
   * @param column - the one that names it; default: the primary key
   * @throws {HttpError} 500 `E_INTERNAL` where the policy needs more than former rows have
   */
  async current(key: string, column: string | undefined): Promise<Current | undefined> {
    const { lists, recorded, description } = this.#source;
    const reach: Reach[] = [];
    let found: Current | undefined;
    for (const list of lists) {
      const rows = await list({ kind: 'keys', keys: [key], column });
      reach.push(rows.reach);
      const [record] = rows.records;
      if (record === undefined) continue;
      const names = [...description.columns.values()].flatMap(({ name, type }) => (type === 'binary' ? [name] : []));
      const left = this.#shown([...names, ...recorded.except]);
      found = { key: record.key, state: without(JSON.parse(record.text) as State, left) };
    }
    for (const one of reach) checkReach(one, recorded);
    this.#reach = reach;
    return found;
  }

  /** What former rows were; `undefined` for those that the requester may not read. Read the current one first. */
  async of(images: readonly (string | undefined)[]): Promise<(State | undefined)[]> {
    const { lists, description, softDelete } = this.#source;
    const needed = this.#reach.flatMap(({ columns }) => [...columns]).filter((name) => name !== softDelete);
    const states: (State | undefined)[] = images.map(() => undefined);
    const known = images.flatMap((text, at) => {
      if (text === undefined) return [];
      const names = new Set(Object.keys(JSON.parse(text) as object));
      // Recorded before the column was there: the policy cannot be asked about it.
      if (!needed.every((name) => names.has(name))) return [];
      const missing = [...description.columns.keys()].filter((name) => !names.has(name));
      return [{ text, at, missing: this.#shown(missing) }];
    });
    if (known.length === 0) return states;
    const selection: Selection = { kind: 'images', images: known.map(({ text }) => text) };
    for (const list of lists) {
      const { records, places } = await list(selection);
      for (const [index, { text }] of records.entries()) {
        const image = known[places[index] as number];
        if (image !== undefined) states[image.at] = without(JSON.parse(text) as State, image.missing);
      }
    }
    return states;
  }

  /** Columns as records show them. */
  #shown(columns: readonly string[]): readonly string[] {
    const { names } = this.#source;
    return names === undefined ? columns : columns.map((name) => names.shown(name));
  }
}

// --- internal ---

function without(record: State, names: readonly string[]): State {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

function checkReach({ columns, tables }: Reach, { table, except }: RecordedTable): void {
  const hidden = except.find((name) => columns.has(name));
  const reason =
    hidden !== undefined
      ? `reads the column "${hidden}", which its recorded changes do not have: take it out of except of t.changes`
      : tables.has(table)
        ? 'reads other records of the same table, whose history is not known'
        : undefined;
  if (reason === undefined) return;
  throw requestError('E_INTERNAL', undefined, { hint: `The policy or the list of "${table}" ${reason}.` });
}
