import type { Operation } from '../../model/policy/define-policy.ts';

/** What a request of this method does with the records of its table; `undefined` for a method that no action of the base class has. */
export function operationOf(method: string): Operation | undefined {
  return METHODS.get(method);
}

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
