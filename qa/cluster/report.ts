import { countUnknown, recoveryAfter, type Stored } from './check.ts';
import type { Ledger, Noted } from './ledger.ts';

/** One node that was ended and came back; times by `performance.now()`. */
export interface Round {
  readonly node: number;
  readonly killed: number;
  readonly restarted: number;
  readonly synced: number;
  /** The others sent what it had missed, instead of everything. */
  readonly isIncremental: boolean;
}

/** A short table of numbers: what was asked, what came back, how long each loss of a node was felt, and why requests failed. */
export function report(ledger: Ledger, rounds: readonly Round[], stored: readonly Stored[]): string {
  const { answers } = ledger;
  const { entries, payments, increments } = ledger.acknowledged();
  const times = answers.map(({ answer }) => answer.ended - answer.began).sort((a, b) => a - b);
  const place = (share: number): string => `${Math.round(times[Math.floor((times.length - 1) * share)] ?? 0)} ms`;
  const errors = answers.filter(({ isError }) => isError);
  return [
    `requests                ${answers.length}`,
    `acknowledged            ${entries} entries, ${payments} payments, ${increments} increments`,
    `answered with an error  ${errors.length}${tally(errors)}`,
    `done all the same       ${stored.map((one) => countUnknown(ledger, one)).join(', ')} by node, without payments and changes`,
    `waited, then fine       ${tally(answers.filter(({ answer, isError }) => !isError && answer.status >= 400)).trim() || 0}`,
    `time of an answer       median ${place(0.5)}, 99 % ${place(0.99)}, longest ${place(1)}`,
    ...rounds.map((round) => describe(round, ledger)),
    ...reasons(errors),
  ].join('\n');
}

// --- internal ---

function tally(answers: readonly Noted[]): string {
  const statuses = count(answers.map(({ answer }) => answer.status));
  return statuses.size === 0 ? '' : ` (${[...statuses].map(([status, times]) => `${times} × ${status}`).join(', ')})`;
}

function count<T>(values: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** As far as the application tells it outside of production. */
function reasons(errors: readonly Noted[]): string[] {
  const texts = errors.map(({ what, answer }) => `${kind(what)} ${answer.status} ${answer.body?.hint ?? answer.body}`);
  return [...count(texts)].map(([text, times]) => `  ${times} × ${text}`);
}

/** `PATCH /note/7` → `PATCH /note` */
function kind(what: string): string {
  return what.replace(/\/\d+/, '');
}

function describe({ node, killed, restarted, synced, isIncremental }: Round, ledger: Ledger): string {
  const errors = ledger.answers.filter(
    ({ answer: { ended }, isError }) => isError && ended >= killed && ended < synced,
  );
  const seconds = (time: number): string => `${(time / 1_000).toFixed(1)} s`;
  return [
    `node ${node} killed           ${errors.length} errors; all is well after ${seconds(recoveryAfter(ledger, killed, restarted))}`,
    `back in step ${seconds(synced - restarted)} after its start, by ${isIncremental ? 'what it had missed' : 'a copy of everything'}`,
  ].join('; ');
}
