import type { Description, Filter, Model } from '@rest-gen/model/core';
import { refuseParameter } from '../../core/dispatch/refuse-parameter.ts';
import type { Resource } from '../contracts/resource.ts';
import { checkShown, type Show } from './check-shown.ts';
import { isReserved } from './parameter-names.ts';
import { addDeclared, checkOpen, collectSent, narrow, parseSentQuery } from './sent-query.ts';

/** Which records of a list a request selects. */
export interface Selection {
  readonly description: Description;
  readonly filters: readonly Filter[];
  /** The client has sent a filter, and not all records meet it. */
  readonly isNarrowed: boolean;
  /** Refuses a record of which `show` changes a field that the client filters by; `undefined` where none can. */
  readonly check: Show | undefined;
}

/**
 * Read the filters of a request that changes many records: those of its list, in the query, and `q`.
 *
 * @throws {HttpError} 400 `E_QUERY` for what is no filter, such as `page` and `sort`
 * @throws {PolicyError} where the user may read none of the records
 */
export async function parseBulkSelection(model: Model, resource: Resource, show: Show | undefined): Promise<Selection> {
  const description = await model.describe();
  checkOpen(description, resource);
  const sent = collectSent(resource);
  const other = Object.keys(sent.parameters.texts).find((name) => name !== 'q' && isReserved(name, resource.table));
  if (other !== undefined) throw refuseParameter(other, 'is for lists; filters say which records are changed');
  const query = await parseSentQuery(sent, { model, description, show }, resource, resource.table.maxPageSize);
  const { filters, compared } = query;
  const isSent = filters.length > 0;
  const declared = addDeclared(filters, resource, description);
  return {
    description,
    filters,
    // What the logic sets by default, the client has not said.
    isNarrowed:
      (isSent || declared.some((name) => Object.hasOwn(resource.exchange.query, name))) &&
      narrow(model, filters) !== model,
    check: show && compared.length > 0 ? checkShown(show, query, description) : undefined,
  };
}
