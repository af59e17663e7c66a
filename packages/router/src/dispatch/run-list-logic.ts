import { type ActionInput, type CompiledAction, type FieldError, ValidationError } from '@rest-gen/logic';

/** A record of a list that has passed its checks, with the checks that it passed. */
export interface CheckedItem {
  readonly input: ActionInput;
  readonly logic: CompiledAction;
}

/**
 * Check a body that is a list of records, each as a single one is; the pointers of errors begin with its place in the list: `/3/title`.
 *
 * @param check - checks one record
 * @returns the input with the list of what was made of the bodies, and the checks of each
 * @throws {ValidationError} with up to 100 errors; 422 for an empty list
 */
export async function runListLogic(
  bodies: readonly unknown[],
  check: (body: unknown) => Promise<CheckedItem>,
): Promise<{ input: ActionInput; logics: readonly CompiledAction[] }> {
  const items: CheckedItem[] = [];
  const errors: FieldError[] = [];
  let language: string | undefined;
  for (let start = 0; start < bodies.length && errors.length < MOST_ERRORS; start += AT_ONCE) {
    const results = await Promise.allSettled(bodies.slice(start, start + AT_ONCE).map(check));
    for (const [offset, result] of results.entries()) {
      if (result.status === 'fulfilled') items.push(result.value);
      else {
        if (!isValidationError(result.reason)) throw result.reason;
        language ??= result.reason.language;
        errors.push(...errorsOfItem(result.reason.errors, start + offset));
      }
    }
  }
  if (bodies.length === 0) errors.push(EMPTY);
  if (errors.length > 0) throw new ValidationError(errors.slice(0, MOST_ERRORS), language);
  const body = items.map(({ input }) => input.body);
  return { input: { ...(items[0] as CheckedItem).input, body }, logics: items.map(({ logic }) => logic) };
}

// --- internal ---

/** As many as the errors of a single record. */
const MOST_ERRORS = 100;
/** Records that ask the store something at the same time (asynchronous rules). */
const AT_ONCE = 20;
const EMPTY: FieldError = {
  in: 'body',
  pointer: '',
  rule: 'minItems',
  message: 'the body must have at least 1 item',
  expected: 1,
};

/** What is wrong with the path, the query and the header fields is so for every record: it is told with the first one. */
function errorsOfItem(errors: readonly FieldError[], index: number): FieldError[] {
  return errors
    .filter((error) => error.in === 'body' || index === 0)
    .map((error) => (error.in === 'body' ? { ...error, pointer: `/${index}${error.pointer}` } : error));
}

/** By name: a program may hold several copies of a package. */
function isValidationError(error: unknown): error is ValidationError {
  return error instanceof Error && error.name === 'ValidationError' && 'errors' in error;
}
