import { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import type { RequestContext } from '../contracts/request-context.ts';
import { requestError } from '../errors.ts';
import type { Model } from '../model/model.ts';
import type { Description, Filter, Row } from '../model/types.ts';
import { addVary } from '../respond/headers.ts';
import { checkShown, comparableColumns, type Show } from './check-shown.ts';
import { writeCursor } from './cursor.ts';
import { linkPages, type Place, type Places } from './link-pages.ts';
import { readLines, toLines } from './read-lines.ts';
import { readListQuery, splitFilter } from './read-list-query.ts';
import { linkedParameters, readParameters, refuseOperators, sectionOf } from './read-parameters.ts';
import type { ListAnswer, ListQuery } from './types.ts';
import { LINES, wantsLines } from './wants-lines.ts';

/**
 * Read a list for a request: a page by number or by key, or all matching records as lines of JSON.
 *
 * `Link` (RFC 8288) has `first`, `prev` if it is known, and `next`; `X-Total-Count` is set when the query has `page`.
 *
 * @param show - maps a row to the record that is shown; default: the row itself
 * @throws {HttpError} 400 `E_QUERY` for an invalid query
 */
export async function runList(model: Model, context: RequestContext, show?: Show): Promise<ListAnswer> {
  const { req, res, logic, list } = context;
  const description = await model.describe();
  checkKey(description);
  addVary(res, 'Accept');
  const taken = new Set(logic?.fields(sectionOf(context)));
  const parameters = readParameters(context, taken);
  const lines = wantsLines(req.headers);
  const streamed = lines && parameters.page === undefined;
  const maxPageSize = streamed ? Number.MAX_SAFE_INTEGER : list.maxPageSize;
  const names = Object.keys(parameters).filter((name) => !taken.has(name));
  const comparable = show && (await comparableColumns(description, names, model, show));
  const query = readListQuery(parameters, description, { maxPageSize }, taken, comparable);
  const matching = [...query.filters, ...declaredFilters(context, description)].reduce(
    (narrowed, filter) => narrowed.where(filter),
    model,
  );
  const ordered = matching.order(query.sort.map(([name, direction]) => (direction === 'desc' ? `-${name}` : name)));
  const { read, pick } = choose(query, show && checkShown(show, query, description, taken));
  const source = read ? ordered.field(read) : ordered;
  const type: Record<string, string> = lines ? { 'Content-Type': LINES } : {};
  if (streamed) {
    const { after, pageSize: most = Number.POSITIVE_INFINITY } = query;
    const all = readLines(source, { after, most, once: req.method === 'HEAD', show: pick });
    return { data: Readable.from(all, { objectMode: false }), headers: type };
  }
  const { rows, places } = await readPage(source, query, query.pageSize ?? list.pageSize);
  context.pageRecords = rows.length;
  const links = linkPages(req, linkedParameters(context, parameters, taken), places);
  const headers: Record<string, string> = { ...(links && { Link: links }), ...type };
  // On the response itself, where `envelope` can read it.
  if (query.page !== undefined) res.setHeader('X-Total-Count', String(await matching.count()));
  const data = lines ? Buffer.from(await toLines(rows, pick)) : await Promise.all(rows.map(async (row) => pick(row)));
  return { data, headers };
}

// --- internal ---

function checkKey({ name, primaryKey, columns }: Description): void {
  if (columns.has(primaryKey)) return;
  throw requestError('E_INTERNAL', undefined, {
    hint: `The primary key "${primaryKey}" of "${name}" is hidden: a list needs it to go on from one page to the next.`,
  });
}

/** A parameter that the logic declares filters by the column of its name, with the value that the logic made of it. */
function* declaredFilters(context: RequestContext, { columns }: Description): Generator<Filter> {
  const section = sectionOf(context);
  const values = context.input?.[section] as Row | undefined;
  for (const parameter of context.logic?.fields(section) ?? []) {
    const value = values?.[parameter];
    const { name, operator } = splitFilter(parameter);
    if (value === undefined || name === undefined || !columns.has(name)) continue;
    if (operator === undefined) refuseOperators(parameter, value, context);
    // A list that the logic accepts is a list of values; it is copied.
    const operand = Array.isArray(value) ? [...value] : value;
    yield { [name]: operator === undefined ? operand : { [operator]: operand } } as Filter;
  }
}

interface Choice {
  /** Fields to read; all when `undefined`. */
  readonly read: readonly string[] | undefined;
  /** Maps a row that was read to the record that is shown. */
  readonly pick: Show;
}

/** The sort fields are always read: the cursor needs them. */
function choose({ fields, sort }: ListQuery, show?: Show): Choice {
  if (fields === undefined) return { read: undefined, pick: show ?? ((row) => row) };
  const pick = (shown: unknown) => pickFields(shown, fields);
  // `show` may use any field.
  if (show) return { read: undefined, pick: async (row) => pick(await show(row)) };
  return { read: [...fields, ...sort.map(([name]) => name)], pick };
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
