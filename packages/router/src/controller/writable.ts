import type { CompiledAction, FieldError } from '@rest-gen/logic';
import { isObject, Refusal, toPointer } from '@rest-gen/logic/common';
import type { Description, Row } from '@rest-gen/model/core';
import type { WritableRelations } from '../contracts/plan.ts';
import type { RequestContext } from '../contracts/request-context.ts';
import { type HttpError, requestError } from '../errors.ts';
import { toHttpError } from '../respond/to-http-error.ts';

/** Parts of a request context. Without `input`, the body is known to have no member that the logic does not name. */
export type PickContext = Pick<RequestContext, 'logic' | 'controller' | 'action' | 'paramNames' | 'access' | 'list'> &
  Partial<Pick<RequestContext, 'sentBody' | 'input'>>;

/**
 * Pick what may be written from a validated body (mass assignment is impossible: names come from the logic, not from the
 * request).
 *
 * A member that the transform of a schema has made is written if it is a column.
 *
 * @throws {HttpError} 500 when the logic declares no body for this action, a body that is not an object with known fields,
 *   or one with a member that is no column; 422 `E_VALIDATION` for a member that was sent and that a schema does not name
 */
export function pickWritable(
  { primaryKey, deletedAt, columns }: Description,
  body: unknown,
  context: PickContext,
  replace: boolean,
): Row {
  const children = context.list.writable?.children ?? NO_CHILDREN;
  const names = writableNames(body, context, { columns, children });
  const kept = replace ? keptFields(context) : NONE;
  const values: Row = {};
  for (const name of names) {
    if (name === primaryKey || name === deletedAt || context.paramNames.has(name) || children.has(name)) continue;
    if (isObject(body) && Object.hasOwn(body, name)) values[name] = body[name];
    else if (replace && columns.get(name)?.nullable && !kept.has(name)) values[name] = null;
  }
  // Those of a POST are checked by the logics of their classes.
  for (const name of context.action === 'postAction' && isObject(body) ? children.keys() : [])
    if (Object.hasOwn(body as Row, name)) values[name] = (body as Row)[name];
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

/** What is left out of a PUT and stays: fields with a policy of their own, which the user may not have seen, and those that the policy sets in new records. */
function keptFields({ access, list }: Pick<RequestContext, 'access' | 'list'>): ReadonlySet<string> {
  const table = access?.find(list.table);
  return table === undefined ? NONE : new Set([...table.ruledFields, ...Object.keys(table.defaults)]);
}

/** What a table takes: columns, and new related records. */
type Stored = Pick<Description, 'columns'> & Pick<WritableRelations, 'children'>;

function writableNames(body: unknown, context: PickContext, stored: Stored): readonly string[] {
  const { logic, controller, action } = context;
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
        : [...new Set([...(names ?? []), ...namesMade(body, logic as CompiledAction, context, stored)])];
  }
  throw misused(
    `The base class writes one record, from an object whose fields the logic declares; for any other body write ${action} in src/controller/${controller}.`,
  );
}

/** The members of a body that a schema has validated, which all have to be written. */
function namesMade(
  body: Row,
  logic: CompiledAction,
  context: PickContext,
  { columns, children }: Stored,
): readonly string[] {
  const made = Object.keys(body);
  const unnamed = namesSent(body, context).filter((name) => logic.names(name) === false && !children.has(name));
  const errors = unnamed.map((name): FieldError => {
    return { in: 'body', pointer: toPointer([name]), rule: 'unknown', message: `${name} is not declared` };
  });
  if (errors.length > 0) throw toHttpError(new Refusal(errors));
  const lost = made.find((name) => logic.names(name) === false && !columns.has(name) && !children.has(name));
  if (lost === undefined) return made;
  throw misused(
    `The schema of the body in src/logic/${context.controller} makes a member "${lost}", which is no column: rename it, or take it out.`,
  );
}

/**
 * List the members that may come from the client. An object that an action has built can have members from anywhere in the request, so all
 * of them count, except those that the schema has made of the body: an open schema must not make a column writable.
 */
function namesSent(body: Row, { sentBody, input }: PickContext): readonly string[] {
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
