import { placeOf, type Row, type Stored } from '@rest-gen/model/core';
import type { Resource } from '../contracts/resource.ts';
import type { ResourceStatics } from '../contracts/statics.ts';
import { refuseUndeclared } from '../list/collect-parameters.ts';
import { toSentError } from '../map-store-error.ts';
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
  resource: Resource,
  bodies: readonly unknown[],
): Promise<readonly unknown[] | undefined> {
  refuseUndeclared(resource);
  const description = await controller.model().describe();
  // A schema that accepts lists does not permit writing them.
  if (!isBulk(controller.constructor as ResourceStatics, 'post')) pickWritable(description, bodies, resource, false);
  const { exchange, access, table } = resource;
  const { controller: name, action, paramNames, sentBody, input } = exchange;
  const rows = bodies.map((body, index) => {
    const logic = resource.itemLogics?.[index] ?? exchange.logic;
    const one = { controller: name, action, paramNames, logic, sentBody, input };
    return pickWritable(description, body, { exchange: one, access, table }, false);
  });
  const stored = await addAll(controller, resource, rows);
  return answerList(controller, resource, stored, 201);
}

// --- internal ---

async function addAll(controller: RecordMembers, resource: Resource, rows: readonly Row[]): Promise<Stored[]> {
  const add = (): Promise<Stored[]> => controller.addRecords(rows);
  const place = (error: unknown): unknown => {
    const index = placeOf(error);
    return index === undefined ? error : atPlace(toSentError(error, resource.exchange), `/${index}`);
  };
  try {
    // A nested transaction leaves the outer one usable after an error.
    return await sessionOf(resource).placing(place, () =>
      isInTransaction(resource) ? inTransaction(resource, add) : add(),
    );
  } catch (thrown) {
    const error =
      placeOf(thrown) === undefined
        ? await findRefused(resource, rows, thrown, (some) => controller.addRecords(some))
        : thrown;
    throw place(error);
  }
}
