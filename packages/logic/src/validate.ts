import type { Logic } from './field-rules.ts';
import { findAction } from './find-action.ts';
import type { Input } from './infer.ts';
import { collectSources } from './run/create-action.ts';
import type { RunOptions, Sources } from './types.ts';

/**
 * Validate the input of an action.
 *
 * The logic is compiled once. Sections that the action does not declare are returned unchanged.
 *
 * @param logic - output of `defineLogic`
 * @param action - name of the action, `postAction`
 * @param sources - what the request brings
 * @throws {ValidationError} with every failing field
 * @throws {LogicError} `E_LOGIC_ACTION` for an action that the logic does not declare; `E_LOGIC_…` when the logic
 *   itself is wrong
 *
 * @example
 * const { body } = await validate(logic, 'postAction', { body: JSON.parse(text) });
 *
 * @see docs/logic-express.md
 */
export async function validate<L extends Logic, A extends Extract<keyof L, `${string}Action`>>(
  logic: L,
  action: A,
  sources: Sources = {},
  options?: RunOptions,
): Promise<Input<L, A>> {
  const plan = findAction(logic, action);
  const input = plan === undefined ? collectSources(sources) : await plan.run(sources, options);
  return input as Input<L, A>;
}
