import { isPlainObject, type Row } from '@rest-gen/model/core';

/** Remember what a client sent of a body that a logic has validated: validators add defaults, and members of their own. */
export function rememberSent(validated: unknown, sent: unknown): void {
  if (isPlainObject(validated) && isPlainObject(sent)) known.set(validated, sent as Row);
}

/** @returns `undefined` for an object that no logic has made */
export function sentOf(validated: object): Row | undefined {
  return known.get(validated);
}

/**
 * A validated value without the members that were not sent: defaults of a schema. Where a validator has renamed members, all
 * stay.
 */
export function keepSent(validated: unknown, sent: unknown): unknown {
  if (!isPlainObject(validated) || !isPlainObject(sent)) return validated;
  const entries = Object.entries(validated);
  const isRenamed = Object.keys(sent).some((name) => !Object.hasOwn(validated, name));
  const kept = isRenamed ? entries : entries.filter(([name]) => Object.hasOwn(sent, name));
  const inner = kept.map(([name, value]) => [name, keepSent(value, (sent as Row)[name])] as const);
  // The same object where nothing is left out: a copy would no longer be known as what a client sent.
  const isWhole = kept.length === entries.length && inner.every(([, value], at) => value === kept[at]?.[1]);
  return isWhole ? validated : Object.fromEntries(inner);
}

// --- internal ---

const known = new WeakMap<object, Row>();
