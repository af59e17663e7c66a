import type { ControllerPlan } from '../../core/contracts/plan.ts';
import { Slot } from '../../core/slot.ts';

/**
 * On the plan of a class: whether what narrows a user, such as the abilities of an API token, lets a method of it through. It is for lists of what the
 * user may do; requests are refused by `admit`.
 */
export const ALLOWS: Slot<(user: unknown, method: string) => boolean> = new Slot('router/allows');

/** @returns `true` where no part narrows users */
export function allowsUser(plan: ControllerPlan, user: unknown, method: string): boolean {
  return ALLOWS.get(plan)?.(user, method) ?? true;
}
