import { inParts } from '../in-parts.ts';
import { restricted } from '../restriction.ts';
import type { Row } from '../types.ts';
import { markRecord } from '../write-rows.ts';
import { lockRecords } from './change-allowed.ts';
import { byKeys, keysOf, type Layer, type Next, NOTHING, type Values, type Write, type Written } from './write.ts';
import type { BeforeWrite } from './write-hooks.ts';

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
    const keys = byKeys(description.primaryKey, keysOf(part, description));
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

const NO_VALUES: Values = { columns: {}, related: undefined, named: [], index: undefined };

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
