import type { Request, Response } from 'express';
import { matches, readEntityTags, tagOf } from './entity-tag.ts';
import { checkPreconditions } from './preconditions.ts';
import type { ReadyAnswer } from './types.ts';

/**
 * Give the answer to a GET its `ETag`, and answer 304 where the client has it already (RFC 9110 section 13.2.2). A malformed field is as none.
 *
 * @throws {HttpError} 412 `E_PRECONDITION_FAILED` when `If-Match` asks for another representation
 */
export function conditional(answer: ReadyAnswer, { method, headers }: Request, res: Response): ReadyAnswer {
  if (answer.status !== 200 || !(answer.body instanceof Uint8Array)) return answer;
  if (method !== 'GET' && method !== 'HEAD') return answer;
  const own = [...answer.headers].find(([name]) => name.toLowerCase() === 'etag')?.[1] ?? res.getHeader('ETag');
  const tag = own === undefined ? tagOf(answer.body) : String(own);
  const tagged = { ...answer, headers: own === undefined ? new Map(answer.headers).set('ETag', tag) : answer.headers };
  checkPreconditions({ ifMatch: readEntityTags(headers['if-match'] ?? '*'), ifNoneMatch: undefined }, tag);
  const known = readEntityTags(headers['if-none-match'] ?? '');
  return known && matches(known, tag, 'weak') ? { ...tagged, status: 304, body: undefined } : tagged;
}
