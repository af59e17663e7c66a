import { compileLogic } from './compile-logic.ts';
import type { CompiledLogic } from './types.ts';

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
