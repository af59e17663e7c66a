import { isDataError, type ModelProvider, type Row } from '@rest-gen/model/core';

/** Wait for the store. @param explain - makes the error for a table that is missing */
export async function requireTable<T>(asked: Promise<T>, explain: (cause: unknown) => Error): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw isDataError(error) && error.code === 'no_table' ? explain(error) : error;
  }
}

/** Add a row, unless another process has added one with its key. */
export async function insertOnce(models: Pick<ModelProvider, 'repository'>, table: string, row: Row): Promise<void> {
  try {
    await models.repository(table).insert(row);
  } catch (error) {
    if (!isDataError(error) || error.code !== 'conflict') throw error;
  }
}
