import type * as Mysql from 'mysql2';
import { DataError } from '../../core/data-error.ts';
import { type Load, loadPackage } from '../../load-package.ts';

/** What we use of `mysql2`. */
export type MysqlDriver = Pick<typeof Mysql, 'createConnection' | 'createPool' | 'TypedParameter'>;

/** Load `mysql2`. @throws {DataError} `no_driver`, saying what to install */
export function loadDriver(load?: Load): MysqlDriver {
  const driver: MysqlDriver = loadPackage('MySQL and MariaDB', 'mysql2', load);
  // Read once: `TypedParameter` is a getter that calls require, which costs more than to bind a value.
  const { createConnection, createPool, TypedParameter } = driver;
  if (TypedParameter !== undefined) return { createConnection, createPool, TypedParameter };
  throw new DataError('no_driver', 'The driver for MySQL and MariaDB is too old: mysql2 before 3.24', {
    hint: 'Run `npm i mysql2@latest`.',
  });
}
