import type { Operation } from '@rest-gen/model/core';
import { ACTIONS } from '../core/actions.ts';

/**
 * What a request of this method does with the records of its table; `undefined` for a method that no action of the base class has.
 *
 * @param action - the method of the class that answers: what one of its own does is not known, most change a record
 */
export function operationOf(method: string, action: string): Operation | undefined {
  if (action === RESTORE) return 'delete';
  return ACTIONS.includes(action) ? METHODS.get(method) : 'update';
}

/** The action that brings back a deleted record: who may delete it may do that. */
export const RESTORE = 'restoreAction';

// --- internal ---

const METHODS: ReadonlyMap<string, Operation> = new Map([
  ['GET', 'read'],
  ['HEAD', 'read'],
  ['QUERY', 'read'],
  ['POST', 'create'],
  ['PUT', 'update'],
  ['PATCH', 'update'],
  ['DELETE', 'delete'],
]);
