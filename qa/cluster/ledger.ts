import type { Answer } from './client.ts';

/** What became of a write, as its client knows it: acknowledged, or nobody can know. */
export type Known = 'done' | 'unknown';

/** An answer, and whether it says that something went wrong. */
export interface Noted {
  /** Method and path. */
  readonly what: string;
  readonly answer: Answer;
  readonly isError: boolean;
}

/** What the clients know of everything that they have sent. */
export class Ledger {
  readonly answers: Noted[] = [];
  /** By name. Each entry is sent once. */
  readonly entries: Map<string, Known> = new Map();
  /** By name. Each payment is sent until it is acknowledged. */
  readonly payments: Map<string, Known> = new Map();
  /** By path: the values that increments were acknowledged with, and how many have an unknown outcome. */
  readonly counters: Map<string, Counted> = new Map();
  /** By path: the values that a note may have; the one that was acknowledged last comes first. */
  readonly notes: Map<string, readonly number[]> = new Map();
  /** Reads that gave something else than what had been written. */
  readonly stale: string[] = [];

  /** How many writes of each kind were acknowledged. */
  acknowledged(): { entries: number; payments: number; increments: number } {
    return {
      entries: countDone(this.entries),
      payments: countDone(this.payments),
      increments: [...this.counters.values()].reduce((sum, { values }) => sum + values.length, 0),
    };
  }
}

export interface Counted {
  readonly values: number[];
  unknown: number;
}

// --- internal ---

function countDone(names: ReadonlyMap<string, Known>): number {
  return [...names.values()].filter((known) => known === 'done').length;
}
