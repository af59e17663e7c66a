import type { CompiledAction, FieldError } from '@rest-gen/logic';
import { isObject, Refusal, toPointer } from '@rest-gen/logic/common';
import type { Description, Row } from '@rest-gen/model/core';
import { type HttpError, requestError } from '../../core/errors.ts';
import { toHttpError } from '../../core/respond/to-http-error.ts';
import type { WriteContext } from '../contracts/resource.ts';
import type { WritableRelations } from '../contracts/table.ts';
import { fieldsOfPolicy } from '../policy/fields-of-policy.ts';

/**
 * Pick what may be written from a validated body (mass assignment is impossible: names come from the logic, not from the
 * request).
 *
 * A member that the transform of a schema has made is written if it is a column. The primary key is written by POST only, and read-only columns never: PUT and
 * PATCH may repeat what is stored, which is compared when the record is written.
 *
 * @throws {HttpError} 500 when the logic declares no body for this action, a body that is not an object with known fields,
 *   or one with a member that is no column; 422 `E_VALIDATION` for a member that was sent and that a schema does not name, or for a read-only column
 */
export function pickWritable(
  { primaryKey, deletedAt, columns }: Description,
  body: unknown,
  resource: WriteContext,
  replace: boolean,
): Row {
  const children = resource.table.writable?.children ?? NO_CHILDREN;
  const names = writableNames(body, resource, { columns, children });
  const kept = replace ? keptFields(resource) : NONE;
  const values: Row = {};
  const readOnly: string[] = [];
  const { paramNames, action } = resource.exchange;
  const { unscoped } = resource.table;
  const isNew = action === 'postAction';
  for (const name of names) {
    // The parameter `id` names the record, whatever its columns are.
    const isParent = name !== 'id' && paramNames.has(name) && !unscoped.includes(name);
    if (name === deletedAt || isParent || children.has(name)) continue;
    if (columns.get(name)?.isReadOnly || (!isNew && primaryKey.includes(name))) readOnly.push(name);
    else if (isObject(body) && Object.hasOwn(body, name)) values[name] = body[name];
    else if (replace && columns.get(name)?.nullable && !kept.has(name)) values[name] = null;
  }
  // New related records of a POST have been checked by the logics of their classes.
  for (const name of isNew && isObject(body) ? children.keys() : [])
    if (Object.hasOwn(body as Row, name)) values[name] = (body as Row)[name];
  if (isObject(body)) setAside(readOnly, body, resource);
  return values;
}

/** Whether the body has a schema that does not say which members it names. */
export function isNameless(logic: CompiledAction | undefined): boolean {
  // Any name will do: the answer is undefined for every one.
  return logic?.form('body') === 'schema' && logic.names('') === undefined;
}

/** Why a schema that does not say what it names cannot be written. */
export function nameless(controller: string, action: string): string {
  return `The schema of the body of ${action} in src/logic/${controller} does not say which members it names, so nothing of it can be written: describe it as a JSON Schema, use a library whose schemas have one (Standard JSON Schema, such as zod), or write ${action} in src/controller/${controller}.`;
}

// --- internal ---

const NONE: ReadonlySet<string> = new Set();
const NO_CHILDREN: WritableRelations['children'] = new Map();

/**
 * What is left out of a PUT and stays: fields with a policy of their own, which the user may not have seen, those that the policy sets in new records, and
 * those that were sent as GET showed them.
 */
function keptFields({ access, table, readOnlyMembers = [] }: WriteContext): ReadonlySet<string> {
  const rules = fieldsOfPolicy({ access, table });
  const sent = readOnlyMembers.map(({ name }) => name);
  return rules === undefined ? new Set(sent) : new Set([...rules.ruled, ...rules.defaults, ...sent]);
}

/** What a table takes: columns, and new related records. */
type Stored = Pick<Description, 'columns'> & Pick<WritableRelations, 'children'>;

/**
 * Leave read-only columns to the comparison with the record, where there is one.
 *
 * @throws {HttpError} 422 `E_VALIDATION`
 */
function setAside(names: readonly string[], body: Row, resource: WriteContext): void {
  const members = names
    .filter((name) => Object.hasOwn(body, name))
    .map((name) => ({ name, value: body[name], error: refuse(name) }));
  if (members.length === 0) return;
  if (resource.action?.readOnlyMembers === undefined) throw toHttpError(new Refusal(members.map(({ error }) => error)));
  resource.readOnlyMembers = [...(resource.readOnlyMembers ?? []), ...members];
}

function refuse(name: string): FieldError {
  return { in: 'body', pointer: toPointer([name]), rule: 'readOnly', message: `${name} cannot be set` };
}

function writableNames(body: unknown, resource: WriteContext, stored: Stored): readonly string[] {
  const {
    exchange: { logic, controller, action },
  } = resource;
  const form = logic?.form('body');
  if (form === undefined) {
    throw misused(
      `Declare the body of this action in src/logic/${controller}: only fields that the logic declares are written.`,
    );
  }
  const absent = body === undefined || body === null;
  if (absent || isObject(body)) {
    const names = logic?.fields('body');
    if (form !== 'schema' && names !== undefined) return names;
    if (isNameless(logic)) throw misused(nameless(controller, action));
    if (form === 'schema')
      return absent
        ? (names ?? [])
        : [...new Set([...(names ?? []), ...namesMade(body, logic as CompiledAction, resource, stored)])];
  }
  throw misused(
    `The base class writes one record, from an object whose fields the logic declares; for any other body write ${action} in src/controller/${controller}.`,
  );
}

/** The members of a body that a schema has validated, which all have to be written. */
function namesMade(
  body: Row,
  logic: CompiledAction,
  resource: WriteContext,
  { columns, children }: Stored,
): readonly string[] {
  const made = Object.keys(body);
  const unnamed = namesSent(body, resource).filter((name) => logic.names(name) === false && !children.has(name));
  const errors = unnamed.map((name): FieldError => {
    return { in: 'body', pointer: toPointer([name]), rule: 'unknown', message: `${name} is not declared` };
  });
  if (errors.length > 0) throw toHttpError(new Refusal(errors));
  const lost = made.find((name) => logic.names(name) === false && !columns.has(name) && !children.has(name));
  if (lost === undefined) return made;
  throw misused(
    `The schema of the body in src/logic/${resource.exchange.controller} makes a member "${lost}", which is no column: rename it, or take it out.`,
  );
}

/**
 * List the members that may come from the client. An object that an action has built can have members from anywhere in the request, so all
 * of them count, except those that the schema has made of the body: an open schema must not make a column writable.
 */
function namesSent(body: Row, { exchange: { sentBody, input } }: WriteContext): readonly string[] {
  if (input === undefined) return [];
  const validated = input.body;
  const place = Array.isArray(validated) ? validated.indexOf(body) : -1;
  const sent = Array.isArray(sentBody) ? sentBody[place] : sentBody;
  if (body === validated || place >= 0) return isObject(sent) ? Object.keys(sent) : [];
  const isMade = (name: string): boolean =>
    isObject(validated) && isObject(sent) && !Object.hasOwn(sent, name) && validated[name] === body[name];
  return Object.keys(body).filter((name) => !isMade(name));
}

function misused(hint: string): HttpError {
  return requestError('E_INTERNAL', undefined, { hint });
}
