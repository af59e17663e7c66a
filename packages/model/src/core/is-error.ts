import { types } from 'node:util';

/** Whether a value is an error, of another realm too: inside a `vm` context, as Jest uses, errors of Node's core are not `instanceof Error`. */
export function isError(value: unknown): value is Error {
  return value instanceof Error || types.isNativeError(value);
}
