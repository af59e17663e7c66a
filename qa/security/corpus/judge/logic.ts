import assert from 'node:assert/strict';
import { compileLogic } from '../../../../packages/logic/src/compile-logic.ts';
import { LogicError, ValidationError } from '../../../../packages/logic/src/errors.ts';
import type { CompiledAction } from '../../../../packages/logic/src/types.ts';

/** What became of a declaration and its values. */
export interface Checked {
  /** The code of the declaration that cannot be used. */
  readonly refused: string | undefined;
  readonly passed: number;
  readonly failed: number;
}

/**
 * Compile the rules of a body and hold values against them: a declaration is used or refused with a code, a value passes or fails with every
 * failing field, and what was given stays as it was.
 *
 * @throws {assert.AssertionError} for a broken promise
 */
export async function judgeLogic(body: unknown, values: readonly unknown[]): Promise<Checked> {
  let action: CompiledAction | undefined;
  try {
    action = compileLogic({ postAction: { body } }).action('postAction');
  } catch (error) {
    if (!(error instanceof LogicError)) throw error;
    assert.match(error.code, /^E_LOGIC_[A-Z]+$/);
    return { refused: error.code, passed: 0, failed: 0 };
  }
  let passed = 0;
  for (const value of values) if (await passes(action as CompiledAction, value)) passed++;
  assert.equal(({} as Record<string, unknown>).polluted, undefined);
  return { refused: undefined, passed, failed: values.length - passed };
}

// --- internal ---

async function passes(action: CompiledAction, value: unknown): Promise<boolean> {
  const before = JSON.stringify(value);
  try {
    await action.run({ body: value });
    return true;
  } catch (error) {
    // A schema inside is compiled by the first value.
    if (error instanceof LogicError && error.code === 'E_LOGIC_SCHEMA') return false;
    if (!(error instanceof ValidationError)) throw error;
    assert.ok(error.errors.length > 0);
    for (const { pointer, message } of error.errors) assert.ok(/^(?:\/|$)/.test(pointer) && message !== '');
    return false;
  } finally {
    assert.equal(JSON.stringify(value), before, 'the input was changed');
  }
}
