import type { Description, Row } from '@rest-gen/model/core';
import type { WritableRelations } from '../contracts/plan.ts';
import type { RequestContext } from '../contracts/request-context.ts';
import { type HttpError, requestError } from '../errors.ts';

/**
 * Pick what may be written from a validated body (mass assignment is impossible: names come from the logic, not from the request).
 *
 * With a schema that does not list its names, all fields that it returns are writable.
 *
 * @throws {HttpError} 500 when the logic declares no body for this action, or a body that is not an object with known fields
 */
export function pickWritable(
  { primaryKey, deletedAt, columns }: Description,
  body: unknown,
  context: Pick<RequestContext, 'logic' | 'controller' | 'action' | 'paramNames' | 'access' | 'list'>,
  replace: boolean,
): Row {
  const names = writableNames(body, context);
  const kept = replace ? keptFields(context) : NONE;
  const values: Row = {};
  const children = context.list.writable?.children ?? NO_CHILDREN;
  for (const name of names) {
    if (name === primaryKey || name === deletedAt || context.paramNames.has(name) || children.has(name)) continue;
    if (isRecord(body) && Object.hasOwn(body, name)) values[name] = body[name];
    else if (replace && columns.get(name)?.nullable && !kept.has(name)) values[name] = null;
  }
  // Those of a POST are checked by the logics of their classes.
  for (const name of context.action === 'postAction' && isRecord(body) ? children.keys() : [])
    if (Object.hasOwn(body as Row, name)) values[name] = (body as Row)[name];
  return values;
}

// --- internal ---

const NONE: ReadonlySet<string> = new Set();
const NO_CHILDREN: WritableRelations['children'] = new Map();

/** What is left out of a PUT and stays: fields with a policy of their own, which the user may not have seen, and those that the policy sets in new records. */
function keptFields({ access, list }: Pick<RequestContext, 'access' | 'list'>): ReadonlySet<string> {
  const table = access?.find(list.table);
  return table === undefined ? NONE : new Set([...table.ruledFields, ...Object.keys(table.defaults)]);
}

function writableNames(
  body: unknown,
  { logic, controller, action }: Pick<RequestContext, 'logic' | 'controller' | 'action'>,
): readonly string[] {
  const form = logic?.form('body');
  if (form === undefined) {
    throw misused(
      `Declare the body of this action in src/logic/${controller}: only fields that the logic declares are written.`,
    );
  }
  const absent = body === undefined || body === null;
  if (absent || isRecord(body)) {
    const names = logic?.fields('body');
    if (names !== undefined) return names;
    if (form === 'schema') return absent ? [] : Object.keys(body);
  }
  throw misused(
    `The base class writes one record, from an object whose fields the logic declares; for any other body write ${action} in src/controller/${controller}.`,
  );
}

function isRecord(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function misused(hint: string): HttpError {
  return requestError('E_INTERNAL', undefined, { hint });
}
