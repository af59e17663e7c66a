import type { RequestContext } from '../controller/types.ts';
import { requestError } from '../errors.ts';
import { follow } from '../follow.ts';
import { tagOf } from './entity-tag.ts';
import { toJson } from './to-json.ts';

/**
 * Write data as the body of an answer: in the envelope, as JSON.
 *
 * @returns a promise where the envelope gives one
 * @throws {HttpError} 500 `E_NO_ANSWER` when the envelope returns nothing, or JSON does not have the value
 */
export function writeBody(
  data: unknown,
  { envelope, controller, req, res }: Pick<RequestContext, 'envelope' | 'controller' | 'req' | 'res'>,
  status: number,
  action: string,
): string | Promise<string> {
  if (!envelope) return toJson(data);
  return follow(envelope(data, { status, controller, action, req, res }), undefined, writeShaped);
}

/** The `ETag` with which GET answers `shown`, which is what it shows of a record. */
export function tagOfShown(shown: unknown, context: RequestContext): string | Promise<string> {
  return follow(writeBody(shown, context, 200, 'getAction'), undefined, (_, body) => tagOf(body));
}

// --- internal ---

function writeShaped(_: undefined, shaped: unknown): string {
  if (shaped !== undefined) return toJson(shaped);
  throw requestError('E_NO_ANSWER', undefined, { hint: 'The option envelope returned nothing; return the body.' });
}
