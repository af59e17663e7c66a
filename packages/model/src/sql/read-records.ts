import { randomUUID } from 'node:crypto';
import { DataError } from '../core/data-error.ts';
import { Increment } from '../core/increment.ts';
import { type ColumnValue, readValues } from '../core/read-values.ts';
import type { Id, Row } from '../core/types.ts';
import type { StoredDescription } from './stored-table.ts';

/** A record to insert, checked. */
export interface ReadRecord {
  readonly values: readonly ColumnValue[];
  /** `undefined` when the database makes it. */
  readonly key: Id | undefined;
}

/**
 * Check records that are to be inserted; those without a key get a UUID where the column wants one.
 *
 * @throws {DataError} see `readValues`; with the place of the record as `index`
 */
export function readRecords(list: readonly Row[], table: StoredDescription): ReadRecord[] {
  return list.map((record, index) => {
    try {
      return readRecord(record, table);
    } catch (error) {
      if (!(error instanceof DataError) || list.length === 1) throw error;
      const { code, message, field, value, hint } = error;
      throw new DataError(code, message, {
        ...(field && { field }),
        ...(hint && { hint }),
        value,
        index,
        cause: error,
      });
    }
  });
}

// --- internal ---

function readRecord(record: Row, table: StoredDescription): ReadRecord {
  const { primaryKey, columns } = table;
  const values = readValues(record, table);
  values.forEach(refuseIncrement);
  const given = values.find(({ column }) => column === primaryKey)?.value as Id | undefined;
  if (given !== undefined || !columns.get(primaryKey)?.isFilledWithUuid) return { values, key: given };
  const key = randomUUID();
  return { values: [...values, { column: primaryKey, value: key }], key };
}

function refuseIncrement({ column, value }: ColumnValue): void {
  if (!(value instanceof Increment)) return;
  throw new DataError('invalid_value', `"${column}" cannot be incremented by an insert`, { field: column });
}
