import { DataError } from './data-error.ts';
import { findColumn } from './find-column.ts';
import type { AggregateQuery } from './provider.ts';
import type { Column, ColumnType, Description } from './types.ts';

/**
 * Check an aggregate against the described columns.
 *
 * @returns the column of the values; `undefined` for `count`
 * @throws {DataError} `unknown_field`; `invalid_filter` for a column whose type does not have the operation
 */
export function checkAggregate(query: AggregateQuery, description: Description): Column | undefined {
  const { operation, field, groupBy } = query;
  for (const name of groupBy) {
    if (findColumn(name, description).type === 'json')
      throw refuse(name, 'holds JSON, so rows cannot be grouped by it');
    if (name === operation) throw refuse(name, `cannot be grouped by: the result has a property "${name}"`);
  }
  if (field === undefined) return undefined;
  const column = findColumn(field, description);
  const isNumber = numbers.has(column.type);
  if (operation === 'sum' || operation === 'avg' ? !isNumber : column.type === 'json')
    throw refuse(field, `is of type ${column.type}, which has no ${operation}`);
  return column;
}

// --- internal ---

const numbers: ReadonlySet<ColumnType> = new Set<ColumnType>(['integer', 'bigint', 'decimal', 'double']);

function refuse(field: string, problem: string): DataError {
  return new DataError('invalid_filter', `"${field}" ${problem}`, { field });
}
