import { inspect } from 'node:util';

/** The argument of a rule for a message: on one line, and shortened. */
export function showArgument(argument: unknown): string {
  return inspect(argument, { depth: 1, maxArrayLength: 5, maxStringLength: 40, breakLength: Number.POSITIVE_INFINITY });
}
