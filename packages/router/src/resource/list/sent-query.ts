import { isPlainObject } from '@rest-gen/logic/common';
import { type Description, type Filter, type Model, PolicyError, type Row, TEXT_OPERATORS } from '@rest-gen/model/core';
import { requestError } from '../../core/errors.ts';
import type { Resource } from '../contracts/resource.ts';
import type { TablePlan } from '../contracts/table.ts';
import { comparableColumns, type Show } from './check-shown.ts';
import { collectParameters, refuseOperators, sectionOf } from './collect-parameters.ts';
import { findListField } from './find-field.ts';
import { parseListQuery } from './list-query.ts';
import { isReserved, splitFilter } from './parameter-names.ts';
import { addFilter } from './parse-filters.ts';
import type { ListNames, ListParameters, ListQuery } from './types.ts';

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

/** @throws {HttpError} see {@link collectParameters} */
export function collectSent(resource: Resource): Sent {
  const taken = new Set(resource.exchange.logic?.fields(sectionOf(resource)));
  return { parameters: collectParameters(resource, taken), taken };
}

/** Read what was sent as a list query. @throws {HttpError} 400 `E_QUERY` */
export async function parseSentQuery(
  { parameters, taken }: Sent,
  { model, description, show }: ListSource,
  { table }: Resource,
  maxPageSize: number,
): Promise<ListQuery> {
  const names = await findNames({ parameters, taken }, { model, description, show }, table);
  return parseListQuery(parameters, names, { maxPageSize });
}

/** What the parameters of a list may name. */
export async function findNames(
  { parameters, taken }: Sent,
  { model, description, show }: ListSource,
  table: TablePlan,
): Promise<ListNames> {
  const isAsked = comparesColumns(parameters, taken, table);
  const comparable = show ? await comparableColumns(description, isAsked, model, show) : description;
  return { description, comparable, plan: table, taken };
}

/**
 * Add what the logic declares to filters: a parameter filters by the field of its name, with the value that the logic made of it.
 *
 * @returns the parameters that filter
 */
export function addDeclared(filters: Filter[], resource: Resource, description: Description): string[] {
  const section = sectionOf(resource);
  const values = resource.exchange.input?.[section] as Row | undefined;
  const added: string[] = [];
  for (const parameter of resource.exchange.logic?.fields(section) ?? []) {
    const value = values?.[parameter];
    const { name, operator } = splitFilter(parameter);
    if (value === undefined || name === undefined || isReserved(parameter, resource.table)) continue;
    if (!findListField(name, description, resource.table.relations)) continue;
    if (operator === undefined) refuseOperators(parameter, value, resource);
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

/**
 * Refuse filters with too many conditions, before the store is asked: it may have to test each of them on each row of the table.
 *
 * Every comparison counts. What takes a store several times as long counts twice: a comparison with a part of a text, and a relation that a name goes
 * through. A value of a list is looked up: 20 of them count as one.
 *
 * @throws {HttpError} 400 `E_QUERY` with both numbers
 */
function checkConditions(filters: readonly Filter[]): void {
  const count = countAll(filters);
  if (count <= MOST_CONDITIONS) return;
  throw requestError('E_QUERY', `The filters have ${count} conditions; a request may have ${MOST_CONDITIONS}.`);
}

const MOST_CONDITIONS = 200;
const OF_TEXT = 2;
const OF_RELATION = 2;
const VALUES = 20;

function countAll(filters: readonly Filter[]): number {
  return filters.reduce((count, filter) => count + countFilter(filter), 0);
}

function countFilter(filter: Filter): number {
  return Object.entries(filter).reduce((count, [name, value]) => count + countField(name, value), 0);
}

function countField(name: string, value: unknown): number {
  if (Array.isArray(value) && value.some(isPlainObject)) return countAll(value as Filter[]);
  const path = OF_RELATION * (name.split('.').length - 1);
  if (!isPlainObject(value)) return path + countOperand('in', value);
  return Object.entries(value).reduce(
    (count, [operator, operand]) => count + path + countOperand(operator, operand),
    0,
  );
}

function countOperand(operator: string, operand: unknown): number {
  // The filter of a relation: `some`, `none` or `every`.
  if (isPlainObject(operand)) return OF_RELATION + countFilter(operand as Filter);
  const values = Array.isArray(operand) ? operand.length : 1;
  if (operator === 'in' || operator === 'nin') return Math.ceil(values / VALUES);
  return TEXT_OPERATORS.includes(operator) ? OF_TEXT * values : values;
}
