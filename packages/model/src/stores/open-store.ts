import { resolve } from 'node:path';
import { ModelsError } from '../models-error.ts';
import { createSqliteStore } from './sqlite/create-store.ts';
import type { Store } from './store.ts';

/**
 * Create the store that an address names: `sqlite:./data/app.sqlite3` (relative to the working directory), `sqlite:/var/app.sqlite3`, `sqlite::memory:`.
 *
 * @throws {ModelsError} `E_STORE_URL` for any other address; a password in it is not repeated
 */
export function openStore(url: string): Store {
  const [, scheme, rest = ''] = /^([a-z][a-z\d+.-]*):(.*)$/is.exec(url) ?? [];
  if (scheme?.toLowerCase() === 'sqlite') return createSqliteStore(sqlitePath(rest));
  throw new ModelsError(
    'E_STORE_URL',
    scheme === undefined ? 'The address of the store has no scheme' : `"${scheme}:" is no store that is supported`,
    { hint: supported },
  );
}

// --- internal ---

const supported = 'Supported are sqlite:./data/app.sqlite3 and sqlite::memory:.';

function sqlitePath(rest: string): string {
  const path = rest.replace(/^\/\/(?=.)/, '');
  if (path === ':memory:') return path;
  if (path === '' || path === '//' || path.includes('\0')) {
    throw new ModelsError('E_STORE_URL', 'The address of the store names no file', { hint: supported });
  }
  return resolve(path);
}
