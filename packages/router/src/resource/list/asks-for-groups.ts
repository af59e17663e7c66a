import type { Resource } from '../contracts/resource.ts';
import { commaList } from './list-query.ts';
import { AGGREGATES } from './parameter-names.ts';
import { collectSent } from './sent-query.ts';

/** Whether a request for a list asks for groups of its records: the class has `static aggregate`, and the query one of its parameters. */
export function asksForGroups(resource: Resource): boolean {
  return groupFields(resource) !== undefined;
}

/** The members of these groups, `['state', 'count', 'sum.hours']`; `undefined` for a list of records. */
export function groupFields(resource: Resource): string[] | undefined {
  if (resource.table.aggregate.length === 0) return undefined;
  const { texts } = collectSent(resource).parameters;
  const asked = AGGREGATES.filter((name) => texts[name] !== undefined);
  if (asked.length === 0) return undefined;
  return asked.flatMap((name) => {
    if (name === 'count') return [name];
    const columns = [...new Set(commaList(texts, name)?.split(','))];
    return name === 'group' ? columns : columns.map((column) => `${name}.${column}`);
  });
}
