import { isThenable, type Model, type Row } from '@rest-gen/model/core';
import type { Exchange } from '../../core/contracts/exchange.ts';
import { tagOfShown } from '../../core/respond/write-body.ts';
import type { Included, Resource } from '../contracts/resource.ts';
import { recordsWith } from '../list/check-budget.ts';
import { refuseUndeclared } from '../list/collect-parameters.ts';
import { including, parseIncluded } from '../list/parse-include.ts';
import { addIncluded, ownFields } from '../list/show-included.ts';
import type { RecordMembers } from './types.ts';

/**
 * Read and show one record for a GET, with what the request includes.
 *
 * @returns `undefined` when there is no record
 * @throws {HttpError} 400 `E_QUERY`, 400 `E_BUDGET`
 */
export async function readShown(
  controller: RecordMembers,
  resource: Resource,
  record: Model,
): Promise<{ readonly shown: unknown } | undefined> {
  const isRead = isRetrieval(resource.exchange);
  // What is shown of a write was checked before it.
  if (isRead) refuseUndeclared(resource);
  const included = isRead && resource.table.relations.size > 0 ? parseIncluded(resource) : resource.included;
  // Not after a write, which is done already.
  if (isRead && included.length > 0) await resource.reserve(recordsWith(included));
  const row = await (included.length === 0 ? record : including(record, included)).find();
  if (row === undefined) return undefined;
  const shown = included.length === 0 ? controller.show(row) : showIncluded(controller, resource, row, included);
  return { shown: isThenable(shown) ? await shown : shown };
}

/** Show a record with what is included; its `ETag` then has two parts. */
export function showRecord(
  controller: RecordMembers,
  resource: Resource,
  row: Row,
  included: readonly Included[],
): unknown {
  return included.length === 0 ? controller.show(row) : showIncluded(controller, resource, row, included);
}

/** GET, and HEAD, which `__call` sees as it is. */
export function isRetrieval({ plan: { method } }: Pick<Exchange, 'plan'>): boolean {
  return method === 'GET' || method === 'HEAD';
}

// --- internal ---

async function showIncluded(
  controller: RecordMembers,
  resource: Resource,
  row: Row,
  included: readonly Included[],
): Promise<unknown> {
  const shown = await controller.show(ownFields(row, included));
  resource.exchange.recordTag = await tagOfShown(shown, resource.exchange);
  return addIncluded(shown, row, included, resource);
}
