import { CliError } from './errors.ts';
import { quote } from './quote.ts';

/** What the router serves by itself, in the order in which people ask for it. */
export const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'HEAD', 'OPTIONS'];

/**
 * Read the method of a request, in any case.
 *
 * @returns in capitals
 * @throws {CliError} `E_USAGE` for what is no token (RFC 9110 section 5.6.2)
 */
export function readMethod(text: string): string {
  if (/^[\w!#$%&'*+.^`|~-]+$/.test(text)) return text.toUpperCase();
  throw new CliError('E_USAGE', `${quote(text)} is no method.`, `Write one of ${METHODS.join(', ')}.`);
}
