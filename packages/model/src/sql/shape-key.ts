import type { Assignment, Comparison, OrderKey, SelectShape } from './shape.ts';

/** Shapes of one table with the same key have the same text: a key says all that the text depends on. */
export function keyOfSelect(shape: SelectShape): string {
  return plainSelect(shape) ?? JSON.stringify(['select', shape]);
}

/** See {@link keyOfSelect}. */
export function keyOfInsert(row: readonly Assignment[]): string {
  const names = plainAssignments(row);
  return names === undefined ? JSON.stringify(['insert', row]) : `insert${names}`;
}

/** See {@link keyOfSelect}. */
export function keyOfUpdate(
  where: readonly Comparison[],
  changes: readonly Assignment[],
  isReturning: boolean,
): string {
  const found = plainWhere(where);
  const written = plainAssignments(changes);
  if (found === undefined || written === undefined) return JSON.stringify(['update', where, changes, isReturning]);
  return `update ${isReturning} ${where.length}${found}${written}`;
}

// --- internal ---

// The fast path of statements about plain columns: writing JSON takes as long as all the rest of finding a text. No name of a column contains a NUL, and JSON
// begins with a bracket.

function plainSelect({ fields, where, orderBy, after, limit, offset, lock, include }: SelectShape): string | undefined {
  if (fields !== undefined || after !== undefined || offset !== undefined || include.length > 0) return undefined;
  if (typeof limit === 'object') return undefined;
  const found = plainWhere(where);
  const order = plainOrder(orderBy);
  if (found === undefined || order === undefined) return undefined;
  return `select ${limit} ${lock} ${where.length}${found}${order}`;
}

/** Equal to one value each. */
function plainWhere(where: readonly Comparison[]): string | undefined {
  let key = '';
  for (const comparison of where) {
    if (comparison.operator !== 'eq') return undefined;
    const { field, operand } = comparison;
    if (typeof field !== 'string' || operand === undefined || operand.isFraction) return undefined;
    key += `\0${field}`;
  }
  return key;
}

function plainOrder(orderBy: readonly OrderKey[]): string | undefined {
  let key = '';
  for (const [field, direction] of orderBy) {
    if (typeof field !== 'string') return undefined;
    key += `\0${direction}\0${field}`;
  }
  return key;
}

function plainAssignments(assignments: readonly Assignment[]): string | undefined {
  let key = '';
  for (const { column, value, isAdded, kept } of assignments) {
    if (isAdded || kept !== undefined || value?.isFraction) return undefined;
    key += `\0${value === null ? 'null' : 'value'}\0${column}`;
  }
  return key;
}
