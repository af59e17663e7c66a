import { CliError } from '../errors.ts';
import { quote } from '../text.ts';

/** The methods that the router serves, the most common first. */
export const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'HEAD', 'OPTIONS'];

/**
 * Read the method of a request, in any case.
 *
 * @returns in upper case
 * @throws {CliError} `E_USAGE` unless it is a token (RFC 9110 section 5.6.2)
 */
export function readMethod(text: string): string {
  if (/^[\w!#$%&'*+.^`|~-]+$/.test(text)) return text.toUpperCase();
  throw new CliError('E_USAGE', `${quote(text)} is not a method.`, `Use one of ${METHODS.join(', ')}.`);
}
