import type { Known, Ledger, Noted } from './ledger.ts';

/** What a node of the cluster holds at the end. */
export interface Stored {
  /** Names. */
  readonly entries: readonly string[];
  readonly payments: readonly string[];
  /** By path. */
  readonly counters: ReadonlyMap<string, number>;
  readonly notes: ReadonlyMap<string, number>;
}

/** Compare what was acknowledged with what a node holds. @returns what is wrong; nothing when all is well */
export function checkStored(ledger: Ledger, stored: Stored): string[] {
  const { entries, payments, counters, notes } = ledger;
  const counts = Object.entries(ledger.acknowledged());
  return [
    ...counts.filter(([, count]) => count === 0).map(([what]) => `no ${what} were acknowledged`),
    ...checkNames(entries, stored.entries),
    ...checkNames(payments, stored.payments),
    ...[...payments].filter(([, known]) => known !== 'done').map(([name]) => `${name} was never acknowledged`),
    ...[...counters].flatMap(([path, { values, unknown }]) => {
      const value = stored.counters.get(path) ?? Number.NaN;
      const isPossible = value >= values.length && value <= values.length + unknown;
      return [
        ...(isPossible ? [] : [`${path} is ${value} after ${values.length} increments and ${unknown} unknown ones`]),
        ...doubles(values).map((one) => `two increments of ${path} were acknowledged with ${one}`),
      ];
    }),
    ...[...notes].flatMap(([path, possible]) => {
      const value = stored.notes.get(path) ?? Number.NaN;
      return possible.includes(value) ? [] : [`${path} is ${value}, not one of ${possible.join(', ')}`];
    }),
  ];
}

/** How many writes that nobody acknowledged a node holds all the same. */
export function countUnknown({ entries, counters }: Ledger, stored: Stored): number {
  const extra = [...counters].map(([path, { values }]) => (stored.counters.get(path) ?? 0) - values.length);
  return stored.entries.filter((name) => entries.get(name) === 'unknown').length + extra.reduce((a, b) => a + b, 0);
}

/** Something that is done to the cluster, and may be felt while it goes on and for some seconds after that; times by `performance.now()`. */
export interface Trouble {
  readonly what: string;
  readonly from: number;
  readonly until: number;
}

/**
 * Look for answers that should not have been: errors other than 503 with `Retry-After`, and errors when every node that is left has had time.
 *
 * @returns what is wrong; nothing when all is well
 */
export function checkAnswers({ answers, stale }: Ledger, troubles: readonly Trouble[]): string[] {
  const errors = answers.filter(({ isError }) => isError);
  const late = ({ answer: { ended } }: Noted): boolean =>
    !troubles.some(({ from, until }) => ended >= from && ended <= until + ALLOWED);
  return [
    ...stale,
    ...errors.filter(({ answer }) => !isPolite(answer)).map((one) => `${describe(one)}, not 503 with Retry-After`),
    ...errors
      .filter((one) => isPolite(one.answer) && late(one))
      .map((one) => `${describe(one)}, ${since(one, troubles)}`),
  ];
}

/** Milliseconds from the end of a node to the last error, or to the end of the last request that was slow. */
export function recoveryAfter({ answers }: Ledger, kill: number, until: number): number {
  const troubled = answers.filter(({ answer: { began, ended }, isError }) => {
    return ended >= kill && ended < until && began < until && (isError || ended - began > SLOW);
  });
  return Math.max(0, ...troubled.map(({ answer }) => answer.ended - kill));
}

// --- internal ---

/** Milliseconds after a trouble in which errors are allowed. */
const ALLOWED = 5_000;
const SLOW = 1_000;

function checkNames(known: ReadonlyMap<string, Known>, stored: readonly string[]): string[] {
  const there = new Set(stored);
  const lost = [...known].filter(([name, state]) => state === 'done' && !there.has(name));
  return [
    ...lost.map(([name]) => `${name} was acknowledged and is lost`),
    ...doubles(stored).map((name) => `${name} is there twice`),
    ...[...there].filter((name) => !known.has(name)).map((name) => `${name} was never sent`),
  ];
}

function doubles<T>(values: readonly T[]): T[] {
  const seen = new Set<T>();
  return values.filter((value) => seen.size === seen.add(value).size);
}

function isPolite({ status, headers }: Noted['answer']): boolean {
  return status === 503 && /^\d+$/.test(String(headers['retry-after']));
}

function describe({ what, answer: { status, body } }: Noted): string {
  return `${what} was answered ${status} ${JSON.stringify(body)}`;
}

function since({ answer }: Noted, troubles: readonly Trouble[]): string {
  const last = troubles.filter(({ from }) => from <= answer.ended).at(-1);
  return last === undefined
    ? 'before anything was done'
    : `${Math.round(answer.ended - last.until)} ms after ${last.what}`;
}
