import type { Request } from 'express';
import { requestError } from '../errors.ts';
import { type EntityTags, matches, parseEntityTags, recordTags } from './entity-tag.ts';

/** The preconditions of a request (RFC 9110 section 13.1). */
export interface Preconditions {
  readonly ifMatch: EntityTags | undefined;
  readonly ifNoneMatch: EntityTags | undefined;
}

/**
 * Read the preconditions of a request that writes.
 *
 * @param required - `static requirePrecondition` of the class
 * @returns `undefined` when there are none
 * @throws {HttpError} 400 `E_BAD_REQUEST` when a field is malformed: ignoring it could lose an update;
 *   428 `E_PRECONDITION_REQUIRED` (RFC 6585 section 3) when a precondition is required and missing
 */
export function parsePreconditions({ method, headers }: Request, required: boolean): Preconditions | undefined {
  const ifMatch = readField('If-Match', headers['if-match']);
  const ifNoneMatch = readField('If-None-Match', headers['if-none-match']);
  if (required && ifMatch === undefined && !(method === 'PUT' && ifNoneMatch === '*')) {
    throw requestError('E_PRECONDITION_REQUIRED');
  }
  return ifMatch === undefined && ifNoneMatch === undefined ? undefined : { ifMatch, ifNoneMatch };
}

/**
 * Compare the preconditions of a request that writes with the current representation, in the order of RFC 9110 section 13.2.2.
 *
 * @param tag - its `ETag`; `undefined` when there is none
 * @throws {HttpError} 412 `E_PRECONDITION_FAILED`
 */
export function checkPreconditions({ ifMatch, ifNoneMatch }: Preconditions, tag: string | undefined): void {
  if (ifMatch !== undefined && !matches(ifMatch, tag, 'strong')) {
    throw requestError('E_PRECONDITION_FAILED', tag === undefined ? 'There is no such record any more.' : undefined);
  }
  if (ifNoneMatch !== undefined && matches(ifNoneMatch, tag, 'weak')) {
    throw requestError('E_PRECONDITION_FAILED', ifNoneMatch === '*' ? 'The record exists already.' : undefined);
  }
}

// --- internal ---

function readField(name: string, field: string | undefined): EntityTags | undefined {
  if (field === undefined) return undefined;
  const tags = parseEntityTags(field);
  // What was included with the record does not matter to what changes it.
  if (tags !== undefined) return recordTags(tags);
  throw requestError(
    'E_BAD_REQUEST',
    `The header field ${name} is not a list of entity tags: write each with its quotes, as ETag has them.`,
  );
}
