import type { RawQuery } from '../controller/types.ts';
import { type HttpError, requestError } from '../errors.ts';
import { readValue } from '../model/read-value.ts';
import type { Column, Description, Direction, Filter, Operators, Scalar } from '../model/types.ts';
import type { ListQuery, PageBounds } from './types.ts';

/**
 * Read `page`, `pageSize`, `sort`, `fields` and the filters of a list; every name is checked against the described columns.
 *
 * @param taken - parameters that are not for the list: the logic declares them
 * @throws {HttpError} 400 `E_QUERY` naming what does not exist or does not parse
 */
export function readListQuery(
  query: RawQuery,
  description: Description,
  bounds: PageBounds,
  taken: ReadonlySet<string>,
): ListQuery {
  const filters: Filter[] = [];
  for (const [name, value] of Object.entries(query)) {
    if (!RESERVED.has(name) && !taken.has(name)) filters.push(readFilterParameter(name, value, description));
  }
  return {
    page: readWhole(query, 'page', Number.MAX_SAFE_INTEGER / bounds.maxPageSize),
    pageSize: readWhole(query, 'pageSize', bounds.maxPageSize) ?? bounds.pageSize,
    sort: readSort(single(query, 'sort'), description),
    fields: single(query, 'fields')
      ?.split(',')
      .map((name) => readColumn(name, description, 'fields').name),
    filters,
  };
}

// --- internal ---

const RESERVED: ReadonlySet<string> = new Set(['page', 'pageSize', 'sort', 'fields']);
const OPERATORS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin', 'null'] as const;

function readFilterParameter(parameter: string, value: string | readonly string[], description: Description): Filter {
  const [, name, operator] = /^([^[\]]+)(?:\[([^[\]]*)\])?$/.exec(parameter) ?? [];
  if (name === undefined) throw refuse(parameter, 'is not a filter; write name=value or name[operator]=value');
  const column = readColumn(name, description, parameter);
  if (typeof value !== 'string') throw refuse(parameter, 'is given twice');
  if (operator === undefined) return { [name]: readScalar(value, column, parameter) };
  if (!isOperator(operator)) throw refuse(parameter, `has an unknown operator; there are ${OPERATORS.join(', ')}`);
  return { [name]: readOperator(operator, value, column, parameter) };
}

function readOperator(operator: keyof Operators, value: string, column: Column, parameter: string): Operators {
  if (operator === 'in' || operator === 'nin') {
    return { [operator]: value.split(',').map((item) => readScalar(item, column, parameter)) };
  }
  if (operator === 'null') {
    if (value !== 'true' && value !== 'false') throw refuse(parameter, 'takes true or false');
    return { null: value === 'true' };
  }
  return { [operator]: readScalar(value, column, parameter) };
}

function isOperator(name: string): name is keyof Operators {
  return (OPERATORS as readonly string[]).includes(name);
}

function readScalar(text: string, column: Column, parameter: string): Scalar {
  // JSON has no order and no equality that a URL could ask for.
  const value = column.type === 'json' ? undefined : readValue(text, column);
  if (value === undefined)
    throw refuse(parameter, `does not take this value: the column is of the type ${column.type}`);
  return value as Scalar;
}

function readSort(text: string | undefined, description: Description): [string, Direction][] {
  const keys = (text?.split(',') ?? []).map((key): [string, Direction] => {
    const descending = key.startsWith('-');
    return [readColumn(descending ? key.slice(1) : key, description, 'sort').name, descending ? 'desc' : 'asc'];
  });
  // The primary key is always the last sort key, so that pages neither overlap nor leave gaps.
  if (!keys.some(([name]) => name === description.primaryKey)) keys.push([description.primaryKey, 'asc']);
  return keys;
}

function readColumn(name: string, { columns }: Description, parameter: string): Column {
  const column = columns.get(name);
  if (!column)
    throw refuse(parameter, parameter === name ? 'is not known here' : `names "${name}", which is not a field`);
  return column;
}

function readWhole(query: RawQuery, name: string, most: number): number | undefined {
  const text = single(query, name);
  if (text === undefined) return undefined;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > most) throw refuse(name, `takes a whole number from 1 to ${Math.floor(most)}`);
  return value;
}

function single(query: RawQuery, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || typeof value === 'string') return value;
  throw refuse(name, 'is given twice');
}

function refuse(parameter: string, reason: string): HttpError {
  return requestError('E_QUERY', `The query parameter "${parameter}" ${reason}.`, { extra: { parameter } });
}
