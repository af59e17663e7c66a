import type { Model } from '@rest-gen/model/core';
import type { RawQuery } from '../../core/contracts/exchange.ts';
import { refuseParameter } from '../../core/dispatch/refuse-parameter.ts';
import type { TablePlan } from '../contracts/table.ts';

/**
 * Whether deleted records are asked for, `deleted=true`.
 *
 * @throws {HttpError} 400 `E_QUERY`
 */
export function readsDeleted({ deleted }: RawQuery, { softDelete }: Pick<TablePlan, 'softDelete'>): boolean {
  if (softDelete === undefined || deleted === undefined) return false;
  if (deleted !== 'true' && deleted !== 'false') throw refuseParameter('deleted', 'takes true or false');
  return deleted === 'true';
}

/** The records that a request reads. @throws {HttpError} 400 `E_QUERY` */
export function whichRecords(model: Model, parameters: RawQuery, list: Pick<TablePlan, 'softDelete'>): Model {
  return readsDeleted(parameters, list) ? model.deleted() : model;
}
