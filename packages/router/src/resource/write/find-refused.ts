import { type DataError, isDataError, markRecord, type Row } from '@rest-gen/model/core';
import type { Resource } from '../contracts/resource.ts';
import { inTransaction } from './in-transaction.ts';

/** Whether an error of a store, or of a policy, is about one record. */
export function isAboutRecord(error: unknown): error is DataError {
  return isDataError(error) && ABOUT_RECORD.has(error.code);
}

/**
 * Find the record of a list that was refused: add them one by one, and take all of them back.
 *
 * @param thrown - the error of the whole list
 * @returns the error with the place of the record, or as it is
 */
export async function findRefused(
  resource: Resource,
  rows: readonly Row[],
  thrown: unknown,
  add: (rows: readonly Row[]) => Promise<unknown>,
): Promise<unknown> {
  if (!isAboutRecord(thrown)) return thrown;
  let index = 0;
  try {
    await inTransaction(resource, async () => {
      for (index = 0; index < rows.length; index++) await add(rows.slice(index, index + 1));
      throw thrown;
    });
  } catch (error) {
    return error === thrown ? thrown : markRecord(error, index);
  }
}

// --- internal ---

const ABOUT_RECORD: ReadonlySet<string> = new Set([
  'conflict',
  'not_null',
  'foreign_key',
  'invalid_value',
  'forbidden',
]);
