import type { Condition } from './conditions.ts';
import { DataError } from './data-error.ts';
import { findColumn } from './find-column.ts';
import { readFilter } from './read-filter.ts';
import type { Description, Direction, Query } from './types.ts';

/** A {@link Query} whose every part has been checked against a table. */
export interface CheckedQuery {
  readonly conditions: readonly Condition[];
  readonly orderBy: readonly (readonly [column: string, direction: Direction])[];
  /** Columns to read; never empty. */
  readonly fields: readonly string[];
  readonly limit: number | undefined;
  readonly offset: number;
}

/**
 * Check a query against the described columns; `fields` come out complete, `offset` as a number.
 *
 * @throws {DataError} `unknown_field`; `invalid_filter` for a filter (see {@link readFilter}), a direction other than `asc` and `desc`, and a limit or
 *   offset that is not a whole number from 0 on
 */
export function readQuery(query: Query, description: Description): CheckedQuery {
  const { where = {}, orderBy = [], fields = [...description.columns.keys()], limit, offset = 0 } = query;
  if (fields.length === 0) throw new DataError('invalid_filter', 'The list of fields to read is empty');
  for (const field of fields) findColumn(field, description);
  for (const [field, direction] of orderBy) {
    findColumn(field, description);
    if (direction !== 'asc' && direction !== 'desc') {
      throw new DataError('invalid_filter', `The order of "${field}" must be "asc" or "desc"`, { field });
    }
  }
  checkCount('limit', limit ?? 0);
  checkCount('offset', offset);
  return { conditions: readFilter(where, description), orderBy, fields: [...new Set(fields)], limit, offset };
}

// --- internal ---

function checkCount(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 0) return;
  throw new DataError('invalid_filter', `The ${name} must be a whole number from 0 on`);
}
