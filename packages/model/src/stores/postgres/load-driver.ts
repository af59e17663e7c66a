import { createRequire } from 'node:module';
import { missingDriver } from '../../missing-driver.ts';

export type PostgresDriver = typeof import('pg');

/** Loads a module by its name, or throws. */
export type Load = (name: string) => unknown;

/**
 * Load the driver of PostgreSQL, `pg`.
 *
 * @throws {DataError} `unavailable`, with what to install
 */
export function loadDriver(load: Load = loadModule): PostgresDriver {
  try {
    return load('pg') as PostgresDriver;
  } catch (cause) {
    throw missingDriver('PostgreSQL', 'pg', cause);
  }
}

// --- internal ---

const require = createRequire(import.meta.url);

/** Where there is no `navigator`, `pg` looks whether it runs at Cloudflare by a `Response`: in Node 20 that loads `fetch`, a tenth of a start. */
function loadModule(name: string): unknown {
  if ('navigator' in globalThis) return require(name);
  Object.defineProperty(globalThis, 'navigator', { value: { userAgent: 'Node.js' }, configurable: true });
  try {
    return require(name);
  } finally {
    Reflect.deleteProperty(globalThis, 'navigator');
  }
}
