import { compileOnce } from './compile-once.ts';
import type { Logic } from './field-rules.ts';
import type { Input } from './infer.ts';
import type { RunOptions, Sources } from './types.ts';

/**
 * Validate the input of an action.
 *
 * The logic is compiled once; an action that it does not declare gets the sources as they came.
 *
 * @param logic - output of `defineLogic`
 * @param action - name of the action, `postAction`
 * @param sources - what the request brings
 * @throws {ValidationError} with every failing field
 * @throws {LogicError} `E_LOGIC_…` when the logic itself is wrong
 *
 * @example
 * const { body } = await validate(logic, 'postAction', { body: JSON.parse(text) });
 */
export async function validate<L extends Logic, A extends `${string}Action`>(
  logic: L,
  action: A,
  sources: Sources,
  options?: RunOptions,
): Promise<Input<L, A>> {
  const plan = compileOnce(logic).action(action);
  const input = plan === undefined ? passThrough(sources) : await plan.run(sources, options);
  return input as Input<L, A>;
}

// --- internal ---

function passThrough({ params = {}, query = {}, headers = {}, body, files = {} }: Sources): unknown {
  return { params, query, headers, body, files };
}
