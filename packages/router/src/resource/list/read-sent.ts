import { isPlainObject } from '@rest-gen/logic/common';
import { type Description, type Filter, type Model, PolicyError, type Row } from '@rest-gen/model/core';
import type { Resource } from '../contracts/resource.ts';
import type { TablePlan } from '../contracts/table.ts';
import { checkConditions } from './check-conditions.ts';
import { comparableColumns, type Show } from './check-shown.ts';
import { findListField } from './find-field.ts';
import { isReserved, splitFilter } from './parameter-names.ts';
import { addFilter } from './read-filters.ts';
import { readListQuery } from './read-list-query.ts';
import { readParameters, refuseOperators, sectionOf } from './read-parameters.ts';
import type { ListParameters, ListQuery } from './types.ts';

/** The parameters of a list that a request has sent. */
export interface Sent {
  readonly parameters: ListParameters;
  /** Names that the logic declares, which are not parameters of the list. */
  readonly taken: ReadonlySet<string>;
}

/** The records that parameters are about. */
export interface ListSource {
  readonly model: Model;
  readonly description: Description;
  /** `show` of the class; `undefined` where it has none of its own. */
  readonly show: Show | undefined;
}

/** @throws {HttpError} see {@link readParameters} */
export function readSent(context: Resource): Sent {
  const taken = new Set(context.exchange.logic?.fields(sectionOf(context)));
  return { parameters: readParameters(context, taken), taken };
}

/** Read what was sent as a list query. @throws {HttpError} 400 `E_QUERY` */
export async function readSentQuery(
  { parameters, taken }: Sent,
  { model, description, show }: ListSource,
  { table }: Resource,
  maxPageSize: number,
): Promise<ListQuery> {
  const isAsked = comparesColumns(parameters, taken, table);
  const comparable = show ? await comparableColumns(description, isAsked, model, show) : description;
  return readListQuery(parameters, { description, comparable, plan: table, taken }, { maxPageSize });
}

/**
 * Add what the logic declares to filters: a parameter filters by the field of its name, with the value that the logic made of it.
 *
 * @returns the parameters that filter
 */
export function addDeclared(filters: Filter[], context: Resource, description: Description): string[] {
  const section = sectionOf(context);
  const values = context.exchange.input?.[section] as Row | undefined;
  const added: string[] = [];
  for (const parameter of context.exchange.logic?.fields(section) ?? []) {
    const value = values?.[parameter];
    const { name, operator } = splitFilter(parameter);
    if (value === undefined || name === undefined || isReserved(parameter, context.table)) continue;
    if (!findListField(name, description, context.table.relations)) continue;
    if (operator === undefined) refuseOperators(parameter, value, context);
    // A list that the logic accepts is a list of values; it is copied.
    const operand = Array.isArray(value) ? [...value] : value;
    if (operator !== undefined) addFilter(filters, name, operator, operand);
    else if (isPlainObject(operand)) filters.push({ [name]: operand } as Filter);
    else addFilter(filters, name, Array.isArray(operand) ? 'in' : 'eq', operand);
    added.push(parameter);
  }
  return added;
}

/**
 * The records that meet all filters; the model itself where these demand nothing.
 *
 * @throws {HttpError} 400 `E_QUERY` for too many conditions
 */
export function narrow(model: Model, filters: readonly Filter[]): Model {
  checkConditions(filters);
  return filters.reduce((narrowed, filter) => narrowed.where(filter), model);
}

/** A list is refused where the user may read none of its records: an empty one would look like an answer. */
export function checkOpen({ name, isClosed = false }: Description, { access }: Resource): void {
  const table = isClosed ? access?.find(name) : undefined;
  // What may be read is closed as deleted records are: to those who may not delete.
  if (table !== undefined) throw new PolicyError(table, table.decide('read') === false ? 'read' : 'delete');
}

// --- internal ---

/** Whether the client filters or sorts by something that the logic does not declare. */
function comparesColumns({ texts, or }: ListParameters, taken: ReadonlySet<string>, list: TablePlan): boolean {
  const isCompared = (name: string): boolean => name === 'sort' || !isReserved(name, list);
  return or !== undefined || Object.keys(texts).some((name) => !taken.has(name) && isCompared(name));
}
