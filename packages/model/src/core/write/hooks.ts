import { restricted } from '../join-filters.ts';
import { byKey, keyOf, keyText, whereKeys } from '../key.ts';
import type { Row } from '../types.ts';
import { inParts, markRecord } from '../write-rows.ts';
import { lockRecords } from './change-allowed.ts';
import { keysOf, type Layer, type Next, NO_VALUES, NOTHING, type Values, type Write, type Written } from './write.ts';
import type { AfterWrite, BeforeWrite } from './write-hooks.ts';

/**
 * Call `beforeWrite` of the class for each record that the user may write; it may change the values, and the policy is
 * asked about what it made of them. Records are read and locked before they are updated or deleted.
 */
export const beforeWrite: Layer = {
  name: 'beforeWrite',
  appliesTo: ({ options: { hooks } }) => (hooks?.beforeWrite ?? hooks?.afterWrite ?? hooks?.afterCommit) !== undefined,
  needsTransaction: ({ action, table: { options } }) =>
    action !== 'create' || (options.hooks?.beforeWrite ?? options.hooks?.afterWrite) !== undefined,
  run: (write, next) => (write.action === 'create' ? create(write, next) : change(write, next)),
};

/** Call `afterWrite` of the class for each record that was written, and `afterCommit` after the commit. */
export const afterWrite: Layer = {
  name: 'afterWrite',
  appliesTo: ({ options: { hooks } }) => (hooks?.afterWrite ?? hooks?.afterCommit) !== undefined,
  async run(write, next) {
    const written = await next({ ...write, returns: true });
    for (const [index, call] of callsOf(write, written).entries()) await run(write, call, index);
    return written;
  },
};

// --- internal ---

/** What `beforeWrite` computes may depend on the records before it: then they are inserted one by one. */
async function create(write: Write, next: Next): Promise<Written> {
  const { values } = write;
  const parts: Written[] = [];
  for (const part of inParts(values, write.table.options.hooks?.beforeWrite ? 1 : values.length)) {
    const first = write.first + countOf(parts);
    const changed: Values[] = [];
    for (const one of part) changed.push(await call(write, one, undefined, first + changed.length));
    try {
      parts.push(await next({ ...write, values: changed, first }));
    } catch (error) {
      throw part.length < values.length ? markRecord(error, first) : error;
    }
  }
  return merge(parts);
}

/** Each record can get other values from `beforeWrite`. */
async function change(write: Write, next: Next): Promise<Written> {
  const { table, description, action, values } = write;
  const rows = await lockRecords(write);
  // What refuses any such request refuses it without records, too.
  if (rows.length === 0) return next({ ...write, before: rows, where: restricted(undefined, false) });
  const isEach = action === 'update' && table.options.hooks?.beforeWrite !== undefined;
  const parts: Written[] = [];
  for (const part of inParts(rows, isEach ? 1 : undefined)) {
    const first = countOf(parts);
    let changed = values;
    for (const [index, row] of part.entries()) {
      const one = await call(write, values[0], row, first + index);
      if (action === 'update') changed = [one];
    }
    const keys = whereKeys(keysOf(part, description), description.primaryKey);
    parts.push(await next({ ...write, values: changed, before: part, where: keys, first }));
  }
  return merge(parts);
}

/** @returns the values to write */
async function call(write: Write, values: Values | undefined, before: Row | undefined, index: number): Promise<Values> {
  const { table, description, action } = write;
  const { hooks } = table.options;
  const given = values ?? NO_VALUES;
  if (hooks?.beforeWrite === undefined) return given;
  const columns = action === 'delete' ? {} : { ...given.columns };
  const called = { table: description.name, action, values: columns, before } as BeforeWrite;
  try {
    await hooks.beforeWrite(called);
  } catch (error) {
    throw markRecord(error, index);
  }
  table.session.wroteAnything();
  return { ...given, columns: called.values };
}

function countOf(parts: readonly Written[]): number {
  return parts.reduce((sum, { count }) => sum + count, 0);
}

function merge(parts: readonly Written[]): Written {
  const [first] = parts;
  if (first === undefined || parts.length === 1) return first ?? NOTHING;
  return {
    count: countOf(parts),
    keys: parts.flatMap(({ keys = [] }) => keys),
    rows: parts.flatMap(({ rows = [] }) => rows),
    // What a later part has written may have changed the records of an earlier one.
    at: first.at,
  };
}

async function run({ table, first }: Write, call: AfterWrite, index: number): Promise<void> {
  const { afterWrite: after, afterCommit } = table.options.hooks ?? {};
  if (after) {
    try {
      await after(call);
    } catch (error) {
      throw markRecord(error, first + index);
    }
    table.session.wroteAnything();
  }
  if (afterCommit) await table.session.whenCommitted(async () => void (await afterCommit(call)));
}

function callsOf({ description, action, before = [] }: Write, { rows }: Written): AfterWrite[] {
  const { name: table, primaryKey } = description;
  if (action === 'delete') return before.map((row) => ({ table, action, before: row, after: undefined }));
  const known = byKey(before, primaryKey);
  // A record that is alone may have got another key.
  const asItWas = (row: Row): Row => known.get(keyText(keyOf(row, primaryKey))) ?? (before[0] as Row);
  return (rows ?? []).map((row) =>
    action === 'create'
      ? { table, action, before: undefined, after: { ...row } }
      : { table, action, before: asItWas(row), after: { ...row } },
  );
}
