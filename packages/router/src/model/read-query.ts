import type { Condition } from './conditions.ts';
import { DataError } from './data-error.ts';
import { findColumn } from './find-column.ts';
import { readFilter } from './read-filter.ts';
import { readValue } from './read-value.ts';
import type { Description, Direction, Query } from './types.ts';

/** A {@link Query} whose every part has been checked against a table. */
export interface CheckedQuery {
  readonly conditions: readonly Condition[];
  readonly orderBy: readonly (readonly [column: string, direction: Direction])[];
  /** Columns to read; never empty. */
  readonly fields: readonly string[];
  readonly limit: number | undefined;
  readonly offset: number;
  /** A value for each entry of `orderBy`, in the form of its column. */
  readonly after: readonly unknown[] | undefined;
  readonly lock: boolean;
}

/**
 * Check a query against the described columns; `fields` come out complete, `offset` as a number.
 *
 * @throws {DataError} `unknown_field`; `invalid_filter` for a filter (see {@link readFilter}), a direction other than `asc` and `desc`, a limit or
 *   offset that is not a whole number from 0 on, and an `after` that does not fit the order
 */
export function readQuery(query: Query, description: Description): CheckedQuery {
  const { where = {}, orderBy = [], limit, offset = 0, lock = false } = query;
  const fields = query.fields === undefined ? [...description.columns.keys()] : readFields(query.fields, description);
  for (const [field, direction] of orderBy) {
    findColumn(field, description);
    if (direction !== 'asc' && direction !== 'desc') {
      throw new DataError('invalid_filter', `The order of "${field}" must be "asc" or "desc"`, { field });
    }
  }
  checkCount('limit', limit ?? 0);
  checkCount('offset', offset);
  const after = query.after && readAfter(query.after, orderBy, description);
  return {
    conditions: readFilter(where, description),
    orderBy,
    fields,
    limit,
    offset,
    after,
    lock,
  };
}

// --- internal ---

function readFields(fields: readonly string[], description: Description): readonly string[] {
  if (fields.length === 0) throw new DataError('invalid_filter', 'The list of fields to read is empty');
  for (const field of fields) findColumn(field, description);
  return [...new Set(fields)];
}

function readAfter(
  after: readonly unknown[],
  orderBy: CheckedQuery['orderBy'],
  description: Description,
): readonly unknown[] {
  if (after.length === 0 || after.length !== orderBy.length) {
    throw new DataError('invalid_filter', 'A place in the order needs a value for each field that it is sorted by');
  }
  return orderBy.map(([field], index) => {
    const value = after[index];
    if (value === null) return null;
    const column = findColumn(field, description);
    if (column.loose && column.type !== 'json' && isScalar(value)) return value;
    const read = column.type === 'json' ? undefined : readValue(value, column);
    if (read !== undefined) return read;
    throw new DataError('invalid_filter', `The place in the order has a value that "${field}" cannot hold`, {
      field,
      value,
    });
  });
}

function isScalar(value: unknown): boolean {
  return ['string', 'bigint', 'boolean'].includes(typeof value) || Number.isFinite(value);
}

function checkCount(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 0) return;
  throw new DataError('invalid_filter', `The ${name} must be a whole number from 0 on`);
}
