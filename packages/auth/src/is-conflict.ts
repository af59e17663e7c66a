import { isDataError } from '@rest-gen/model/core';

/** Whether a record was refused because another one has a value that is unique. */
export function isConflict(error: unknown): boolean {
  return isDataError(error) && error.code === 'conflict';
}
