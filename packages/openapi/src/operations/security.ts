import type { SecurityRequirement } from '../types.ts';
import { asks } from './asks.ts';
import type { OperationContext } from './context.ts';

/** What an operation needs of the schemes of the document, one of the list; with a policy that admits requests without a user, also none of them. */
export function securityOf(context: OperationContext): readonly SecurityRequirement[] {
  const { security = [], controller, operation, path } = context;
  if (typeof security === 'function') {
    const { method, action } = operation;
    return security({ controller: controller.name, method, action, path: path.template }) ?? [];
  }
  const isOpen = security.length > 0 && controller.policy !== undefined && !asks(context, 'needsUser');
  return isOpen && !security.some((one) => Object.keys(one).length === 0) ? [{}, ...security] : security;
}
