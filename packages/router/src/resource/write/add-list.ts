import { placeOf, type Row, type Stored } from '@rest-gen/model/core';
import { toHttpError } from '../../core/respond/to-http-error.ts';
import type { Resource } from '../contracts/resource.ts';
import type { ResourceStatics } from '../contracts/statics.ts';
import { refuseUndeclared } from '../list/read-parameters.ts';
import { answerList } from './answer-write.ts';
import { atPlace } from './at-place.ts';
import { isBulk } from './bulk-methods.ts';
import { findRefused } from './find-refused.ts';
import { inTransaction, isInTransaction, sessionOf } from './in-transaction.ts';
import type { RecordMembers } from './types.ts';
import { pickWritable } from './writable.ts';

/**
 * Add a list of records, all or none, and answer 201 with them in the same order.
 *
 * @param bodies - validated, each as a single one is
 * @throws {HttpError} what a single record is refused with; `pointer` and the pointers of `errors` begin with its place in the list: `/3/slug`
 */
export async function addList(
  controller: RecordMembers,
  context: Resource,
  bodies: readonly unknown[],
): Promise<readonly unknown[] | undefined> {
  refuseUndeclared(context);
  const description = await controller.model().describe();
  // A schema that accepts lists does not permit writing them.
  if (!isBulk(controller.constructor as ResourceStatics, 'post')) pickWritable(description, bodies, context, false);
  const { exchange, access, table } = context;
  const { controller: name, action, paramNames, sentBody, input } = exchange;
  const rows = bodies.map((body, index) => {
    const logic = context.itemLogics?.[index] ?? exchange.logic;
    const one = { controller: name, action, paramNames, logic, sentBody, input };
    return pickWritable(description, body, { exchange: one, access, table }, false);
  });
  const stored = await addAll(controller, context, rows);
  return answerList(controller, context, stored, 201);
}

// --- internal ---

async function addAll(controller: RecordMembers, context: Resource, rows: readonly Row[]): Promise<Stored[]> {
  const add = (): Promise<Stored[]> => controller.addRecords(rows);
  const place = (error: unknown): unknown => {
    const index = placeOf(error);
    return index === undefined ? error : atPlace(toHttpError(error, context.exchange), `/${index}`);
  };
  try {
    // A nested transaction leaves the outer one usable after an error.
    return await sessionOf(context).placing(place, () =>
      isInTransaction(context) ? inTransaction(context, add) : add(),
    );
  } catch (thrown) {
    const error =
      placeOf(thrown) === undefined
        ? await findRefused(context, rows, thrown, (some) => controller.addRecords(some))
        : thrown;
    throw place(error);
  }
}
