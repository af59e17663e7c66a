import { randomUUID } from 'node:crypto';
import { DataError } from '../core/data-error.ts';
import { type ColumnValue, Increment, readValues } from '../core/read-values.ts';
import type { Column, Description, Row } from '../core/types.ts';
import type { StoredColumn, StoredDescription } from './stored-table.ts';

/** A record to insert, checked. */
export interface InsertValues {
  readonly values: readonly ColumnValue[];
  /** The columns of the key that are given, or have a constant default; the database makes the others. */
  readonly key: Row;
}

/**
 * Check records that are to be inserted; those without a key get a UUID where the column wants one.
 *
 * @throws {DataError} see `readValues`; with the place of the record as `index`
 */
export function insertValues(list: readonly Row[], table: StoredDescription): InsertValues[] {
  const { primaryKey, columns } = table;
  const filled = [...columns.values()].filter(({ isFilledWithNow }) => isFilledWithNow);
  const now = new Date();
  return list.map((record, index) => {
    try {
      const values = withTimes(readValues(record, table), filled, now);
      for (const { column, value } of values) {
        if (!(value instanceof Increment)) continue;
        throw new DataError('invalid_value', `"${column}" cannot be incremented by an insert`, { field: column });
      }
      const key: Record<string, unknown> = {};
      for (const name of primaryKey) {
        const given = values.find(({ column }) => column === name);
        const { isFilledWithUuid, fallback, hasDefault, takesNull } = columns.get(name) as StoredColumn;
        if (given !== undefined) key[name] = given.value;
        else if (isFilledWithUuid) {
          key[name] = randomUUID();
          values.push({ column: name, value: key[name] });
        } else if (fallback !== undefined) key[name] = fallback;
        const isMissing = Object.hasOwn(key, name) ? key[name] === null : !hasDefault;
        if (takesNull && isMissing) throw new DataError('not_null', 'A value is missing', { field: name });
      }
      return { values, key };
    } catch (error) {
      if (!(error instanceof DataError) || list.length === 1) throw error;
      const { code, message, field, value, hint } = error;
      throw new DataError(code, message, { field, hint, value, index, cause: error });
    }
  });
}

/** Check the values of an update, and set `updated_at` or `updatedAt` unless it is given. */
export function updateValues(values: Row, table: Description): ColumnValue[] {
  const read = readValues(values, table);
  if (read.length === 0) return read;
  const updated = [...table.columns.values()].filter(({ timestamp }) => timestamp === 'updated');
  return withTimes(read, updated, new Date());
}

// --- internal ---

/** Add the time in the columns that have no value. */
function withTimes(values: ColumnValue[], columns: readonly Column[], now: Date): ColumnValue[] {
  for (const { name } of columns) {
    if (values.every(({ column }) => column !== name)) values.push({ column: name, value: now.toISOString() });
  }
  return values;
}
