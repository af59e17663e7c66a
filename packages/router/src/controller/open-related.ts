import {
  type Access,
  keyedLinks,
  keylessLinks,
  type LinkTable,
  markPointer,
  NO_RELATIONS,
  openTable,
  type Relation,
  type RelationWriter,
  type Repository,
  type Row,
  type WriteHooks,
} from '@rest-gen/model/core';
import type { ControllerPlan, WritableChild } from '../contracts/plan.ts';
import type { RequestContext } from '../contracts/request-context.ts';
import { isHttpError, requestError } from '../errors.ts';
import { atPlace } from './at-place.ts';
import { attach } from './attach.ts';
import { ChildContext, type ChildPart } from './child-context.ts';
import { sessionOf } from './in-transaction.ts';
import { openOwn } from './open-table.ts';
import { addChildren } from './write-children.ts';

/** The relations that values of the class's own table can name; `undefined` for none. */
export function writableOf(context: RequestContext): ((access: Access | undefined) => RelationWriter) | undefined {
  const { writable } = context.list;
  if (writable === undefined) return undefined;
  const { links, children } = writable;
  return (access) => ({
    links,
    children: new Set(children.keys()),
    tables: {
      session: sessionOf(context),
      targetOf: ({ target, relations }) =>
        openTable({ name: target.name, session: sessionOf(context), access, relations }),
      linksOf: ({ through }) => openLinks(context, access, through as NonNullable<Relation['through']>),
      placed: (error, pointer) => (isHttpError(error) ? atPlace(error, pointer) : markPointer(error, pointer)),
    },
    addChildren(name, keys, lists) {
      const child = children.get(name) as WritableChild;
      const [inside, repository] = openChild(context, access, child, name);
      return addChildren(name, child, keys, lists, { context: inside, repository });
    },
  });
}

// --- internal ---

function openChild(
  context: RequestContext,
  access: Access | undefined,
  { plan, list, logic, paramNames }: WritableChild,
  name: string,
): [RequestContext, Repository] {
  const body = sentChildren(context.input?.body, name);
  const [child, hooks] = openClass(plan, context, { controller: plan.name, list, paramNames, logic, body });
  return [child, openOwn(hooks, child, access, { writable: writableOf(child), given: paramNames })];
}

/** A table between two others may have a class, whose hooks run, and needs no policy. */
function openLinks(
  context: RequestContext,
  access: Access | undefined,
  { target, from, to }: NonNullable<Relation['through']>,
): LinkTable {
  const { name } = target;
  const session = sessionOf(context);
  const ruled = access?.find(name);
  if (target.primaryKey === '') {
    const open = () => session.models.linkTable?.(name, context.storeOptions) as Repository;
    if (session.models.linkTable !== undefined) return keylessLinks(session, open, target, [from, to], ruled);
    const hint = `"${name}" has no primary key of one column, and the store has no linkTable for such tables.`;
    throw requestError('E_INTERNAL', undefined, { hint });
  }
  const given = new Set([from, to]);
  const plan = context.list.classes?.get(name);
  const allowed = ruled && access;
  if (plan === undefined) return keyedLinks(openTable({ name, session, access: allowed, given }));
  const list = { ...plan.list, relations: NO_RELATIONS, writable: undefined, resolve: undefined };
  const [inside, hooks] = openClass(plan, context, { controller: plan.name, list, paramNames: given });
  return keyedLinks(openOwn(hooks, inside, allowed, { given }));
}

/** An instance of the class for this request: its hooks run, its `__before` does not. */
function openClass(
  { Class }: ControllerPlan,
  parent: RequestContext,
  part: ChildPart,
): [context: RequestContext, hooks: WriteHooks] {
  const context = new ChildContext(parent, part);
  const controller = new Class();
  attach(controller, context);
  return [context, controller as WriteHooks];
}

/** Values that the body has for this relation, across all records. */
function sentChildren(body: unknown, name: string): unknown[] {
  if (Array.isArray(body)) return body.flatMap((one) => sentChildren(one, name));
  const isNamed = typeof body === 'object' && body !== null && Object.hasOwn(body, name);
  return isNamed ? [(body as Row)[name]].flat() : [];
}
