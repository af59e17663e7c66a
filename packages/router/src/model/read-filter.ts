import type { CompareCondition, Condition, ListCondition, Present } from './conditions.ts';
import { DataError } from './data-error.ts';
import { expandFilter } from './expand-filter.ts';
import { findColumn } from './find-column.ts';
import { expectedForms, readValue } from './read-value.ts';
import type { Column, Description, Filter, Scalar } from './types.ts';

/**
 * Check a filter against the described columns and flatten it into the comparisons that a store builds its statement from; all of them must hold.
 *
 * Values come out in the form of their column's type (see `readValue`). `eq: null` becomes "is null" and `ne: null` "is not null". As people
 * expect and SQL does not, `ne` and `nin` also hold where the field is null. An empty `in` list stays, and matches nothing; an empty `nin`
 * list is left out. Columns of type `json` can only be asked whether they are null.
 *
 * @example readFilter({ views: { gte: '10' } }, description) // [{ column: 'views', operator: 'gte', value: 10 }]
 * @throws {DataError} `unknown_field`, naming the nearest column; `invalid_filter` for `undefined`, unknown operators, nested objects and values
 *   that the column cannot hold
 */
export function readFilter(where: Filter, description: Description): Condition[] {
  return expandFilter(where)
    .map((condition) => readCondition(condition, description))
    .filter(({ operator, value }) => operator !== 'nin' || (value as readonly Scalar[]).length > 0);
}

/** {@link readFilter} for one comparison. */
export function readCondition(condition: Condition, description: Description): Condition {
  const column = findColumn(condition.column, description);
  if (condition.operator === 'null') return condition;
  if (column.type === 'json') {
    throw new DataError('invalid_filter', `"${column.name}" holds JSON and cannot be compared`, {
      field: column.name,
      hint: 'Use { null: true } or { null: false }, or keep the part to filter by in a column of its own.',
    });
  }
  if (isList(condition)) {
    return {
      ...condition,
      value: condition.value.map((value) => (value === null ? null : readOperand(value, column))),
    };
  }
  return { ...condition, value: readOperand(condition.value, column) };
}

// --- internal ---

function isList(condition: CompareCondition | ListCondition): condition is ListCondition {
  return condition.operator === 'in' || condition.operator === 'nin';
}

function readOperand(value: Present, column: Column): Present {
  const read = readValue(value, column);
  if (read !== undefined) return read as Present;
  throw new DataError('invalid_filter', `The filter of "${column.name}" compares with a value that it cannot hold`, {
    field: column.name,
    value,
    hint: `Give ${expectedForms[column.type]}.`,
  });
}
