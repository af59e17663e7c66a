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

function loadModule(name: string): unknown {
  return require(name);
}
