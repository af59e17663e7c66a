import type { FieldError } from '@rest-gen/logic';
import type { Refusal } from '@rest-gen/logic/common';
import { isPlainObject } from '@rest-gen/logic/common';
import type { Column, Row } from '@rest-gen/model/core';
import type { ResourceAction } from '../contracts/action.ts';
import type { ReadOnlyMembers, Resource } from '../contracts/resource.ts';
import { fieldsOfPolicy } from '../policy/fields-of-policy.ts';
import { openModel } from '../write/open-model.ts';

/** A body without what GET shows and the logic refuses, and what that is. */
export interface SplitBody {
  readonly body: Row;
  readonly readOnly: ReadOnlyMembers;
}

/**
 * Split the body of a PUT or PATCH that the logic has refused, so that a record can be sent back as GET showed it: set aside columns that the logic does not
 * take, fields that the policy hides from some users and that are null, and values that the database holds beyond the type of their column (`0000-00-00`). Their values are compared with the record before it is written. Members that
 * `include` adds are left out.
 *
 * @returns `undefined` where none of the errors is about such a member
 */
export async function splitReadOnly(
  { errors }: Refusal,
  body: unknown,
  sentBack: ResourceAction['readOnlyMembers'],
  resource: Resource,
): Promise<SplitBody | undefined> {
  if (sentBack === undefined || !isPlainObject(body) || resource.model === undefined) return undefined;
  const refused = errors.filter(({ in: section, pointer }) => section === 'body' && isMember(pointer));
  if (refused.length === 0) return undefined;
  const { name: table, unreadable, relations } = resource.table;
  const masked = fieldsOfPolicy(resource)?.masked;
  const description = await openModel(resource, table).describe();
  const { columns } = resource.table.names?.describe(description) ?? description;
  const isIncluded = (name: string): boolean => relations.has(name.endsWith(NEXT) ? name.slice(0, -NEXT.length) : name);
  const isMasked = (name: string): boolean => (body as Row)[name] === null && (masked?.includes(name) ?? false);
  const isShown = ({ rule }: FieldError, name: string): boolean => {
    if (!UNWRITABLE.has(rule)) return isMasked(name) || isSpecial((body as Row)[name], columns.get(name));
    return (columns.has(name) || sentBack === 'any') && !unreadable.has(name);
  };
  const removed = new Map<string, FieldError | undefined>();
  for (const error of refused) {
    const name = nameOf(error.pointer);
    if (error.rule === 'unknown' && isIncluded(name)) removed.set(name, undefined);
    else if (isShown(error, name)) removed.set(name, error);
  }
  if (removed.size === 0) return undefined;
  const entries = Object.entries(body as Row);
  return {
    body: Object.fromEntries(entries.filter(([name]) => !removed.has(name))),
    readOnly: entries.flatMap(([name, value]) => {
      const error = removed.get(name);
      return error === undefined ? [] : [{ name, value, error }];
    }),
  };
}

// --- internal ---

/** Ends the name of the member with the URL of the rest of an included list. */
const NEXT = '_next';

/** Rules of fields that an action does not take. */
const UNWRITABLE: ReadonlySet<string> = new Set(['unknown', 'readOnly', 'createOnly']);

/** Whether a column shows this value, although its type has no such value. */
function isSpecial(value: unknown, column: Column | undefined): boolean {
  const isScalar = typeof value === 'string' || typeof value === 'number';
  return isScalar && column?.special?.test(String(value)) === true;
}

function isMember(pointer: string): boolean {
  return pointer !== '' && !pointer.includes('/', 1);
}

function nameOf(pointer: string): string {
  return pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
}
