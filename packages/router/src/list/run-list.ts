import type { RequestContext } from '../controller/types.ts';
import type { Model } from '../model/model.ts';
import type { Filter, Row } from '../model/types.ts';
import { pathOf } from '../respond/location.ts';
import { readListQuery } from './read-list-query.ts';
import type { ListQuery, PageBounds } from './types.ts';

/** One page of records, and the header fields that lead to the others. */
export interface ListPage {
  readonly rows: Row[];
  readonly headers: Record<string, string>;
}

/**
 * Read one page of a model as the query asks.
 *
 * `Link` (RFC 8288) names `first`, `prev` and `next`; `X-Total-Count` is there when the query has `page`.
 *
 * @throws {HttpError} 400 `E_QUERY` for what the query asks wrongly
 */
export async function runList(model: Model, context: RequestContext, bounds: PageBounds): Promise<ListPage> {
  const description = await model.describe();
  const declared = new Set(context.logic?.fields('query'));
  const query = readListQuery(context.query, description, bounds, declared);
  const { page = 1, pageSize, sort, fields, filters } = query;
  let filtered = model;
  for (const filter of [...filters, ...declaredFilters(context, description.columns)])
    filtered = filtered.where(filter);
  let selected = filtered.order(sort.map(([name, direction]) => (direction === 'desc' ? `-${name}` : name)));
  if (fields) selected = selected.field(fields);
  // One row more than the page tells whether there is a next one, without counting.
  const rows = await selected
    .limit(pageSize + 1)
    .offset((page - 1) * pageSize)
    .select();
  const more = rows.length > pageSize;
  const headers: Record<string, string> = { Link: linkPages(context, query, more) };
  if (query.page !== undefined) headers['X-Total-Count'] = String(await filtered.count());
  return { rows: more ? rows.slice(0, pageSize) : rows, headers };
}

// --- internal ---

/** A query parameter that the logic declares filters by the column of its name, with the value that the logic made of it. */
function* declaredFilters({ logic, input }: RequestContext, columns: ReadonlyMap<string, unknown>): Generator<Filter> {
  for (const name of logic?.fields('query') ?? []) {
    const value = input?.query[name];
    if (value !== undefined && columns.has(name)) yield { [name]: value } as Filter;
  }
}

function linkPages({ req, query }: RequestContext, { page = 1 }: ListQuery, more: boolean): string {
  const path = pathOf(req);
  const link = (relation: string, number: number): string => {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      if (name === 'page') continue;
      for (const item of typeof value === 'string' ? [value] : value) search.append(name, item);
    }
    search.append('page', String(number));
    return `<${path}?${search}>; rel="${relation}"`;
  };
  const links = [link('first', 1)];
  if (page > 1) links.push(link('prev', page - 1));
  if (more) links.push(link('next', page + 1));
  return links.join(', ');
}
