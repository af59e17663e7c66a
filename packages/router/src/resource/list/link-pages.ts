import type { Request } from 'express';
import type { RawQuery } from '../../core/contracts/exchange.ts';
import { requestError } from '../../core/errors.ts';
import { pathOf } from '../../core/respond/location.ts';

/** The query parameters of a page: `{ page: '2' }`, `{ after: '…' }`, or none for the first page. */
export type Place = { readonly page?: string; readonly after?: string };

/** Link relation → page, in the order of the header field: `{ first: { page: '1' }, next: { page: '3' } }` */
export type Places = Readonly<Record<string, Place | undefined>>;

/**
 * Build the `Link` header of a list (RFC 8288): URLs of the other pages for GET, with the other query parameters unchanged.
 *
 * A header that clients and proxies would reject as too long is shortened to `next`, then omitted.
 *
 * @returns `undefined` when nothing is left
 * @throws {HttpError} 400 `E_QUERY` when the `next` link of a keyset page does not fit: without it the list would seem to end
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

/** In characters. Node accepts 16,384 for all header fields, some proxies 8,192. */
const LONGEST = 7_000;

function searchOf(query: RawQuery, place: Place): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (name === 'page' || name === 'after') continue;
    for (const item of [value].flat())
      search.append(typeof value === 'string' ? name : nameInAddress(name, value), item);
  }
  for (const [name, value] of Object.entries(place)) search.append(name, value);
  return search.toString();
}

/** A list with one value: a comma in the value would split it. Texts of `title[contains]` are never split. */
function nameInAddress(name: string, list: readonly string[]): string {
  return list.length === 1 && !/\[(?:contains|startsWith|endsWith)\]$/.test(name) ? `${name}[]` : name;
}
