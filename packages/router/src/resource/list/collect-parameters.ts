import { isPlainObject } from '@rest-gen/logic/common';
import { QUERY_TYPES } from '../../core/actions.ts';
import type { RawQuery } from '../../core/contracts/exchange.ts';
import { joinItems } from '../../core/dispatch/join-items.ts';
import { refuseParameter } from '../../core/dispatch/refuse-parameter.ts';
import { type HttpError, requestError } from '../../core/errors.ts';
import type { Resource } from '../contracts/resource.ts';
import { isCommaList, isListName, isOfRecord, isReserved } from './parameter-names.ts';
import type { ListParameters } from './types.ts';

/** The section of the logic that declares the parameters of a list. */
export function sectionOf({ exchange: { req } }: Resource): 'query' | 'body' {
  return req.method === 'QUERY' ? 'body' : 'query';
}

/**
 * Collect the parameters of a list: the query of the URL, or for QUERY the body, a form or an object with the same names.
 *
 * @param taken - names that the logic declares, which are not parameters of the list
 * @returns strings; a JSON list as a list of strings
 * @throws {HttpError} 400 `E_QUERY` for a body that is not an object of scalars and lists of scalars, and for parameters in the URL of a QUERY;
 *   415 `E_MEDIA_TYPE` for a QUERY without a `Content-Type`
 */
export function collectParameters(resource: Resource, taken: ReadonlySet<string>): ListParameters {
  const {
    exchange: { req, query, logic, input },
    table,
  } = resource;
  // A list that the logic declares is read by the logic, under its own name.
  const isList = (name: string): boolean => isListName(name, table) && !taken.has(name);
  if (sectionOf(resource) === 'query') return { texts: joinItems(query, isList), or: undefined };
  const declared = new Set(logic?.fields('query'));
  const odd = Object.keys(query).find((name) => !declared.has(name));
  if (odd !== undefined) throw refuseParameter(odd, 'goes into the body of a QUERY');
  const body = input?.body;
  if (body === undefined && req.headers['content-type'] === undefined) throw noType();
  const texts: Record<string, string | readonly string[]> = Object.create(null);
  let or: readonly unknown[] | undefined;
  for (const [name, value] of entriesOf(body)) {
    const isRead = !taken.has(name) || isReserved(name, table);
    if (value === undefined || !isRead) continue;
    if (name === 'or' && Array.isArray(value) && value.every((item) => typeof item === 'object')) or = value;
    else texts[name] = toTexts(name, value, isCommaList(name, table));
  }
  return { texts: joinItems(texts, isList), or };
}

/**
 * Refuse undeclared query parameters of a request that is about one record, or adds some; `include` is known where the class has relations, `deleted` of a
 * GET where it says `static softDelete`. A logic that declares a query has already refused them, and a request that changes many records has filters.
 *
 * @throws {HttpError} 400 `E_QUERY`
 */
export function refuseUndeclared({
  exchange: { req, query, input },
  origin,
  table,
  isBulkWrite: many,
}: Resource): void {
  if (origin !== undefined || many || input?.query !== query) return;
  for (const name in query) {
    if (!isOfRecord(name, req, table)) throw refuseParameter(name, 'is not known here');
  }
}

/**
 * The query parameters of a link to another page: those of the list, and for QUERY those that the logic declares, as sent. Without them, a GET would
 * return more records.
 */
export function linkedParameters(
  { exchange: { req }, table }: Resource,
  { texts, or }: ListParameters,
  taken: ReadonlySet<string>,
): RawQuery {
  if (req.method !== 'QUERY' || !isPlainObject(req.body)) return texts;
  const linked: Record<string, string | readonly string[]> = Object.assign(Object.create(null), texts);
  for (const [name, value] of Object.entries(req.body)) {
    if (!taken.has(name) || isReserved(name, table)) continue;
    linked[name] = Array.isArray(value) ? value.map(asText) : asText(value);
  }
  // GET refuses it: its cursor is for the next QUERY.
  if (or !== undefined) linked.or = JSON.stringify(or);
  return linked;
}

/**
 * Refuse operators in a value from the client: a field that is declared without a type accepts any JSON.
 *
 * A value that the logic has transformed may have operators.
 *
 * @throws {HttpError} 400 `E_QUERY` for an object, and for a list with an element that is null or not a scalar
 */
export function refuseOperators(name: string, value: unknown, { exchange: { req } }: Resource): void {
  if (typeof value !== 'object' || value === null || req.method !== 'QUERY' || !isPlainObject(req.body)) return;
  const sent = Object.hasOwn(req.body, name) ? (req.body as Record<string, unknown>)[name] : undefined;
  const isTaken = Array.isArray(sent) ? sent.length > 0 && Array.isArray(value) : isPlainObject(sent);
  if (isTaken) toTexts(name, sent);
}

/**
 * Write a value of a JSON body as it would stand in a URL.
 *
 * @param hasCommas - a list is written with commas
 * @throws {HttpError} 400 `E_QUERY`
 */
export function toTexts(name: string, value: unknown, hasCommas = false): string | readonly string[] {
  if (!Array.isArray(value)) return toText(name, value);
  const texts = value.map((item) => toText(name, item));
  if (hasCommas) return texts.join(',');
  if (texts.length === 0) throw refuseParameter(name, 'is an empty list');
  return texts;
}

// --- internal ---

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function entriesOf(body: unknown): [string, unknown][] {
  if (body === undefined) return [];
  if (isPlainObject(body)) return Object.entries(body);
  throw requestError('E_QUERY', 'The body of a QUERY must be an object of parameters, such as {"sort":"-id"}.');
}

function toText(name: string, value: unknown): string {
  if (value === null) throw refuseParameter(name, `is null; write "${name.replace(/\[.*/, '')}[null]": true`);
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw refuseParameter(name, 'is a number that JSON does not keep exactly; send it as text');
  }
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object') return String(value);
  throw refuseParameter(name, 'takes text, a number, true, false or a list of them');
}

function noType(): HttpError {
  return requestError('E_MEDIA_TYPE', `A QUERY has to say what its body is; send ${QUERY_TYPES}.`, {
    headers: { 'Accept-Query': QUERY_TYPES },
  });
}
