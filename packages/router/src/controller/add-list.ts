import type { FieldError } from '@rest-gen/logic';
import type { ControllerStatics } from '../contracts/controller.ts';
import type { RequestContext } from '../contracts/request-context.ts';
import { HttpError } from '../errors.ts';
import { isDataError } from '../model/data-error.ts';
import type { Stored } from '../model/stored.ts';
import type { Row } from '../model/types.ts';
import { markRecord, placeOf } from '../model/write-rows.ts';
import { toHttpError } from '../respond/to-http-error.ts';
import { answerAdded } from './answer-write.ts';
import { inTransaction, isInTransaction } from './in-transaction.ts';
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
  const description = await controller.model().describe();
  // A schema that accepts lists does not permit writing them.
  if (!(controller.constructor as ControllerStatics).bulk) pickWritable(description, bodies, context, false);
  const { controller: name, action, paramNames, access } = context;
  const rows = bodies.map((body, index) => {
    const logic = context.itemLogics?.[index] ?? context.logic;
    return pickWritable(description, body, { controller: name, action, paramNames, access, logic }, false);
  });
  const stored = await addAll(controller, context, rows);
  return answerAdded(controller, context, stored);
}

// --- internal ---

async function addAll(controller: RecordMembers, context: RequestContext, rows: readonly Row[]): Promise<Stored[]> {
  const add = (): Promise<Stored[]> => controller.addRecords(rows);
  try {
    // A nested transaction leaves the outer one usable after an error.
    return await (isInTransaction(context) ? inTransaction(context, add) : add());
  } catch (thrown) {
    const error = placeOf(thrown) === undefined ? await findRefused(controller, context, rows, thrown) : thrown;
    const index = placeOf(error);
    throw index === undefined ? error : atItem(toHttpError(error, context), index);
  }
}

/** Errors of a store, and of policies, that are about one record. */
const ABOUT_RECORD: ReadonlySet<string> = new Set([
  'conflict',
  'not_null',
  'foreign_key',
  'invalid_value',
  'forbidden',
]);

/** Find the record that the store has refused: add them one by one, and take all of them back. */
async function findRefused(
  controller: RecordMembers,
  context: RequestContext,
  rows: readonly Row[],
  thrown: unknown,
): Promise<unknown> {
  if (!isDataError(thrown) || !ABOUT_RECORD.has(thrown.code)) return thrown;
  let index = 0;
  try {
    await inTransaction(context, async () => {
      for (index = 0; index < rows.length; index++) await controller.addRecords(rows.slice(index, index + 1));
      throw thrown;
    });
  } catch (error) {
    return error === thrown ? thrown : markRecord(error, index);
  }
}

function atItem({ status, detail, code, headers, extra, hint, cause }: HttpError, index: number): HttpError {
  const place = { ...extra };
  if (Array.isArray(extra.errors)) {
    place.errors = (extra.errors as readonly FieldError[]).map((error) => ({
      ...error,
      pointer: `/${index}${error.pointer}`,
    }));
  } else if (status < 500 && status !== 404) {
    place.pointer = `/${index}${typeof extra.field === 'string' ? `/${extra.field}` : ''}`;
  }
  return new HttpError(status, detail, { code, headers, extra: place, hint, cause });
}
