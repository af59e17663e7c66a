import { CliError } from '../errors.ts';
import { quote } from '../text.ts';

/** The methods that the router serves, the most common first. */
export const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'HEAD', 'OPTIONS'];

/** A URL as it was given. */
export interface GivenUrl {
  /** Path and query, `/post/1?x=1`. */
  readonly path: string;
  /** How the text was interpreted. */
  readonly notes: readonly string[];
}

/**
 * Parse the method of a request, in any case.
 *
 * @returns in upper case
 * @throws {CliError} `E_USAGE` unless it is a token (RFC 9110 section 5.6.2)
 */
export function parseMethod(text: string): string {
  if (/^[\w!#$%&'*+.^`|~-]+$/.test(text)) return text.toUpperCase();
  const fix = `Write one of ${METHODS.join(', ')} before the URL, and quote a URL with spaces.`;
  throw new CliError('E_USAGE', `${quote(text)} is not a method.`, fix);
}

/**
 * Parse a path or URL into what clients send: without origin and fragment, with a slash at the beginning, and
 * percent-encoded.
 *
 * @throws {CliError} `E_USAGE` for an empty text, which is also what yargs makes of a single `-`
 */
export function parseUrl(text: string): GivenUrl {
  if (text === '') throw new CliError('E_USAGE', 'The URL is empty, or "-".', 'A path begins with a slash: /post/1.');
  const bare = text
    .replace(ORIGIN, '')
    .replace(/#.*$/s, '')
    .replace(/[^!-~]+/g, (found) => encodeURIComponent(Buffer.from(found).toString()));
  if (bare.startsWith('/')) return { path: bare, notes: [] };
  const path = `/${bare}`;
  return { path, notes: ORIGIN.test(text) || bare === '' ? [] : [`A path begins with a slash: ${path} was used.`] };
}

// --- internal ---

/** `http://127.0.0.1:3000`, or as people type it, `localhost:3000`. */
const ORIGIN = /^(?:[a-z][a-z\d+.-]*:\/\/[^/?#]*|[\w.-]+:\d+(?![^/?#]))/i;
