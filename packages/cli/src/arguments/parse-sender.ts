import { CliError } from '../errors.ts';
import { quote } from '../text.ts';

/** Who a request is from: a user, or who a token stands for. */
export type Sender = { readonly user: unknown } | { readonly token: string };

/**
 * A user as JSON, or a token, which JSON is not.
 *
 * @throws {CliError} `E_USAGE` for null, and for JSON with a mistake
 */
export function parseSender(text: string): Sender {
  const fix = `Write an object in quotes: --as '{"id":3}'.`;
  try {
    const user: unknown = JSON.parse(text);
    if (user !== null) return { user };
  } catch {
    if (!/^\s*(?:[{["]|$)/.test(text)) return { token: text };
    throw new CliError('E_USAGE', `--as ${quote(text)} is not JSON.`, fix);
  }
  throw new CliError('E_USAGE', '--as null is no user.', `${fix} Without --as there is no user.`);
}
