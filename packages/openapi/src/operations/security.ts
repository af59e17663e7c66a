import type { SecurityRequirement } from '../types.ts';
import type { OperationContext } from './context.ts';

/**
 * Whether the policy of the table answers some requests with 401 (`needsUser`) or 403 (`refuses`); an action of the
 * project may ask for anything.
 */
export function policyRefuses(
  { operation, controller, path }: Pick<OperationContext, 'operation' | 'controller' | 'path'>,
  what: 'needsUser' | 'refuses',
): boolean {
  const { policy, statics } = controller;
  if (policy === undefined) return false;
  const does = (name: 'read' | 'create' | 'update' | 'delete') => policy[what].includes(name);
  // The effect of an own action is not known; most of them change a record.
  const isRestore = operation.action === 'restoreAction' && statics.softDelete !== undefined;
  const own = isRestore ? 'DELETE' : 'PATCH';
  switch (path.action === undefined ? operation.method : own) {
    case 'POST':
      return does('create');
    case 'PUT':
      return does('update') || (statics.upsert === true && does('create')) || needsReader(policy, what);
    case 'PATCH':
      return does('update') || needsReader(policy, what);
    case 'DELETE':
      return does('delete') || needsReader(policy, what);
    default:
      // Records that may not be read are left out. A list is refused only where nothing of it may be read.
      return policy.needsUser.includes('read');
  }
}

/**
 * The security requirements of an operation, of which a request needs one. A policy that admits requests without a user
 * adds an empty one.
 */
export function securityOf(context: OperationContext): readonly SecurityRequirement[] {
  const { security = [], controller, operation, path } = context;
  if (typeof security === 'function') {
    const { method, action } = operation;
    return security({ controller: controller.name, method, action, path: path.template }) ?? [];
  }
  const isOpen = security.length > 0 && controller.policy !== undefined && !policyRefuses(context, 'needsUser');
  return isOpen && !security.some((one) => Object.keys(one).length === 0) ? [{}, ...security] : security;
}

// --- internal ---

/** A request that may not read the record gets 401 without a user, and 404 with one. */
function needsReader({ needsUser }: { needsUser: readonly string[] }, what: 'needsUser' | 'refuses'): boolean {
  return what === 'needsUser' && needsUser.includes('read');
}
