import type { FieldError } from '@rest-gen/logic';
import type { ControllerStatics } from '../contracts/controller.ts';
import type { RequestContext } from '../contracts/request-context.ts';
import { HttpError } from '../errors.ts';
import type { Model } from '../model/model.ts';
import type { Id, Row } from '../model/types.ts';
import { toHttpError } from '../respond/to-http-error.ts';
import { answerAdded } from './answer-write.ts';
import { inTransaction } from './in-transaction.ts';
import type { RecordMembers } from './types.ts';
import { pickWritable } from './writable.ts';

/**
 * Add a list of records in one transaction, all or none, and answer 201 with them in the same order.
 *
 * @param bodies - validated, each as a single one is
 * @param records - gives the model that reads them
 * @throws {HttpError} what a single record is refused with; `pointer` and the pointers of `errors` begin with its place in the list: `/3/slug`
 */
export async function addList(
  controller: RecordMembers,
  context: RequestContext,
  bodies: readonly unknown[],
  records: () => Model,
): Promise<readonly unknown[] | undefined> {
  // A schema that accepts lists does not permit writing them.
  if (!(controller.constructor as ControllerStatics).bulk)
    await pickWritable(controller.model(), bodies, context, false);
  const { controller: name, action, paramNames } = context;
  const rows: Row[] = [];
  for (const [index, body] of bodies.entries()) {
    const logic = context.itemLogics?.[index] ?? context.logic;
    const values = await pickWritable(controller.model(), body, { controller: name, action, paramNames, logic }, false);
    rows.push(values);
  }
  const ids = await addAll(controller, context, rows);
  return answerAdded(context, () => readAll(controller, ids, records()));
}

// --- internal ---

async function addAll(controller: RecordMembers, context: RequestContext, rows: readonly Row[]): Promise<Id[]> {
  let index: number | undefined;
  try {
    return await inTransaction(context, async () => {
      const ids: Id[] = [];
      // Not `addMany`: the error of a conflict names the record.
      for (const [place, row] of rows.entries()) {
        index = place;
        ids.push(await controller.addRecord(row));
      }
      index = undefined;
      return ids;
    });
  } catch (error) {
    throw index === undefined ? error : atItem(toHttpError(error, context), index);
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

/** In the order of the ids, without records that `records` excludes. */
async function readAll(controller: RecordMembers, ids: readonly Id[], records: Model): Promise<unknown[]> {
  const { primaryKey, columns } = await records.describe();
  const byId = new Map<string, Row>();
  if (columns.has(primaryKey)) {
    const found = await records.where({ [primaryKey]: ids }).select();
    for (const record of found) byId.set(String(record[primaryKey]), record);
  }
  const shown: unknown[] = [];
  for (const id of ids) {
    // With a hidden key, the records of a list cannot be matched to their ids.
    const record = columns.has(primaryKey) ? byId.get(String(id)) : await records.byId(id).find();
    if (record !== undefined) shown.push(await controller.show(record));
  }
  return shown;
}
