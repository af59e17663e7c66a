import type { Model } from '@rest-gen/model/core';
import { requestError } from '../../core/errors.ts';
import type { Resource } from '../contracts/resource.ts';
import { answerChanged } from './answer-write.ts';
import { guardRecord } from './guard-record.ts';
import type { RecordMembers } from './types.ts';

/**
 * Restore a deleted record if the preconditions of the request hold, and answer with it.
 *
 * @param record - gives the model of the record
 * @throws {HttpError} 404 `E_NOT_FOUND` for a record that is not deleted, or that the user may not delete
 */
export async function restoreRecord(
  controller: RecordMembers,
  resource: Resource,
  record: () => Model,
): Promise<unknown> {
  return guardRecord(
    controller,
    resource,
    () => record().deleted(),
    async (deleted) => {
      const { deletedAt } = await deleted.describe();
      const restored = await deleted.update({ [deletedAt as string]: null });
      if (restored === 0) throw requestError('E_NOT_FOUND');
      return answerChanged(controller, resource, record());
    },
  );
}
