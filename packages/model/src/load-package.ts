import { createRequire } from 'node:module';
import { types } from 'node:util';
import { DataError } from './core/data-error.ts';

/** Loads a module by its name, or throws. */
export type Load = (name: string) => unknown;

/**
 * Load the driver of a store.
 *
 * @param store - `PostgreSQL`
 * @param name - package of the driver
 * @throws {DataError} `no_driver`, with what to install
 */
export function loadPackage<Driver>(store: string, name: string, load: Load = require): Driver {
  try {
    return load(name) as Driver;
  } catch (cause) {
    // It, or one of its dependencies.
    const isMissing = /^(?:ERR_)?MODULE_NOT_FOUND$/.test(String((cause as { code?: unknown } | undefined)?.code));
    if (isMissing) {
      throw new DataError('no_driver', `No driver for ${store} is installed`, { hint: `Run \`npm i ${name}\`.` });
    }
    const reason = types.isNativeError(cause) ? cause.message : String(cause);
    throw new DataError('no_driver', `The driver for ${store} cannot be loaded: ${reason}`, {
      hint: `Install it for this version of Node and this system: \`npm rebuild ${name}\`, or \`npm i ${name}\`.`,
      cause,
    });
  }
}

// --- internal ---

const require = createRequire(import.meta.url);
