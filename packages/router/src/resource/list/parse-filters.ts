import { isPlainObject } from '@rest-gen/logic/common';
import {
  type Column,
  type Filter,
  OPERATORS,
  type Operators,
  readValue,
  type Scalar,
  TEXT_OPERATORS,
} from '@rest-gen/model/core';
import { refuseParameter } from '../../core/dispatch/refuse-parameter.ts';
import { requestError } from '../../core/errors.ts';
import { toTexts } from './collect-parameters.ts';
import { findListField, isAllowed } from './find-field.ts';
import { isReserved, splitFilter } from './parameter-names.ts';
import type { ListNames, ListParameters } from './types.ts';

/** Filters that must all hold, and the columns that they name, each with its parameter. */
export interface ReadFilters {
  readonly filters: Filter[];
  readonly compared: (readonly [parameter: string, column: string])[];
}

/**
 * Read the filters of a list: `views[gte]=10`, `author.name=Ann`, `q`, and `or` of a QUERY.
 *
 * @throws {HttpError} 400 `E_QUERY` naming the parameter
 */
export function parseFilters({ texts, or }: ListParameters, names: ListNames): ReadFilters {
  const read: ReadFilters = { filters: [], compared: [] };
  for (const [parameter, value] of Object.entries(texts)) {
    if (!isReserved(parameter, names.plan) && !names.taken.has(parameter))
      addComparison(read.filters, parameter, value, names, read.compared);
  }
  if (or !== undefined) read.filters.push(readAlternatives(or, 1, names, read.compared));
  if (texts.q !== undefined && isReserved('q', names.plan)) read.filters.push(...readSearch(texts.q, names));
  return read;
}

/**
 * Add a comparison to filters. Those through relations stand in one filter with each other, because they hold for the same record of a list.
 *
 * @param operand - its values are not changed later
 */
export function addFilter(filters: Filter[], name: string, operator: string, operand: unknown): void {
  const first = (filters[0] ?? Object.create(null)) as Record<string, Record<string, unknown>>;
  filters[0] = first as Filter;
  const before = first[name];
  if (before === undefined) first[name] = { [operator]: operand };
  else if (isPlainObject(before) && !Object.hasOwn(before, operator)) before[operator] = operand;
  else filters.push({ [name]: { [operator]: operand } } as Filter);
}

// --- internal ---

/** Lists of `or` in each other. */
const DEEPEST = 3;
/** Characters of `q`. */
const LONGEST_SEARCH = 200;

function addComparison(
  filters: Filter[],
  parameter: string,
  value: string | readonly string[],
  names: ListNames,
  compared: ReadFilters['compared'],
): void {
  const { name, operator = 'eq' } = splitFilter(parameter);
  if (name === undefined) throw refuseParameter(parameter, 'is not a filter; write name=value or name[operator]=value');
  const column = readFilterable(name, parameter, names);
  if (!OPERATORS.includes(operator))
    throw refuseParameter(parameter, `has an unknown operator; there are ${OPERATORS.join(', ')}`);
  addFilter(filters, name, operator, readOperand(operator, value, column, parameter));
  if (names.description.columns.has(name)) compared.push([parameter, name]);
}

function readFilterable(name: string, parameter: string, names: ListNames): Column {
  const { filterable, relations } = names.plan;
  const field = findListField(name, names.comparable, relations);
  if (field === undefined) {
    const isUnknown = parameter === name && !relations.has(name);
    throw refuseParameter(parameter, isUnknown ? 'is not known here' : `names "${name}", which is not a field`);
  }
  if (isAllowed('filterable', name, field, names)) return field.column;
  const known = filterable ? `; there are ${[...filterable].join(', ') || 'none'}` : '';
  throw refuseParameter(parameter, `is no filter of this list${known}`);
}

function readOperand(
  operator: string,
  value: string | readonly string[],
  column: Column,
  parameter: string,
): Operators[keyof Operators] {
  if (operator === 'in' || operator === 'nin') return readList(value, column, parameter);
  if (TEXT_OPERATORS.includes(operator)) {
    const item = operator === 'contains' && column.items ? { ...column, type: column.items } : undefined;
    if (item !== undefined) return [value].flat().map((text) => String(readScalar(text, item, parameter)));
    if (column.type !== 'string')
      throw refuseParameter(parameter, `needs text, and the column is of the type ${column.type}`);
    return [value].flat().map((text) => readScalar(text, column, parameter) as string);
  }
  if (typeof value !== 'string')
    throw refuseParameter(
      parameter,
      `is given twice; for one of several values write ${splitFilter(parameter).name}[in]`,
    );
  if (operator === 'null') {
    if (value !== 'true' && value !== 'false') throw refuseParameter(parameter, 'takes true or false');
    return value === 'true';
  }
  return readScalar(value, column, parameter) as string;
}

/** Comma-separated values in one parameter, or one value in each of several parameters, which may then contain commas. */
function readList(value: string | readonly string[], column: Column, parameter: string): Scalar[] {
  const items = typeof value === 'string' ? value.split(',') : value;
  return items.map((item) => readScalar(item, column, parameter));
}

function readScalar(text: string, column: Column, parameter: string): Scalar {
  // A URL cannot express order or equality of JSON.
  const value = column.type === 'json' ? undefined : readValue(text, column);
  if (value === undefined)
    throw refuseParameter(parameter, `does not take this value: the column is of the type ${column.type}`);
  return value as Scalar;
}

/** Every word must be contained in one of the fields. */
function readSearch(text: string | readonly string[], { description, plan }: ListNames): Filter[] {
  const { search, relations } = plan;
  for (const name of search) {
    if (findListField(name, description, relations)?.column.type === 'string') continue;
    const hint = `static search names "${name}", which is not a field of text that is shown: correct it.`;
    throw requestError('E_INTERNAL', undefined, { hint });
  }
  if (typeof text !== 'string') throw refuseParameter('q', 'is given twice');
  if (text.length > LONGEST_SEARCH) throw refuseParameter('q', `has more than ${LONGEST_SEARCH} characters`);
  const words = text.split(/\s+/).filter((word) => word !== '');
  return words.map((word) => {
    // What no text in a store can hold.
    if (readValue(word, { type: 'string' }) === undefined)
      throw refuseParameter('q', 'has a character that no text has');
    return { or: search.map((field) => ({ [field]: { contains: word } })) };
  });
}

/** A list of `or` in a QUERY. */
function readAlternatives(
  list: readonly unknown[],
  depth: number,
  names: ListNames,
  compared: ReadFilters['compared'],
): Filter {
  if (depth > DEEPEST) throw refuseParameter('or', `is nested more than ${DEEPEST} deep`);
  if (list.length === 0) throw refuseParameter('or', 'is an empty list');
  const readOne = (item: unknown): Filter => {
    if (!isPlainObject(item)) throw refuseParameter('or', 'takes a list of objects, such as [{"title":"a"}]');
    const filters: Filter[] = [];
    const lists: Filter[] = [];
    for (const [parameter, value] of Object.entries(item)) {
      if (parameter === 'or' && Array.isArray(value)) lists.push(readAlternatives(value, depth + 1, names, compared));
      else addComparison(filters, parameter, toTexts(parameter, value), names, compared);
    }
    const all = [...filters, ...lists];
    if (all.length === 0) throw refuseParameter('or', 'has an object without filters, which would match everything');
    return all.length === 1 ? (all[0] as Filter) : { and: all };
  };
  return { or: list.map(readOne) };
}
