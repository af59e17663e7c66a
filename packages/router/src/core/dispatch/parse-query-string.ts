import type { RawQuery } from '../contracts/exchange.ts';
import { requestError } from '../errors.ts';

/**
 * Read the parameters of a query: flat, decoded once, a doubled name as a list.
 *
 * Express's `req.query` is neither read nor written: its form depends on the application's settings.
 *
 * @param search - without the question mark, `page=2&tag=a&tag=b`
 * @returns an object that inherits nothing, `{ page: '2', tag: ['a', 'b'] }`
 * @throws {HttpError} 400 `E_BAD_ESCAPE`, or `E_QUERY` for more than `maxParameters`
 */
export function parseQueryString(search: string, maxParameters: number): RawQuery {
  const query: Record<string, string | string[]> = Object.create(null);
  const pairs = search.split('&', maxParameters + 1);
  if (pairs.length > maxParameters)
    throw requestError('E_QUERY', `The query has more than ${maxParameters} parameters.`);
  for (const pair of pairs) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1));
    const before = query[name];
    if (before === undefined) query[name] = value;
    else if (typeof before === 'string') query[name] = [before, value];
    else before.push(value);
  }
  return query;
}

// --- internal ---

function decode(text: string): string {
  try {
    return decodeURIComponent(text.includes('+') ? text.replaceAll('+', ' ') : text);
  } catch {
    throw requestError('E_BAD_ESCAPE', 'The query holds an invalid percent escape.');
  }
}
