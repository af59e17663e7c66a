import type { Session } from '@rest-gen/model/core';
import type { Resource } from '../contracts/resource.ts';
import { resourceError } from '../errors.ts';

/**
 * Run the work of a request in one transaction, which `this.model()` uses meanwhile; in another transaction, in a nested one.
 *
 * The work may run again from its beginning, with the original state of the request. The transaction ends as soon as the signal aborts, even if the work
 * is still running. Without a model the work runs directly: the first use of a model throws an error with a hint.
 */
export async function inTransaction<T>(resource: Resource, work: () => Promise<T>): Promise<T> {
  const {
    exchange: { answer },
    session,
  } = resource;
  if (session === undefined) return work();
  try {
    return await session.transaction(() => {
      resource.exchange.answer = answer;
      return work();
    });
  } catch (error) {
    // An answer that was rolled back must not be sent, even if the caller catches this.
    resource.exchange.answer = answer;
    throw error;
  }
}

/** Whether the running code belongs to a transaction of the request. */
export function isInTransaction({ session }: Resource): boolean {
  return session?.open !== undefined;
}

/**
 * The session of a request.
 *
 * @throws {HttpError} 500 `E_NO_MODEL`; the reason of the signal once it has aborted
 */
export function sessionOf(resource: Resource): Session {
  const { session } = resource;
  if (session === undefined) throw resourceError('E_NO_MODEL');
  // Not every provider checks the signal, but no provider may store anything after the response.
  resource.exchange.throwIfAborted();
  return session;
}
