import { compileLogic } from './compile-logic.ts';
import { LogicError } from './errors.ts';
import { suggestion } from './nearest.ts';
import type { CompiledAction, CompiledLogic } from './types.ts';

/**
 * The checks of an action that a logic declares; undefined when it declares it without any.
 *
 * @throws {LogicError} `E_LOGIC_ACTION` when it does not: a typo must not switch all checks off; `E_LOGIC_…` when the
 *   logic is wrong
 */
export function findAction(logic: object, action: string): CompiledAction | undefined {
  const compiled = compileOnce(logic);
  if (compiled.actions.includes(action)) return compiled.action(action);
  const { actions } = compiled;
  const otherwise = actions.length === 0 ? '; it declares no action' : `; the actions are ${actions.join(', ')}`;
  const problem = `"${action}" is not declared${suggestion(String(action), actions, otherwise)}`;
  throw new LogicError('E_LOGIC_ACTION', {}, problem);
}

/**
 * Compile a logic on first use.
 *
 * @throws {LogicError} `E_LOGIC_…`
 */
export function compileOnce(logic: object): CompiledLogic {
  let known = compiled.get(logic);
  if (known === undefined) {
    known = compileLogic(logic);
    compiled.set(logic, known);
  }
  return known;
}

// --- internal ---

const compiled = new WeakMap<object, CompiledLogic>();
