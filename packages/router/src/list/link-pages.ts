import type { Request } from 'express';
import type { RawQuery } from '../controller/types.ts';
import { pathOf } from '../respond/location.ts';

/** A page of a list by its place: `{ page: '2' }`, `{ after: '…' }`, or nothing for the beginning. */
export type Place = { readonly page?: string; readonly after?: string };

/**
 * Write the field `Link` of a list (RFC 8288): addresses that a GET reads the other pages from, with the rest of the query as it is.
 *
 * @param places - relation → place, in the order in which they are written: `{ first: { page: '1' }, next: { page: '3' } }`
 */
export function linkPages(req: Request, query: RawQuery, places: Readonly<Record<string, Place | undefined>>): string {
  const path = pathOf(req);
  return Object.entries(places)
    .flatMap(([relation, place]) => {
      if (place === undefined) return [];
      const search = searchOf(query, place);
      return [`<${path}${search === '' ? '' : `?${search}`}>; rel="${relation}"`];
    })
    .join(', ');
}

// --- internal ---

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
