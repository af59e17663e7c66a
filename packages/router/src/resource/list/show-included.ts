import type { Row } from '@rest-gen/model/core';
import type { Included, Resource } from '../contracts/resource.ts';
import { linkRest } from './link-rest.ts';

/** The row without what is included, and without the related fields that were read for the order: what `show` gets. */
export function ownFields(row: Row, included: readonly Included[], related: readonly string[] = []): Row {
  const own: Row = {};
  for (const name in row) {
    if (!related.includes(name) && !included.some((one) => one.name === name)) own[name] = row[name];
  }
  return own;
}

/**
 * Add to a shown record what is included with it, in the order of the request: a record or null, a number, or a list, which one that is cut follows with the
 * URL of its rest, `comments_next`.
 *
 * @param row - as the model has read it
 * @returns what `show` returned where that is no object
 */
export function addIncluded(shown: unknown, row: Row, included: readonly Included[], resource: Resource): unknown {
  const record = toRecord(shown);
  if (record === undefined) return shown;
  // `show` may return an object that it keeps.
  const whole = { ...record };
  addRelated(whole, row, included, resource);
  return whole;
}

// --- internal ---

/** The object that JSON would show. */
function toRecord(shown: unknown): object | undefined {
  if (typeof shown !== 'object' || shown === null) return undefined;
  const value = 'toJSON' in shown && typeof shown.toJSON === 'function' ? shown.toJSON() : shown;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}

function addRelated(
  record: Record<string, unknown>,
  row: Row,
  included: readonly Included[],
  resource: Resource,
): void {
  for (const one of included) {
    const { name, relation } = one;
    const value = row[name];
    if (relation.kind === 'count') record[name] = value;
    else if (relation.kind === 'one') record[name] = value ? showRelated(value as Row, one, resource) : null;
    else {
      const rows = (value ?? []) as Row[];
      const shown = rows.length > relation.max ? rows.slice(0, relation.max) : rows;
      record[name] = shown.map((related) => showRelated(related, one, resource));
      if (rows.length > relation.max) record[`${name}_next`] = linkRest(one, row, shown, resource) ?? null;
    }
  }
}

/** The store may have read more, for the place where the rest of a list begins. */
function showRelated(row: Row, { relation, nested }: Included, resource: Resource): Row {
  const { fields, through } = relation;
  const shown = through?.fields === undefined ? fields : [...fields, ...through.fields];
  if (nested.length === 0 && hasOnly(row, shown)) return row;
  const record: Row = {};
  for (const field of shown) record[field] = row[field];
  addRelated(record, row, nested, resource);
  return record;
}

/** Whether these are its fields, in this order. */
function hasOnly(row: Row, fields: readonly string[]): boolean {
  let at = 0;
  for (const name in row) if (name !== fields[at++]) return false;
  return at === fields.length;
}
