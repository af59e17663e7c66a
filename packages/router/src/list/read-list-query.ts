import type { PageBounds } from '../contracts/plan.ts';
import type { RawQuery } from '../contracts/request-context.ts';
import { readValue } from '../model/read-value.ts';
import { totalOrder } from '../model/request.ts';
import type { Column, Description, Direction, Filter, Operators, Scalar } from '../model/types.ts';
import { readCursor } from './cursor.ts';
import { refuseParameter } from './refuse-parameter.ts';
import type { ListQuery, Sort } from './types.ts';

/**
 * Read `page` or `after`, `pageSize`, `sort`, `fields` and the filters of a list; every name is checked against the readable columns.
 *
 * @param description - without unreadable columns
 * @param taken - parameters that the logic declares, which are not parameters of the list
 * @param comparable - the columns that the client may filter and sort by
 * @throws {HttpError} 400 `E_QUERY` naming the parameter that does not exist or does not parse
 */
export function readListQuery(
  query: RawQuery,
  description: Description,
  { maxPageSize }: Pick<PageBounds, 'maxPageSize'>,
  taken: ReadonlySet<string>,
  comparable: Description = description,
): ListQuery {
  const filters: Filter[] = [];
  for (const [name, value] of Object.entries(query)) {
    if (!RESERVED.has(name) && !taken.has(name)) filters.push(readFilterParameter(name, value, comparable));
  }
  const page = readWhole(query, 'page', Number.MAX_SAFE_INTEGER / maxPageSize);
  const sort = readSort(commaList(query, 'sort'), taken.has('sort') ? description : comparable);
  const after = single(query, 'after');
  if (page !== undefined && after !== undefined) throw refuseParameter('after', 'is given together with "page"');
  return {
    page,
    after: after === undefined ? undefined : readCursor(after, sort, description),
    pageSize: readWhole(query, 'pageSize', maxPageSize),
    sort,
    fields: commaList(query, 'fields')
      ?.split(',')
      .map((name) => readColumn(name, description, 'fields').name),
    filters,
  };
}

/** Parameters of every list; all others are filters. */
export const RESERVED: ReadonlySet<string> = new Set(['page', 'after', 'pageSize', 'sort', 'fields']);

/** Parameters with comma-separated names; a repeated parameter adds names. */
export const COMMA_LISTS: ReadonlySet<string> = new Set(['sort', 'fields']);

/** Split the name of a filter: `views[gte]` → `views`, `gte`; without `name` when it is not a filter. */
export function splitFilter(parameter: string): { name: string | undefined; operator: string | undefined } {
  const [, name, operator] = /^([^[\]]+)(?:\[([^[\]]*)\])?$/.exec(parameter) ?? [];
  return { name, operator };
}

// --- internal ---

/** Maximum number of values of one `in`: each is a bound parameter, and stores accept a few thousand. */
const MOST_VALUES = 1_000;
const OPERATORS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin', 'null'] as const;

function readFilterParameter(parameter: string, value: string | readonly string[], description: Description): Filter {
  const { name, operator } = splitFilter(parameter);
  if (name === undefined) throw refuseParameter(parameter, 'is not a filter; write name=value or name[operator]=value');
  const column = readColumn(name, description, parameter);
  const known = operator ?? 'eq';
  if (!isOperator(known))
    throw refuseParameter(parameter, `has an unknown operator; there are ${OPERATORS.join(', ')}`);
  if (known === 'in' || known === 'nin') return { [name]: { [known]: readList(value, column, parameter) } };
  if (typeof value !== 'string')
    throw refuseParameter(parameter, `is given twice; for one of several values write ${name}[in]`);
  return { [name]: readOperator(known, value, column, parameter) };
}

/** Comma-separated values in one parameter, or one value in each of several parameters, which may then contain commas. */
function readList(value: string | readonly string[], column: Column, parameter: string): Scalar[] {
  const items = typeof value === 'string' ? value.split(',') : value;
  if (items.length > MOST_VALUES) throw refuseParameter(parameter, `has more than ${MOST_VALUES} values`);
  return items.map((item) => readScalar(item, column, parameter));
}

function readOperator(operator: keyof Operators, value: string, column: Column, parameter: string): Operators {
  if (operator === 'null') {
    if (value !== 'true' && value !== 'false') throw refuseParameter(parameter, 'takes true or false');
    return { null: value === 'true' };
  }
  return { [operator]: readScalar(value, column, parameter) };
}

function isOperator(name: string): name is keyof Operators {
  return (OPERATORS as readonly string[]).includes(name);
}

function readScalar(text: string, column: Column, parameter: string): Scalar {
  // A URL cannot express order or equality of JSON.
  const value = column.type === 'json' ? undefined : readValue(text, column);
  if (value === undefined)
    throw refuseParameter(parameter, `does not take this value: the column is of the type ${column.type}`);
  return value as Scalar;
}

function readSort(text: string | undefined, description: Description): Sort {
  const keys = (text?.split(',') ?? []).map((key): [string, Direction] => {
    const descending = key.startsWith('-');
    const { name, type } = readColumn(descending ? key.slice(1) : key, description, 'sort');
    if (type === 'json') throw refuseParameter('sort', `names "${name}", which holds JSON and has no order`);
    return [name, descending ? 'desc' : 'asc'];
  });
  if (new Set(keys.map(([name]) => name)).size < keys.length) throw refuseParameter('sort', 'names a field twice');
  return totalOrder(keys, description.primaryKey);
}

function readColumn(name: string, { columns }: Description, parameter: string): Column {
  const column = columns.get(name);
  if (!column)
    throw refuseParameter(
      parameter,
      parameter === name ? 'is not known here' : `names "${name}", which is not a field`,
    );
  return column;
}

function readWhole(query: RawQuery, name: string, most: number): number | undefined {
  const text = single(query, name);
  if (text === undefined) return undefined;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > most) throw refuseParameter(name, `takes a whole number from 1 to ${Math.floor(most)}`);
  return value;
}

/** `sort=a&sort=b` means the same as `sort=a,b`. */
function commaList(query: RawQuery, name: string): string | undefined {
  const value = query[name];
  return typeof value === 'object' ? value.join(',') : value;
}

function single(query: RawQuery, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || typeof value === 'string') return value;
  throw refuseParameter(name, 'is given twice');
}
