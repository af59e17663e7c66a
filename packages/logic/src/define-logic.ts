import type { CheckedLogic } from './infer/check-logic.ts';
import type { LogicShape } from './infer/logic-shape.ts';

/**
 * Declare the input of the actions of a controller.
 *
 * @param logic - sections by action, and `params` for every action
 * @returns the same object, with its exact type; it is checked by `compileLogic`
 *
 * @example
 * export default defineLogic({
 *   params: { id: { int: { min: 1 } } },
 *   postAction: { body: { title: { required: true, string: true, length: { min: 1, max: 80 } } } },
 * });
 */
export function defineLogic<const L extends LogicShape>(logic: L & CheckedLogic<L>): L {
  return logic;
}
