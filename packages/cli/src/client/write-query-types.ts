import type { Parameter, Schema } from '@rest-gen/openapi';
import { keyOf } from '../render.ts';
import type { ClientOperation } from './group-paths.ts';
import type { TypeWriter } from './write-type.ts';

/** The types of the query of a list. */
export interface QueryTypes {
  /** Declarations: filters, names of fields and relations, the query. */
  readonly declarations: readonly string[];
  /** Name of the type of filters; `undefined` without any. */
  readonly where: string | undefined;
  /** Name of the type of the query. */
  readonly query: string;
  /** Name of the type of a query with `fields`; `undefined` if they are not known. */
  readonly fields: string | undefined;
  /** Name of the type of a query for groups; `undefined` without them. */
  readonly groups: string | undefined;
}

/**
 * Write the types of a list's query.
 *
 * @param name - of the resource: `Issue`
 * @param hasOr - the list has QUERY, which takes `or`
 */
export function writeQueryTypes(list: ClientOperation, name: string, hasOr: boolean, types: TypeWriter): QueryTypes {
  const isFollowed = hasChanges(list);
  const isGrouped = hasGroups(list);
  const queries = list.parameters.filter(
    (one) =>
      one.in === 'query' && !(isFollowed && STREAM.has(one.name)) && !(isGrouped && GROUP_PARAMETERS.has(one.name)),
  );
  const filters = queries.filter(isFilter);
  const others = queries.filter((parameter) => !isFilter(parameter) && !/[[\]]/.test(parameter.name));
  const where = filters.length === 0 ? undefined : `${name}Where`;
  const hasFields = others.some((parameter) => parameter.name === 'fields');
  const declarations: string[] = [];
  const members = others.flatMap((parameter) => {
    const union = UNIONS[parameter.name];
    if (union === undefined || (parameter.schema as Schema | undefined)?.type !== 'array') {
      return `  ${member(parameter, types.write(parameter.schema as Schema, true))}\n`;
    }
    const type = `${name}${union}`;
    declarations.push(`export type ${type} = ${types.write(itemsOf(parameter, isGrouped), true)};`);
    if (parameter.name === 'fields') return [];
    const list = parameter.name === 'sort' ? `${type} | readonly ${type}[]` : `readonly ${type}[]`;
    return `  ${member(parameter, list)}\n`;
  });
  if (where !== undefined) {
    const or = hasOr ? [`  or?: readonly ${where}[] | undefined;\n`] : [];
    const lines = [...filters.map((filter) => `  ${member(filter, filterType(filter, types))}\n`), ...or];
    declarations.push(`export interface ${where} {\n${lines.join('')}}`);
    members.unshift(`  where?: ${where} | undefined;\n`);
  }
  const query = `${name}Query`;
  declarations.push(`export interface ${query} extends Rest.CallOptions {\n${members.join('')}}`);
  const fields = hasFields ? `${name}FieldsQuery` : undefined;
  if (fields) declarations.push(`export interface ${fields} extends ${query} { fields: readonly ${name}Field[] }`);
  const groups = isGrouped ? `${name}AggregateQuery` : undefined;
  if (groups) {
    const shared = members.filter((line) => !/^ {2}(?:sort|page|include)\??:/.test(line));
    declarations.push(...writeGroupTypes(list, name, shared, types));
  }
  return { declarations, where, query, fields, groups };
}

/** Whether a list answers with groups, too: its class has `static aggregate`. */
export function hasGroups({ parameters }: ClientOperation): boolean {
  return parameters.some(
    ({ name, schema }) => name === 'sort' && namesIn(schema).some((one) => one.startsWith('min.')),
  );
}

/** Whether the changes of a list can be followed: its class has `static changes`. */
export function hasChanges({ parameters }: ClientOperation): boolean {
  return parameters.some(isStream);
}

/** The query of another operation, as an object type; `undefined` without one. */
export function writeParameters(
  { parameters }: ClientOperation,
  relation: string | undefined,
  types: TypeWriter,
): string | undefined {
  const queries = parameters.filter((parameter) => parameter.in === 'query' && !isFilter(parameter));
  if (queries.length === 0) return undefined;
  const members = queries.map((parameter) => {
    const isRelation = parameter.name === 'include' && relation !== undefined;
    return member(parameter, isRelation ? `readonly ${relation}[]` : types.write(parameter.schema as Schema, true));
  });
  return `{ ${members.join(' ')} }`;
}

// --- internal ---

/**
 * The query of groups, written out: `Omit` of that of a list costs the compiler 30 instantiations for each resource.
 *
 * @param shared - members of the query of a list
 */
function writeGroupTypes(list: ClientOperation, name: string, shared: readonly string[], types: TypeWriter): string[] {
  const asked = list.parameters.filter((one) => GROUP_PARAMETERS.has(one.name));
  const columns = namesIn(asked.find((one) => one.name === 'group')?.schema);
  const sorted = namesIn(list.parameters.find((one) => one.name === 'sort')?.schema);
  const keys = sorted.filter((key) => RESULT.test(key) || columns.includes(key.replace(/^-/, '')));
  const lines = asked.map((one) => `  ${member(one, types.write(one.schema as Schema, true))}\n`);
  const sort = `${name}GroupSort`;
  return [
    `export type ${sort} = ${types.write({ enum: keys }, true)};`,
    `export interface ${name}AggregateQuery extends Rest.CallOptions {\n${[...shared, ...lines].join('')}  sort?: ${sort} | readonly ${sort}[] | undefined;\n}`,
  ];
}

/** Parameters of `aggregate`. */
const GROUP_PARAMETERS: ReadonlySet<string> = new Set(['group', 'count', 'sum', 'avg', 'min', 'max']);

/** A result that groups are sorted by: every list with groups has `min` of a column. */
const RESULT = /^-?(?:count$|(?:sum|avg|min|max)\.)/;

function namesIn(schema: Parameter['schema'] | undefined): readonly string[] {
  const { items } = (schema ?? {}) as { items?: { enum?: readonly string[] } };
  return items?.enum ?? [];
}

/** The names that records are sorted by, or shown with. */
function itemsOf({ name, schema }: Parameter, isGrouped: boolean): Schema {
  const { items } = schema as { items: Schema };
  if (!isGrouped || name !== 'sort') return items;
  return { ...items, enum: namesIn(schema).filter((one) => !RESULT.test(one)) };
}

/** Parameters of `changes`, which sends them itself. */
const STREAM: ReadonlySet<string> = new Set(['offset', 'live']);

function isStream({ in: place, name, schema }: Parameter): boolean {
  return place === 'query' && name === 'live' && ((schema as Schema | undefined)?.enum as unknown[])?.includes('sse');
}

/** Parameters with a list of names → the suffix of the type with the names. */
const UNIONS: Readonly<Record<string, string>> = { include: 'Relation', sort: 'Sort', fields: 'Field' };

function isFilter({ style }: Parameter): boolean {
  return style === 'deepObject';
}

function member({ name, required }: Parameter, type: string): string {
  return required ? `${keyOf(name)}: ${type};` : `${keyOf(name)}?: ${type} | undefined;`;
}

/** A value or operators: `anyOf` the two. Of JSON only `null`. */
function filterType({ schema }: Parameter, types: TypeWriter): string {
  const [value, comparisons] = ((schema as Schema).anyOf ?? []) as Schema[];
  if (value === undefined) return '{ null?: boolean } | null';
  const isTime = value.format === 'date-time';
  const type = isTime ? 'string | Date' : types.write(value, true);
  const isText = String(comparisons?.$ref).endsWith('StringFilter');
  return `Rest.${isText ? 'TextFilter' : 'Filter'}<${type}>`;
}
