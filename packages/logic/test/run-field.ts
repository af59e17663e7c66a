import { compileLogic } from '../src/compile-logic.ts';
import { type LogicError, ValidationError } from '../src/errors.ts';
import type { FieldRules } from '../src/field-rules.ts';
import type { FieldError } from '../src/refusal.ts';
import type { ActionInput, RunOptions, Sources } from '../src/types.ts';

/** The result of a value: the validated value (`left out` if there is none), or the rule that failed. */
export type Outcome = { readonly value: unknown } | { readonly rule: string } | 'left out';

/** Validate one body field, `x`, with other fields. */
export function runField(
  rules: unknown,
  value: unknown,
  source: 'json' | 'text' = 'json',
  beside: Beside = {},
): Outcome {
  const body = { ...(value !== undefined && { x: value }), ...beside.values };
  try {
    const result = runBody({ x: rules, ...beside.fields }, body, { textBody: source === 'text' });
    return 'x' in result ? { value: result.x } : 'left out';
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const [first] = error.errors;
    if (error.errors.length !== 1 || first?.pointer.startsWith('/x') !== true) throw error;
    return { rule: first.rule };
  }
}

/** Other fields of the body, and their values. */
export interface Beside {
  readonly fields?: Record<string, FieldRules>;
  readonly values?: Record<string, unknown>;
}

/** Validate a body. */
export function runBody(fields: unknown, body: unknown, options: RunOptions = {}): Record<string, unknown> {
  return run({ postAction: { body: fields } }, 'postAction', { body }, options).body as Record<string, unknown>;
}

/** Validate a body asynchronously. */
export async function runBodyLater(fields: unknown, body: unknown, options: RunOptions = {}): Promise<unknown> {
  return (await run({ postAction: { body: fields } }, 'postAction', { body }, options)).body;
}

/** Run an action of a logic. */
export function run(logic: unknown, action: string, sources: Sources, options: RunOptions = {}): ActionInput {
  return compileLogic(logic).action(action)?.run(sources, options) as ActionInput;
}

/** The errors of a validation that must fail. */
export function errorsOf(work: () => unknown): readonly FieldError[] {
  return validationErrorOf(work).errors;
}

/** The error of a validation that must fail. */
export function validationErrorOf(work: () => unknown): ValidationError {
  try {
    work();
  } catch (error) {
    if (error instanceof ValidationError) return error;
    throw error;
  }
  throw new Error('expected a ValidationError');
}

/** The errors of an asynchronous validation that must fail: `/a required`. */
export async function refusedBy(work: () => unknown): Promise<string[]> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ValidationError) return error.errors.map(({ pointer, rule }) => `${pointer} ${rule}`);
    throw error;
  }
  throw new Error('expected a ValidationError');
}

/** A value that throws when something changes it, at any depth. */
export function freeze<T>(value: T): T {
  // Node may write to promises.
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value) && !(value instanceof Promise)) {
    Object.freeze(value);
    // Getters are not called.
    Object.values(Object.getOwnPropertyDescriptors(value)).forEach((property) => {
      freeze(property.value);
    });
  }
  return value;
}

/** The error of an invalid declaration. */
export function logicErrorOf(logic: unknown, file?: string): LogicError {
  try {
    compileLogic(logic, file);
  } catch (error) {
    return error as LogicError;
  }
  throw new Error('expected a LogicError');
}

/** The error of invalid rules of a field, `x`. */
export function fieldErrorOf(rules: unknown, beside: Record<string, unknown> = {}): LogicError {
  return logicErrorOf({ postAction: { body: { x: rules, ...beside } } });
}
