import type { ActionInput, Checked, CompiledAction, FieldError, ValidationError } from '@rest-gen/logic';
import { Refusal } from '@rest-gen/logic/common';
import { isError, isThenable } from '@rest-gen/model/core';

/** The checks of one record of a list, and their result. */
export interface CheckedItem {
  readonly input: Checked;
  readonly logic: CompiledAction;
}

/** The input of an action that takes a list, and the checks that each record has passed. */
export interface CheckedList {
  readonly input: ActionInput;
  readonly logics: readonly CompiledAction[];
}

/**
 * Check a body that is a list of records, each as a single one is; the pointers of errors begin with its place in the list: `/3/title`.
 *
 * @param check - checks one record
 * @returns the input with the list of what was made of the bodies; or a refusal with up to 100 errors, for an empty list too
 */
export async function runListLogic(
  bodies: readonly unknown[],
  check: (body: unknown) => CheckedItem | PromiseLike<CheckedItem>,
): Promise<CheckedList | Refusal> {
  const inputs: ActionInput[] = [];
  const logics: CompiledAction[] = [];
  const errors: FieldError[] = [];
  let language: string | undefined;
  const refuse = (refusal: Pick<Refusal, 'errors' | 'language'>, index: number) => {
    language ??= refusal.language;
    errors.push(...errorsOfItem(refusal.errors, index));
  };
  for (let start = 0; start < bodies.length && errors.length < MOST_ERRORS; start += AT_ONCE) {
    // After an error, the running checks are awaited, and the first error is thrown.
    const running = bodies.slice(start, start + AT_ONCE).map((body) => settle(check, body));
    const results: Settled[] = [];
    // Most rules are synchronous: a promise for each record would cost as much as checking it.
    for (const one of running) results.push(isThenable(one) ? await one : one);
    for (const [offset, result] of results.entries()) {
      if ('error' in result) {
        // A function of the logic may call `validate` itself.
        if (!isValidationError(result.error)) throw result.error;
        refuse(result.error, start + offset);
      } else if (result.input instanceof Refusal) refuse(result.input, start + offset);
      else {
        inputs.push(result.input);
        logics.push(result.logic);
      }
    }
  }
  if (bodies.length === 0) errors.push(EMPTY);
  if (errors.length > 0) return new Refusal(errors.slice(0, MOST_ERRORS), language);
  return { input: { ...(inputs[0] as ActionInput), body: inputs.map(({ body }) => body) }, logics };
}

// --- internal ---

type Settled = CheckedItem | { readonly error: unknown };

function settle(check: Parameters<typeof runListLogic>[1], body: unknown): Settled | Promise<Settled> {
  try {
    const item = check(body);
    return isThenable(item) ? Promise.resolve(item).catch((error: unknown) => ({ error })) : item;
  } catch (error) {
    return { error };
  }
}

/** The maximum number of errors, as for a single record. */
const MOST_ERRORS = 100;
/** Number of records whose asynchronous rules run concurrently. */
const AT_ONCE = 20;
const EMPTY: FieldError = {
  in: 'body',
  pointer: '',
  rule: 'minItems',
  message: 'the body must have at least 1 item',
  expected: 1,
};

/** Errors of the path, the query and the header fields are the same for every record: they are reported once, with the first one. */
function errorsOfItem(errors: readonly FieldError[], index: number): FieldError[] {
  return errors
    .filter((error) => error.in === 'body' || index === 0)
    .map((error) => (error.in === 'body' ? { ...error, pointer: `/${index}${error.pointer}` } : error));
}

/** By name: a program may hold several copies of a package. */
function isValidationError(error: unknown): error is ValidationError {
  return isError(error) && error.name === 'ValidationError' && 'errors' in error;
}
