import { requestError } from '../errors.ts';
import type { Model } from '../model/model.ts';
import type { Row } from '../model/types.ts';
import type { Controller } from './controller.ts';

/** What GET shows of a record. */
export async function showRecord(controller: Controller, record: Row): Promise<unknown> {
  return controller.show(record);
}

/**
 * Read one record and show it.
 *
 * @throws {HttpError} 404 `E_NOT_FOUND`
 */
export async function readShown(controller: Controller, model: Model): Promise<unknown> {
  const record = await model.find();
  if (record === undefined) throw requestError('E_NOT_FOUND');
  return showRecord(controller, record);
}
