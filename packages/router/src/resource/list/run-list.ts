import { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import { columnsOf, type Description, type Model, type Row } from '@rest-gen/model/core';
import type { ShownPage } from '../../core/contracts/exchange.ts';
import { requestError } from '../../core/errors.ts';
import { addVary } from '../../core/respond/headers.ts';
import type { Included, Resource } from '../contracts/resource.ts';
import { checkBudget, recordsWith } from './check-budget.ts';
import { checkShown, type Show } from './check-shown.ts';
import { linkedParameters } from './collect-parameters.ts';
import { writeCursor } from './cursor.ts';
import { whichRecords } from './deleted-records.ts';
import { linkPages, type Place, type Places } from './link-pages.ts';
import { commaList } from './list-query.ts';
import { including, parseInclude } from './parse-include.ts';
import { LISTING, type ReadRows, readLines, toLines } from './read-lines.ts';
import { addDeclared, checkOpen, collectSent, narrow, parseSentQuery } from './sent-query.ts';
import { addIncluded, ownFields } from './show-included.ts';
import type { ListAnswer, ListQuery } from './types.ts';
import { LINES, wantsLines } from './wants-lines.ts';

/** What a class says of the records of its list. */
export interface ListOptions {
  /** Maps a row to the record that is shown; default: the row itself. */
  readonly show?: Show | undefined;
  /** Called when the list is empty: refuses it where it cannot be. */
  readonly whenEmpty: (resource: Resource, description: Description) => Promise<void>;
}

/**
 * Read a list for a request: a page by number or by key, or all matching records as lines of JSON.
 *
 * `Link` (RFC 8288) has `first`, `prev` if it is known, and `next`; `X-Total-Count` is set when the query has `page`.
 *
 * @throws {HttpError} 400 `E_QUERY` for an invalid query; 400 `E_BUDGET` for one with too many included records
 * @throws {PolicyError} where the user may read none of the records: without a user 401 `E_UNAUTHORIZED`, else 403 `E_POLICY`
 */
export async function runList(records: Model, resource: Resource, options: ListOptions): Promise<ListAnswer> {
  const {
    exchange: { req, res, mediaType },
    table,
  } = resource;
  const { show, whenEmpty } = options;
  const sent = collectSent(resource);
  const { parameters, taken } = sent;
  const { texts } = parameters;
  const model = whichRecords(records, texts, table);
  const description = await model.describe();
  checkOpen(description, resource);
  checkKey(description);
  addVary(res, 'Accept');
  const lines = mediaType === undefined ? wantsLines(req.headers) : LINES.startsWith(mediaType);
  const streamed = lines && texts.page === undefined;
  const maxPageSize = streamed ? Number.MAX_SAFE_INTEGER : table.maxPageSize;
  const query = await parseSentQuery(sent, { model, description, show }, resource, maxPageSize);
  const included = parseInclude(commaList(texts, 'include'), table.relations);
  const size = query.pageSize ?? table.pageSize;
  checkBudget(streamed ? 1 : size, included, table.maxRecords, streamed ? 'include' : 'pageSize');
  addDeclared(query.filters, resource, description);
  const matching = narrow(model, query.filters);
  const ordered = matching.order(query.sort.map(([name, direction]) => (direction === 'desc' ? `-${name}` : name)));
  const { read, pick } = choose(query, included, show && checkShown(show, query, description), description, resource);
  const source = including(read ? ordered.field(read) : ordered, included);
  const type: Record<string, string> = lines ? { 'Content-Type': LINES } : {};
  if (streamed) {
    const { after, pageSize: most = Number.POSITIVE_INFINITY } = query;
    const batch = Math.min(LARGEST_BATCH, Math.max(1, Math.floor(table.maxRecords / recordsWith(included))));
    const readRows: ReadRows = (last, limit) =>
      LISTING.run(true, () => (last ? source.after(last) : source).limit(limit).select());
    const all = readLines(readRows, {
      after,
      most,
      batch,
      once: req.method === 'HEAD',
      show: pick,
      whenEmpty: () => whenEmpty(resource, description),
    });
    return { data: Readable.from(all, { objectMode: false }), headers: type };
  }
  await resource.reserve((size + 1) * recordsWith(included));
  const { rows, places } = await readPage(source, query, size);
  if (rows.length === 0) await whenEmpty(resource, description);
  resource.exchange.page = pageOf(resource, rows.length);
  const links = linkPages(req, linkedParameters(resource, parameters, taken), places);
  const headers: Record<string, string> = { ...(links && { Link: links }), ...type };
  // On the response itself, where `envelope` can read it.
  if (query.page !== undefined) res.setHeader('X-Total-Count', String(await matching.count()));
  const data = lines
    ? Buffer.from(await toLines(rows, pick))
    : show
      ? await Promise.all(rows.map(pick))
      : rows.map(pick);
  return { data, headers };
}

// --- internal ---

/** Rows. */
const LARGEST_BATCH = 200;

/** What is known of a page; in a function of its own, so that it does not keep the records. */
function pageOf({ of, exchange: { query } }: Resource, records: number): ShownPage {
  return {
    records,
    // The next page of the class reserves as much (`reserve`).
    measured: (length) => {
      if (records > 0 && query.fields === undefined) of.recordSize = Math.max(of.recordSize ?? 0, length / records);
    },
  };
}

function checkKey({ name, primaryKey, columns }: Description): void {
  const hidden = primaryKey.find((column) => !columns.has(column));
  if (hidden === undefined) return;
  throw requestError('E_INTERNAL', undefined, {
    hint: `The primary key "${hidden}" of "${name}" is hidden: a list needs it to go on from one page to the next.`,
  });
}

interface Choice {
  /** Fields to read; all when `undefined`. */
  readonly read: readonly string[] | undefined;
  /** Maps a row that was read to the record that is shown. */
  readonly pick: Show;
}

/** The sort fields are always read: the cursor needs them. So are the columns that a list of related records refers to, for the link to its rest. */
function choose(
  { fields, sort }: ListQuery,
  included: readonly Included[],
  show: Show | undefined,
  { columns }: Description,
  resource: Resource,
): Choice {
  const related = sort.flatMap(([name]) => (columns.has(name) ? [] : [name]));
  const pick = fields && ((shown: unknown) => pickFields(shown, fields));
  const shape = pick && show ? async (row: Row) => pick(await show(row)) : (pick ?? show ?? ((row: Row) => row));
  // `show` may use any field.
  const all = fields === undefined || show !== undefined;
  const keys = included.flatMap(({ relation }) => columnsOf(relation.from).filter((name) => columns.has(name)));
  const named = all ? [...columns.keys(), ...related] : [...fields, ...sort.map(([name]) => name), ...keys];
  const read = all && related.length === 0 ? undefined : named;
  if (related.length === 0 && included.length === 0) return { read, pick: shape };
  const own = (row: Row): Row => ownFields(row, included, related);
  return {
    read,
    pick: show
      ? async (row) => addIncluded(await shape(own(row)), row, included, resource)
      : (row) => addIncluded(shape(own(row)), row, included, resource),
  };
}

function pickFields(shown: unknown, fields: readonly string[]): unknown {
  if (typeof shown !== 'object' || shown === null) return shown;
  return Object.fromEntries(
    fields.filter((name) => Object.hasOwn(shown, name)).map((name) => [name, (shown as Row)[name]]),
  );
}

async function readPage(
  model: Model,
  { page, after, sort }: ListQuery,
  size: number,
): Promise<{ rows: Row[]; places: Places }> {
  const from = after ? model.after(after) : model;
  // One extra row shows whether there is a next page, without counting.
  const read = await from
    .limit(size + 1)
    .offset(((page ?? 1) - 1) * size)
    .select();
  const rows = read.slice(0, size);
  const more = read.length > size;
  const at = (number: number): Place => ({ page: String(number) });
  if (page !== undefined) {
    const places = { first: at(1), prev: page > 1 ? at(page - 1) : undefined, next: more ? at(page + 1) : undefined };
    return { rows, places };
  }
  const last = rows.at(-1);
  return { rows, places: { first: {}, next: more && last ? { after: writeCursor(sort, last) } : undefined } };
}
