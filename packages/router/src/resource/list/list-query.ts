import { type Direction, totalOrder } from '@rest-gen/model/core';
import type { RawQuery } from '../../core/contracts/exchange.ts';
import { refuseParameter } from '../../core/dispatch/refuse-parameter.ts';
import type { PageBounds } from '../contracts/table.ts';
import { parseCursor } from './cursor.ts';
import { findListField, isAllowed } from './find-field.ts';
import { parseFilters } from './parse-filters.ts';
import type { ListNames, ListParameters, ListQuery, Sort } from './types.ts';

/**
 * Read `page` or `after`, `pageSize`, `sort`, `fields` and the filters of a list; every name is checked against what the client may name.
 *
 * @throws {HttpError} 400 `E_QUERY` naming the parameter that does not exist or does not parse
 */
export function parseListQuery(
  parameters: ListParameters,
  names: ListNames,
  { maxPageSize }: Pick<PageBounds, 'maxPageSize'>,
): ListQuery {
  const { texts } = parameters;
  const { description, plan, taken } = names;
  const { filters, compared } = parseFilters(parameters, names);
  const page = readWhole(texts, 'page', Number.MAX_SAFE_INTEGER / maxPageSize);
  const sort = readSort(commaList(texts, 'sort'), (name) => checkSortable(name, names), description.primaryKey);
  const after = single(texts, 'after');
  if (page !== undefined && after !== undefined) throw refuseParameter('after', 'is given together with "page"');
  const sorted = taken.has('sort') ? [] : sort.map(([name]) => ['sort', name] as const);
  return {
    page,
    after:
      after === undefined
        ? undefined
        : parseCursor(after, sort, (name) => findListField(name, description, plan.relations)?.column),
    pageSize: readWhole(texts, 'pageSize', maxPageSize),
    sort,
    fields: commaList(texts, 'fields')
      ?.split(',')
      .map((name) => readShown(name, names)),
    filters,
    compared: [...compared, ...sorted.filter(([, name]) => description.columns.has(name))],
  };
}

/** `sort=a&sort=b` means the same as `sort=a,b`. */
export function commaList(query: RawQuery, name: string): string | undefined {
  const value = query[name];
  return typeof value === 'object' ? value.join(',') : value;
}

/**
 * Read `-created_at,title`, and add what makes the order total.
 *
 * @param check - refuses a name
 * @param last - the names that make it total
 */
export function readSort(text: string | undefined, check: (name: string) => void, last: readonly string[]): Sort {
  const keys = (text?.split(',') ?? []).map((key): [string, Direction] => {
    const descending = key.startsWith('-');
    const name = descending ? key.slice(1) : key;
    check(name);
    return [name, descending ? 'desc' : 'asc'];
  });
  if (new Set(keys.map(([name]) => name)).size < keys.length) throw refuseParameter('sort', 'names a field twice');
  return totalOrder(keys, last);
}

// --- internal ---

function checkSortable(name: string, names: ListNames): void {
  const { description, comparable, plan, taken } = names;
  const field = findListField(name, taken.has('sort') ? description : comparable, plan.relations);
  if (field === undefined) throw refuseParameter('sort', `names "${name}", which is not a field`);
  if (field.column.type === 'json') throw refuseParameter('sort', `names "${name}", which holds JSON and has no order`);
  if (field.isMany) throw refuseParameter('sort', `names "${name}", which has a value for each record of a list`);
  if (isAllowed('sortable', name, field, names)) return;
  const known = plan.sortable ? `; there are ${[...plan.sortable].join(', ') || 'none'}` : '';
  throw refuseParameter('sort', `names "${name}", which this list is not sorted by${known}`);
}

function readShown(name: string, { description }: ListNames): string {
  if (description.columns.has(name)) return name;
  throw refuseParameter('fields', `names "${name}", which is not a field`);
}

export function readWhole(query: RawQuery, name: string, most: number): number | undefined {
  const text = single(query, name);
  if (text === undefined) return undefined;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > most) throw refuseParameter(name, `takes a whole number from 1 to ${Math.floor(most)}`);
  return value;
}

export function single(query: RawQuery, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || typeof value === 'string') return value;
  throw refuseParameter(name, 'is given twice');
}
