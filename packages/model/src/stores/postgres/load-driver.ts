import { type Load, loadPackage } from '../../load-package.ts';

export type PostgresDriver = typeof import('pg');

/**
 * Load the driver of PostgreSQL, `pg`.
 *
 * Where there is no `navigator`, it looks whether it runs at Cloudflare by a `Response`: in Node 20 that loads `fetch`, a tenth of a start.
 *
 * @throws {DataError} `no_driver`, with what to install
 */
export function loadDriver(load?: Load): PostgresDriver {
  const isKnown = 'navigator' in globalThis;
  if (!isKnown) Object.assign(globalThis, { navigator: { userAgent: 'Node.js' } });
  try {
    return loadPackage('PostgreSQL', 'pg', load);
  } finally {
    if (!isKnown) Reflect.deleteProperty(globalThis, 'navigator');
  }
}
