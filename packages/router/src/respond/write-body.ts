import type { RequestContext } from '../controller/types.ts';
import { requestError } from '../errors.ts';
import type { EnvelopeContext, ResolvedOptions } from '../options.ts';
import { tagOf } from './entity-tag.ts';
import { toJson } from './to-json.ts';

/**
 * Write data as the body of an answer: in the envelope, as JSON.
 *
 * @throws {HttpError} 500 `E_NO_ANSWER` when the envelope returns nothing, or JSON does not have the value
 */
export async function writeBody(
  data: unknown,
  about: EnvelopeContext,
  envelope: ResolvedOptions['envelope'],
): Promise<Buffer> {
  if (!envelope) return Buffer.from(toJson(data));
  const shaped = await envelope(data, about);
  if (shaped !== undefined) return Buffer.from(toJson(shaped));
  throw requestError('E_NO_ANSWER', undefined, { hint: 'The option envelope returned nothing; return the body.' });
}

/** The `ETag` with which GET answers `shown`, which is what it shows of a record. */
export async function tagOfShown(shown: unknown, { controller, req, envelope }: RequestContext): Promise<string> {
  return tagOf(await writeBody(shown, { status: 200, controller, action: 'getAction', req }, envelope));
}
