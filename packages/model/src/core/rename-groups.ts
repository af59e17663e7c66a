import { isPlainObject } from '@rest-gen/logic/common';
import type { FieldNames } from './field-names.ts';
import type { AggregateOperation, AggregateQuery } from './provider.ts';
import type { Filter, Row } from './types.ts';

/** What is computed of rows, in the names of the table. @param where - in these names */
export function storedAggregate(query: AggregateQuery, names: FieldNames, where: Filter): AggregateQuery {
  const columns = (list: readonly string[]): string[] => list.map((name) => names.stored(name));
  const { group, orderBy, ...rest } = query;
  const operations = OPERATIONS.flatMap((name) => (query[name] ? [[name, columns(query[name])] as const] : []));
  return {
    ...rest,
    ...Object.fromEntries(operations),
    group: columns(group),
    where,
    ...(orderBy && { orderBy: orderBy.map(([name, order]) => [mapResult(name, (one) => names.stored(one)), order]) }),
  };
}

/** A group in the names of the version. */
export function shownGroup(row: Row, names: FieldNames): Row {
  const shown: Row = {};
  for (const name in row) {
    const value = row[name];
    // Results stand by the names of their columns: `{ state: 'open', sum: { hours: 12 } }`.
    const isResult = OPERATIONS.includes(name as AggregateOperation) && isPlainObject(value);
    shown[names.shown(name)] = isResult ? names.shownRow(value as Row) : value;
  }
  return shown;
}

// --- internal ---

const OPERATIONS: readonly AggregateOperation[] = ['sum', 'avg', 'min', 'max'];

/** `sum.hours` is the sum of the column `hours`. */
function mapResult(name: string, map: (column: string) => string): string {
  const operation = OPERATIONS.find((one) => name.startsWith(`${one}.`));
  return operation === undefined ? map(name) : `${operation}.${map(name.slice(operation.length + 1))}`;
}
