import { CliError } from '../errors.ts';
import { quote } from '../text.ts';

/**
 * Refuse a path of a document that can lead to something else than the service: the client adds it to the address of the service, and sends its headers
 * there.
 *
 * @throws {CliError} `E_DOCUMENT`
 */
export function checkPath(path: string): void {
  const reason = whyForeign(path);
  if (reason === undefined) return;
  const hint =
    'Paths look like /post/{id}. Correct the document, or write it again: rest-gen openapi --out openapi.json';
  throw new CliError('E_DOCUMENT', `The path ${quote(path)} of the document ${reason}.`, hint);
}

// --- internal ---

function whyForeign(path: string): string | undefined {
  if (!path.startsWith('/')) return 'does not begin with "/"';
  // Without `baseUrl` this is the name of a host.
  if (path.startsWith('//')) return 'begins with "//", like the address of another host';
  // URLs have neither: `\` counts as a slash, and line breaks and tabs are removed.
  if (/[\\\p{Cc}]/u.test(path)) return 'has a backslash or a control character';
  if (/[?#]/.test(path)) return 'has a query or a fragment';
  return path.split('/').some((segment) => DOTS.test(segment)) ? 'has a segment "." or ".."' : undefined;
}

const DOTS = /^(?:\.|%2e){1,2}$/i;
