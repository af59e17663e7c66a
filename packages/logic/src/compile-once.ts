import { compileLogic } from './compile-logic.ts';
import type { CompiledLogic } from './types.ts';

/**
 * Check and prepare a logic, the first time that it is seen.
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
