import type { RequestContext } from '../contracts/request-context.ts';
import { requestError } from '../errors.ts';
import { tagOf } from './entity-tag.ts';

/**
 * Write data as the body of an answer: in the envelope, as JSON.
 *
 * @throws {HttpError} 500 `E_NO_ANSWER` when the envelope returns nothing, or JSON does not have the value
 */
export async function writeBody(
  data: unknown,
  { envelope, controller, req, res }: Pick<RequestContext, 'envelope' | 'controller' | 'req' | 'res'>,
  status: number,
  action: string,
): Promise<string> {
  if (!envelope) return toJson(data);
  const shaped = await envelope(data, { status, controller, action, req, res });
  if (shaped !== undefined) return toJson(shaped);
  throw requestError('E_NO_ANSWER', undefined, { hint: 'The option envelope returned nothing; return the body.' });
}

/** The `ETag` with which GET answers `shown`, which is what it shows of a record. */
export async function tagOfShown(shown: unknown, context: RequestContext): Promise<string> {
  return tagOf(await writeBody(shown, context, 200, 'getAction'));
}

/**
 * Write a value as JSON; big integers, which JSON numbers cannot carry, become text.
 *
 * @throws {HttpError} 500 `E_NO_ANSWER` for a value that JSON does not have, such as a function
 */
export function toJson(value: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    // The replacer costs on every key, so only values that need it pay; another error (a cycle) comes again and is thrown.
    if (!(error instanceof TypeError)) throw error;
    text = JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? item.toString() : item));
  }
  if (text === undefined)
    throw requestError('E_NO_ANSWER', undefined, { hint: `The action answered with a ${typeof value}.` });
  return text;
}
