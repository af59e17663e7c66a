import { createRequire } from 'node:module';
import { DataError } from '@rest-gen/router/model';
import type * as Mysql from 'mysql2';
import { missingDriver } from '../../missing-driver.ts';

/** What we use of `mysql2`. */
export type MysqlDriver = Pick<typeof Mysql, 'createConnection' | 'createPool' | 'TypedParameter'>;

/**
 * Load `mysql2`.
 *
 * @throws {DataError} `unavailable`, saying what to install
 */
export function loadDriver(load: (name: string) => unknown = require): MysqlDriver {
  let driver: Partial<MysqlDriver>;
  try {
    driver = load('mysql2') as MysqlDriver;
  } catch (cause) {
    throw missingDriver('MySQL and MariaDB', 'mysql2', cause);
  }
  if (driver.TypedParameter !== undefined) return driver as MysqlDriver;
  throw new DataError('unavailable', 'The driver for MySQL and MariaDB is too old: mysql2 before 3.24', {
    hint: 'Run `npm i mysql2@latest`.',
  });
}

// --- internal ---

const require = createRequire(import.meta.url);
