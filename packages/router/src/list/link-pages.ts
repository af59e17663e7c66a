import type { Request } from 'express';
import type { RawQuery } from '../contracts/request-context.ts';
import { requestError } from '../errors.ts';
import { pathOf } from '../respond/location.ts';

/** A page of a list by its place: `{ page: '2' }`, `{ after: '…' }`, or nothing for the beginning. */
export type Place = { readonly page?: string; readonly after?: string };

/** Relation → place, in the order in which they are written: `{ first: { page: '1' }, next: { page: '3' } }` */
export type Places = Readonly<Record<string, Place | undefined>>;

/**
 * Write the field `Link` of a list (RFC 8288): addresses that a GET reads the other pages from, with the rest of the query as it is.
 *
 * What would be longer than clients and proxies take is left out: all but `next`, and then that, too.
 *
 * @returns `undefined` when nothing is left
 * @throws {HttpError} 400 `E_QUERY` when the way by key ends there: without `next` the list would seem to be over
 */
export function linkPages(req: Request, query: RawQuery, places: Places): string | undefined {
  const path = pathOf(req);
  const links = Object.entries(places).flatMap(([relation, place]) => {
    if (place === undefined) return [];
    const search = searchOf(query, place);
    return [[relation, `<${path}${search === '' ? '' : `?${search}`}>; rel="${relation}"`] as const];
  });
  const all = links.map(([, link]) => link).join(', ');
  if (all.length <= LONGEST) return all;
  const next = links.find(([relation]) => relation === 'next')?.[1];
  if (next === undefined || next.length <= LONGEST) return next;
  if (places.next?.after === undefined) return undefined;
  throw requestError('E_QUERY', 'The query is too long for a link to the next page; ask for page=1.');
}

// --- internal ---

/** Characters: Node reads 16,384 of all header fields, some proxies 8,192. */
const LONGEST = 7_000;

function searchOf(query: RawQuery, place: Place): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (name === 'page' || name === 'after') continue;
    for (const item of typeof value === 'string' ? [value] : inAddress(value)) search.append(name, item);
  }
  for (const [name, value] of Object.entries(place)) search.append(name, value);
  return search.toString();
}

/** A list of one value that came as JSON: written once, its commas would take it apart. */
function inAddress(list: readonly string[]): readonly string[] {
  return list.length === 1 ? [...list, ...list] : list;
}
