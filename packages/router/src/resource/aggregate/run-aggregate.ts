import { Readable } from 'node:stream';
import { type Model, type Row, valueAt } from '@rest-gen/model/core';
import { addVary } from '../../core/respond/headers.ts';
import type { Resource } from '../contracts/resource.ts';
import { linkedParameters } from '../list/collect-parameters.ts';
import { writeCursor } from '../list/cursor.ts';
import { whichRecords } from '../list/deleted-records.ts';
import { linkPages } from '../list/link-pages.ts';
import { parseFilters } from '../list/parse-filters.ts';
import { type ReadRows, readLines } from '../list/read-lines.ts';
import type { ListOptions } from '../list/run-list.ts';
import { addDeclared, checkOpen, collectSent, findNames, narrow } from '../list/sent-query.ts';
import type { ListAnswer, Sort } from '../list/types.ts';
import { LINES, wantsLines } from '../list/wants-lines.ts';
import { type GroupQuery, parseAggregate } from './parse-aggregate.ts';

/**
 * Answer a list with groups of its records: a page by key, or all of them as lines of JSON.
 *
 * The filters of the list choose the records, as its policies do; a column that the user may not read in a record is null there, as the list shows it.
 *
 * @throws {HttpError} 400 `E_QUERY` for an invalid query
 * @throws {PolicyError} where the user may read none of the records: without a user 401 `E_UNAUTHORIZED`, else 403 `E_POLICY`
 */
export async function runAggregate(
  records: Model,
  resource: Resource,
  { show, whenEmpty }: ListOptions,
): Promise<ListAnswer> {
  const { exchange, table } = resource;
  const { req, res, mediaType } = exchange;
  const sent = collectSent(resource);
  const { parameters, taken } = sent;
  const model = whichRecords(records, parameters.texts, table);
  const description = await model.describe();
  checkOpen(description, resource);
  addVary(res, 'Accept');
  const lines = mediaType === undefined ? wantsLines(req.headers) : LINES.startsWith(mediaType);
  const maxPageSize = lines ? Number.MAX_SAFE_INTEGER : table.maxPageSize;
  const query = parseAggregate(parameters.texts, description, table, maxPageSize);
  const { filters } = parseFilters(parameters, await findNames(sent, { model, description, show }, table));
  addDeclared(filters, resource, description);
  const read = readGroups(narrow(model, filters), query, () => whenEmpty(resource, description));
  if (lines) {
    const { after, pageSize: most = Number.POSITIVE_INFINITY } = query;
    const options = {
      after,
      most,
      // Each batch reads all records that match.
      batch: Number.POSITIVE_INFINITY,
      once: req.method === 'HEAD' || query.group.length === 0,
      show: (group: Row) => group,
    };
    const all = readLines((last, limit) => read(last && placeOf(last, query.sort), limit), {
      ...options,
      whenEmpty: async () => undefined,
    });
    return { data: Readable.from(all, { objectMode: false }), headers: { 'Content-Type': LINES } };
  }
  const size = query.pageSize ?? table.pageSize;
  await resource.reserve(size + 1);
  // One extra group shows whether there is a next page.
  const found = await read(query.after, size + 1);
  const groups = found.slice(0, size);
  exchange.page = { records: groups.length, measured: () => {} };
  const last = found.length > size ? groups.at(-1) : undefined;
  const next = last && { after: writeCursor(query.sort, placeOf(last, query.sort)) };
  const links = linkPages(req, linkedParameters(resource, parameters, taken), { first: {}, next });
  return { data: groups, headers: { ...(links && { Link: links }) } };
}

// --- internal ---

function readGroups(
  model: Model,
  { group, count, computed, sort }: GroupQuery,
  whenEmpty: () => Promise<void>,
): ReadRows {
  // Without a group there is one result, of no records too.
  const isWhole = group.length === 0;
  const order = sort.map(([name, direction]) => (direction === 'desc' ? `-${name}` : name));
  const asked = Object.fromEntries(Object.entries(computed).filter(([, names]) => names.length > 0));
  return async (after, limit) => {
    const rows: Row[] = await model.aggregate({
      ...asked,
      group,
      count: count || isWhole,
      order,
      limit,
      ...(after && { after }),
    });
    if (after === undefined && (isWhole ? rows[0]?.count === 0 : rows.length === 0)) await whenEmpty();
    if (count || !isWhole) return rows;
    return rows.map(({ count: _, ...row }) => row);
  };
}

/** The values of a group that the order compares; those past 2^53 as text, which a cursor holds whole. */
function placeOf(group: Row, sort: Sort): Row {
  const values = sort.map(([name]) => [name, valueAt(group, name)] as const);
  return Object.fromEntries(values.map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value]));
}
