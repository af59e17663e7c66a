import { randomUUID } from 'node:crypto';
import { DataError } from '../core/data-error.ts';
import { type ColumnValue, Increment, readValues } from '../core/read-values.ts';
import type { Description, Id, Row } from '../core/types.ts';
import type { StoredDescription } from './stored-table.ts';

/** A record to insert, checked. */
export interface InsertValues {
  readonly values: readonly ColumnValue[];
  /** `undefined` when the database makes it. */
  readonly key: Id | undefined;
}

/**
 * Check records that are to be inserted; those without a key get a UUID where the column wants one.
 *
 * @throws {DataError} see `readValues`; with the place of the record as `index`
 */
export function insertValues(list: readonly Row[], table: StoredDescription): InsertValues[] {
  const { primaryKey, columns } = table;
  return list.map((record, index) => {
    try {
      const values = readValues(record, table);
      for (const { column, value } of values) {
        if (!(value instanceof Increment)) continue;
        throw new DataError('invalid_value', `"${column}" cannot be incremented by an insert`, { field: column });
      }
      const given = values.find(({ column }) => column === primaryKey)?.value as Id | undefined;
      if (given !== undefined || !columns.get(primaryKey)?.isFilledWithUuid) return { values, key: given };
      const key = randomUUID();
      return { values: [...values, { column: primaryKey, value: key }], key };
    } catch (error) {
      if (!(error instanceof DataError) || list.length === 1) throw error;
      const { code, message, field, value, hint } = error;
      throw new DataError(code, message, { field, hint, value, index, cause: error });
    }
  });
}

/** Check the values of an update, and set `updated_at` of `timestamps()` unless it is given. */
export function updateValues(values: Row, table: Description): ColumnValue[] {
  const read = readValues(values, table);
  const changed = table.columns.get('updated_at');
  const isOurs = changed?.type === 'datetime' && changed.hasDefault;
  if (read.length === 0 || !isOurs || read.some(({ column }) => column === changed.name)) return read;
  return [...read, { column: changed.name, value: new Date().toISOString() }];
}
