import type { RecordedChange } from '@rest-gen/model';
import { SEPARATOR } from '../list/record-key.ts';
import type { Shown } from '../types.ts';

/**
 * Say what changes mean for a list. Whoever reads it holds of each record the state before one of the changes, or the present one: so
 *
 * - a record that belongs to the list is sent as it is now, unless it was shown the same before each of its changes;
 * - one that does not is a `delete`, if it did before one of its changes.
 *
 * What the reader may not see decides nothing: neither whether there is a message, nor what it says, nor the order, which is that of the keys.
 *
 * @param changes - of the table
 * @param now - the records of these changes that belong to the list
 * @param former - the rows before the changes that belonged to it
 */
export function mergeChanges(
  type: string,
  changes: readonly RecordedChange[],
  now: readonly Shown[],
  former: readonly Shown[],
): string[] {
  return merge(changes, now, former).map(({ key, text, isOther }) =>
    text === undefined ? writeDelete(type, key) : writeRecord(type, { key, text }, isOther ? 'update' : 'insert'),
  );
}

/** What happens to a record of a list. */
export interface ListEvent {
  /** As `RecordedChange` has it. */
  readonly key: string;
  readonly action: 'created' | 'updated' | 'deleted';
  /** Its last change. */
  readonly change: RecordedChange;
}

/** A row before a change that belonged to the list. */
export interface FormerRow extends Shown {
  readonly change: RecordedChange | undefined;
}

/** Say the same as {@link mergeChanges}, and tell a record that is new in the list from one that was there: by its state before the first of the changes. */
export function mergeEvents(
  changes: readonly RecordedChange[],
  now: readonly Shown[],
  former: readonly FormerRow[],
): ListEvent[] {
  const first = new Map([...changes].reverse().map((change) => [change.key, change]));
  const last = new Map(changes.map((change) => [change.key, change]));
  const shown = new Set(former.map(({ change }) => change));
  return merge(changes, now, former).map(({ key, text }) => {
    const action = text === undefined ? 'deleted' : shown.has(first.get(key)) ? 'updated' : 'created';
    return { key, action, change: last.get(key) as RecordedChange };
  });
}

/** A message with a record, as the State Protocol of Durable Streams has it. */
export function writeRecord(type: string, { key, text }: Shown, operation: 'insert' | 'update'): string {
  return `{"type":${JSON.stringify(type)},"key":${writeKey(key)},"value":${text},"headers":{"operation":"${operation}"}}`;
}

export function writeDelete(type: string, key: string): string {
  return `{"type":${JSON.stringify(type)},"key":${writeKey(key)},"headers":{"operation":"delete"}}`;
}

export function writeControl(control: 'snapshot-start' | 'snapshot-end' | 'reset'): string {
  return `{"headers":{"control":"${control}"}}`;
}

// --- internal ---

interface Merged {
  readonly key: string;
  /** The record as it is now; `undefined` when it has left the list. */
  readonly text: string | undefined;
  /** It was shown otherwise before one of its changes. */
  readonly isOther: boolean;
}

function merge(changes: readonly RecordedChange[], now: readonly Shown[], former: readonly Shown[]): Merged[] {
  const present = new Map(now.map(({ key, text }) => [key, text]));
  const past = new Map<string, string[]>();
  for (const { key, text } of former) past.set(key, [...(past.get(key) ?? []), text]);
  const counts = new Map<string, number>();
  for (const { key } of changes) counts.set(key, (counts.get(key) ?? 0) + 1);
  const merged: Merged[] = [];
  for (const key of [...counts.keys()].sort(compareKeys)) {
    const text = present.get(key);
    const shown = past.get(key) ?? [];
    const isOther = shown.some((one) => one !== text);
    const isSent = text === undefined ? shown.length > 0 : isOther || shown.length < (counts.get(key) as number);
    if (isSent) merged.push({ key, text, isOther });
  }
  return merged;
}

/** Numbers by their size. */
function compareKeys(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : 1);
}

/** The values of a composite key are separated as in URLs. */
function writeKey(key: string): string {
  return JSON.stringify(key.includes(SEPARATOR) ? key.split(SEPARATOR).map(encodeURIComponent).join(',') : key);
}
