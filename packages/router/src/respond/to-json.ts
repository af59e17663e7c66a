import { requestError } from '../errors.ts';

/**
 * Write a value as JSON; big integers, which JSON numbers cannot carry, become text.
 *
 * @throws {HttpError} 500 `E_NO_ANSWER` for a value that JSON does not have, such as a function
 */
export function toJson(value: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    // The replacer costs on every key, so only values that need it pay; another error (a cycle) comes again and is thrown.
    if (!(error instanceof TypeError)) throw error;
    text = JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? item.toString() : item));
  }
  if (text === undefined)
    throw requestError('E_NO_ANSWER', undefined, { hint: `The action answered with a ${typeof value}.` });
  return text;
}
