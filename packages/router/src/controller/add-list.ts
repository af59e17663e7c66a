import { placeOf, type Row, type Stored } from '@rest-gen/model/core';
import type { ControllerStatics } from '../contracts/controller.ts';
import type { RequestContext } from '../contracts/request-context.ts';
import { refuseUndeclared } from '../list/read-parameters.ts';
import { toHttpError } from '../respond/to-http-error.ts';
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
  context: RequestContext,
  bodies: readonly unknown[],
): Promise<readonly unknown[] | undefined> {
  refuseUndeclared(context);
  const description = await controller.model().describe();
  // A schema that accepts lists does not permit writing them.
  if (!isBulk(controller.constructor as ControllerStatics, 'post')) pickWritable(description, bodies, context, false);
  const { controller: name, action, paramNames, access, list, sentBody, input } = context;
  const rows = bodies.map((body, index) => {
    const logic = context.itemLogics?.[index] ?? context.logic;
    const one = { controller: name, action, paramNames, access, list, logic, sentBody, input };
    return pickWritable(description, body, one, false);
  });
  const stored = await addAll(controller, context, rows);
  return answerList(controller, context, stored, 201);
}

// --- internal ---

async function addAll(controller: RecordMembers, context: RequestContext, rows: readonly Row[]): Promise<Stored[]> {
  const add = (): Promise<Stored[]> => controller.addRecords(rows);
  const place = (error: unknown): unknown => {
    const index = placeOf(error);
    return index === undefined ? error : atPlace(toHttpError(error, context), `/${index}`);
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
