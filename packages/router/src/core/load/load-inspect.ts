import { isThenable } from '@rest-gen/model/core';
import { type GivenInspect, type Inspect, isInspect } from '../contracts/inspect.ts';
import { StartError } from '../errors.ts';

/**
 * Load what explains requests; a function is not called in production.
 *
 * @param teach - not in production
 * @throws {StartError} `E_OPTION` for something else; `E_LOAD` where it cannot be loaded. A promise rejects with them
 */
export function loadInspect(given: GivenInspect | undefined, teach: boolean): Inspect | undefined | Promise<Inspect> {
  if (typeof given !== 'function') return given;
  if (!teach) return undefined;
  try {
    const loaded = given();
    return isThenable(loaded) ? Promise.resolve(loaded).then(check, refuse) : check(loaded);
  } catch (error) {
    return refuse(error);
  }
}

// --- internal ---

function check(loaded: unknown): Inspect {
  if (isInspect(loaded)) return loaded;
  const hint = 'It has to return what @rest-gen/inspect exports, or a promise of it.';
  throw new StartError('E_OPTION', 'the option inspect has returned something else', { hint });
}

function refuse(cause: unknown): never {
  if (cause instanceof StartError) throw cause;
  const { message = String(cause) } = Object(cause) as { message?: string };
  const hint = 'npm install --save-dev @rest-gen/inspect. Where NODE_ENV is production it is not loaded.';
  throw new StartError('E_LOAD', `the option inspect cannot be loaded: ${message}`, { hint, cause });
}
