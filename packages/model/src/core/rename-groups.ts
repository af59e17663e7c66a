import type { FieldNames } from './field-names.ts';
import type { AggregateQuery } from './provider.ts';
import { AGGREGATE_OPERATIONS } from './read-aggregate.ts';
import type { Filter, Row } from './types.ts';

/** What is computed of rows, in the names of the table. @param where - in these names */
export function storedAggregate(query: AggregateQuery, names: FieldNames, where: Filter): AggregateQuery {
  const columns = (list: readonly string[]): string[] => list.map((name) => names.stored(name));
  const { group, orderBy, ...rest } = query;
  const operations = operationsOf(query).map((name) => [name, columns(query[name] ?? [])]);
  return {
    ...rest,
    ...Object.fromEntries(operations),
    group: columns(group),
    where,
    ...(orderBy && { orderBy: orderBy.map(([name, order]) => [storedKey(name, query, names), order]) }),
  };
}

/** A group in the names of the version; `count` and the operations keep their names. @param query - in the names of the version */
export function shownGroup(row: Row, query: AggregateQuery, names: FieldNames): Row {
  const shown: Row = {};
  for (const name of query.group) shown[name] = row[names.stored(name)];
  if (query.count) shown.count = row.count;
  for (const name of operationsOf(query)) shown[name] = names.shownRow(row[name] as Row);
  return shown;
}

// --- internal ---

function operationsOf(query: AggregateQuery) {
  return AGGREGATE_OPERATIONS.filter((name) => query[name]?.length);
}

/** `sum.hours` is the sum of the column `hours`. */
function storedKey(name: string, { group }: AggregateQuery, names: FieldNames): string {
  if (group.includes(name)) return names.stored(name);
  const operation = AGGREGATE_OPERATIONS.find((one) => name.startsWith(`${one}.`));
  return operation === undefined ? name : `${operation}.${names.stored(name.slice(operation.length + 1))}`;
}
