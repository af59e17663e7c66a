import type { Schema } from '@rest-gen/openapi';
import type { ClientOperation } from './group-paths.ts';
import { answerOf } from './write-bodies.ts';
import { hasChanges, hasGroups, type QueryTypes } from './write-query-types.ts';
import type { TypeWriter } from './write-type.ts';

/** The methods of a list: `list`, `query`, `infiniteQuery`, and of one with changes `changes` and `live`. */
export function listMethods(list: ClientOperation, { query, fields, groups }: QueryTypes, types: TypeWriter): string[] {
  const { whole, items } = recordsOf(list, types);
  const record = types.write(whole, false);
  const isOptional = list.parameters.every((parameter) => parameter.in !== 'query' || !parameter.required);
  const of = (method: string, result: (type: string) => string, taken = (type: string) => type): string[] => [
    ...(fields ? [`${method}(query: ${taken(fields)}): ${result(types.write(items, false))};`] : []),
    `${method}(query${isOptional ? '?' : ''}: ${taken(query)}): ${result(record)};`,
  ];
  const changing = [
    ...of(
      'changes',
      (type) => `Rest.Changes<${type}>`,
      (type) => `Rest.ChangesQuery<${type}>`,
    ),
    ...of(
      'live',
      (type) => `Rest.Live<${type}>`,
      (type) => `Rest.LiveQuery<${type}>`,
    ),
  ];
  return [
    ...of('list', (type) => `Rest.List<${type}>`),
    ...of('query', (type) => `Rest.QueryOptions<Rest.Page<${type}>>`),
    ...of('infiniteQuery', (type) => `Rest.InfiniteQueryOptions<${type}>`),
    ...(groups ? [`readonly aggregate: Rest.Aggregate<${record}, ${groups}>;`] : []),
    ...(hasChanges(list) ? changing : []),
  ];
}

/** The fields of a list, and of related records, that are numbers written as text: the client sorts by them. */
export function numbersOf(list: ClientOperation, types: TypeWriter): string[] {
  const properties = types.resolve(recordsOf(list, types).whole)?.properties as Record<string, Schema> | undefined;
  const related = list.parameters.filter(({ style, name }) => style === 'deepObject' && name.includes('.'));
  const fields = [...Object.entries(properties ?? {}), ...related.map(({ name, schema }) => [name, schema] as const)];
  return fields.flatMap(([name, schema]) => (NUMBER.test(JSON.stringify(schema)) ? name : []));
}

/** Own actions that have the name of a method of changes or groups. */
export function renameActions(operations: readonly ClientOperation[]): readonly ClientOperation[] {
  const taken = [
    ...(operations.some(hasChanges) ? ['changes', 'live'] : []),
    ...(operations.some(hasGroups) ? ['aggregate'] : []),
  ];
  return operations.map((one) => (one.isOwn && taken.includes(one.verb) ? { ...one, verb: `${one.verb}Action` } : one));
}

// --- internal ---

/** The pattern of a decimal or a large integer, as it is shown or as a filter takes it. */
const NUMBER = /"pattern":"\^-\?(?:\[0-9\]|\(\?:0\|)/;

/** The schemas of a record of a list: whole, and with some of its fields. */
function recordsOf(
  list: ClientOperation,
  types: TypeWriter,
): { readonly whole: Schema | undefined; readonly items: Schema | undefined } {
  const { items } = (answerOf(list) ?? {}) as { items?: Schema };
  const part = typeof items?.$ref === 'string' ? items.$ref : '';
  const whole = { $ref: part.replace(/Fields(?=\d*$)/, '') };
  return { whole: types.resolve(whole) ? whole : items, items };
}
