import { types } from 'node:util';
import { DataError } from '@rest-gen/router/model';

/**
 * The error of a driver that is not installed or cannot be loaded.
 *
 * @param store - `PostgreSQL`
 * @param name - package of the driver
 * @param cause - the error of loading it
 */
export function missingDriver(store: string, name: string, cause: unknown): DataError {
  if (isNotFound(cause)) {
    return new DataError('unavailable', `No driver for ${store} is installed`, {
      hint: `Run \`npm i ${name}\`.`,
      cause,
    });
  }
  const reason = types.isNativeError(cause) ? cause.message : String(cause);
  return new DataError('unavailable', `The driver for ${store} cannot be loaded: ${reason}`, {
    hint: `Install it for this version of Node and this system: \`npm rebuild ${name}\`, or \`npm i ${name}\`.`,
    cause,
  });
}

// --- internal ---

/** Whether a module, or one of its dependencies, is not installed. */
function isNotFound(error: unknown): boolean {
  return /^(?:ERR_)?MODULE_NOT_FOUND$/.test(String((error as { code?: unknown } | undefined)?.code));
}
