import { isPlainObject } from '@rest-gen/logic/common';
import { DataError } from './data-error.ts';
import { findColumn } from './find-column.ts';
import { expectedForms, readValue } from './read-value.ts';
import type { Column, Description, Row } from './types.ts';

/** A column and what to write into it, in the form of the column's type. */
export interface ColumnValue {
  readonly column: string;
  readonly value: unknown;
}

/**
 * Check the values of an insert or update against the described columns; a property that is `undefined` is as absent.
 *
 * An {@link Increment} of a number column passes through; a store refuses it in an insert.
 *
 * @example readValues({ views: '12', note: undefined }, description) // [{ column: 'views', value: 12 }]
 * @throws {DataError} `unknown_field`, naming the nearest column; `not_null`; `invalid_value`, also for a read-only column; each with the field
 */
export function readValues(values: Row, description: Description): ColumnValue[] {
  if (!isPlainObject(values)) {
    throw new DataError('invalid_value', 'The values of a record must be a plain object', {
      hint: "Write them as { field: value }, such as { title: 'a' }.",
    });
  }
  const result: ColumnValue[] = [];
  for (const name of Object.keys(values)) {
    const value = values[name];
    if (value === undefined) continue;
    const column = findColumn(name, description);
    if (column.isReadOnly) throw refuseReadOnly(name, value);
    result.push({
      column: name,
      value: value instanceof Increment ? checkIncrement(value, column) : checkOne(value, column),
    });
  }
  return result;
}

/**
 * A value for `update`: the store adds `by` to the column in one atomic step.
 *
 * @see docs/models-queries.md
 */
export class Increment {
  readonly by: number | bigint;

  constructor(by: number | bigint) {
    this.by = by;
  }
}

// --- internal ---

const incremented = new Set<Column['type']>(['integer', 'bigint', 'decimal', 'double']);

function checkOne(value: unknown, column: Column): unknown {
  if (value === null) {
    if (column.nullable) return null;
    throw new DataError('not_null', `"${column.name}" must not be null`, { field: column.name });
  }
  const read = readValue(value, column);
  if (read === undefined) throw refuse(column, value);
  return read;
}

function checkIncrement(increment: Increment, column: Column): Increment {
  if (!incremented.has(column.type) || readValue(increment.by, column) === undefined)
    throw refuse(column, increment.by);
  return increment;
}

function refuseReadOnly(field: string, value: unknown): DataError {
  return new DataError('invalid_value', `"${field}" cannot be written`, {
    field,
    value,
    hint: 'Leave it out: it is a generated column, or one of a type that can only be read.',
  });
}

function refuse(column: Column, value: unknown): DataError {
  return new DataError('invalid_value', `"${column.name}" cannot hold the given value`, {
    field: column.name,
    value,
    hint: `Give ${expectedForms[column.type]}.`,
  });
}
