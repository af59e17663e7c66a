import { DataError } from '@rest-gen/router/model';
import { Kysely, type RawBuilder, sql } from 'kysely';
import type { Database, Store, StoredColumn } from '../store.ts';
import { declaredType } from './column-types.ts';
import { decode, encode } from './convert.ts';
import { describeTable } from './describe-table.ts';
import { SqliteDialect } from './dialect.ts';
import { isBusy } from './error-codes.ts';
import { mapSqliteError } from './map-error.ts';
import { openDatabase } from './open-database.ts';

/**
 * Create the store on one SQLite file, or in memory (`:memory:`); it opens at its first use.
 *
 * @param patience - milliseconds to wait for a lock; default 5,000
 */
export function createSqliteStore(path: string, patience = 5_000): Store {
  const dialect = new SqliteDialect(() => openDatabase(path, patience));
  const db: Database = new Kysely({ dialect });
  return {
    db,
    patience,
    isEmbedded: true,
    describe: describeTable,
    encode,
    decode,
    sortable,
    add,
    columnType: declaredType,
    now: sql`(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`,
    runScript: async (_db, text) => dialect.runScript(text),
    isInTransaction: () => dialect.isInTransaction,
    mapError: mapSqliteError,
    isBusy,
  };
}

// --- internal ---

// Decimals are text: as such, 10 would come before 9. The order is exact up to 15 digits.
function sortable(expression: RawBuilder<unknown>, { type }: StoredColumn): RawBuilder<unknown> {
  return type === 'decimal' ? sql`cast(${expression} as real)` : expression;
}

function add({ name, type }: StoredColumn, by: number | bigint): RawBuilder<unknown> {
  if (type === 'decimal') {
    throw new DataError('invalid_value', `"${name}" is a decimal, which SQLite cannot add to exactly`, {
      field: name,
      hint: 'Read and write it inside of transaction(…), or keep whole numbers of the smallest unit.',
    });
  }
  const sum = sql`${sql.id(name)} + ${by}`;
  if (type === 'double') return sum;
  // Past 64 bits SQLite goes on with rounded floating-point numbers; `abs` of the least integer is its error for an overflow.
  return sql`case when typeof(${sum}) = 'real' then abs(-9223372036854775808) else ${sum} end`;
}
