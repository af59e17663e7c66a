import type { Request, Response } from 'express';
import { matches, readEntityTags, tagOf } from './entity-tag.ts';
import { findHeader } from './headers.ts';
import { checkPreconditions } from './preconditions.ts';
import type { ReadyAnswer } from './types.ts';

/**
 * Give the answer to a GET its `ETag`, and answer 304 where the client has it already (RFC 9110 section 13.2.2). A malformed field is as none.
 *
 * @param answer - its header fields are completed
 * @throws {HttpError} 412 `E_PRECONDITION_FAILED` when `If-Match` asks for another representation
 */
export function conditional(
  answer: ReadyAnswer & { readonly body: string | Uint8Array },
  { method, headers }: Request,
  res: Response,
): ReadyAnswer {
  if (answer.status !== 200 || (method !== 'GET' && method !== 'HEAD')) return answer;
  const own = findHeader(answer.headers, 'ETag') ?? res.getHeader('ETag');
  const tag = own === undefined ? tagOf(answer.body) : String(own);
  if (own === undefined) answer.headers.ETag = tag;
  const ifMatch = headers['if-match'];
  if (ifMatch !== undefined) checkPreconditions({ ifMatch: readEntityTags(ifMatch), ifNoneMatch: undefined }, tag);
  const ifNoneMatch = headers['if-none-match'];
  const known = ifNoneMatch === undefined ? undefined : readEntityTags(ifNoneMatch);
  return known && matches(known, tag, 'weak') ? { ...answer, status: 304, body: undefined } : answer;
}
