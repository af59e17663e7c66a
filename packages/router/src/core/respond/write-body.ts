import type { Exchange } from '../contracts/exchange.ts';
import { requestError } from '../errors.ts';
import { tagOf } from './entity-tag.ts';

/**
 * Serialize data as the body of a response: in the envelope, as JSON.
 *
 * @throws {HttpError} 500 `E_NO_ANSWER` when the envelope returns nothing, or the value is not representable in JSON
 */
export async function writeBody(
  data: unknown,
  { envelope, controller, req, res }: Pick<Exchange, 'envelope' | 'controller' | 'req' | 'res'>,
  status: number,
  action: string,
): Promise<string> {
  if (!envelope) return toJson(data);
  const shaped = await envelope(data, { status, controller, action, req, res });
  if (shaped !== undefined) return toJson(shaped);
  throw requestError('E_NO_ANSWER', undefined, { hint: 'The option envelope returned nothing; return the body.' });
}

/** The `ETag` of the GET response for a shown record. */
export async function tagOfShown(shown: unknown, context: Exchange): Promise<string> {
  return tagOf(await writeBody(shown, context, 200, 'getAction'));
}

/**
 * Serialize a value as JSON; big integers, which JSON numbers cannot hold, become strings.
 *
 * @throws {HttpError} 500 `E_NO_ANSWER` for a value that is not representable in JSON, such as a function
 */
export function toJson(value: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    // The replacer costs on every key, so it is used only after a failure; any other error (a cycle) is thrown again.
    if (!(error instanceof TypeError)) throw error;
    text = JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? item.toString() : item));
  }
  if (text === undefined)
    throw requestError('E_NO_ANSWER', undefined, { hint: `The action answered with a ${typeof value}.` });
  return text;
}
