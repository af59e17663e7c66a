import {
  type Access,
  createModel,
  keyedLinks,
  keylessLinks,
  type LinkColumns,
  type LinkTable,
  type Model,
  markPointer,
  NO_RELATIONS,
  openTable,
  type Relation,
  type RelationWriter,
  type Repository,
  type Row,
  type Session,
  type WriteHooks,
} from '@rest-gen/model/core';
import { isHttpError, requestError } from '../../core/errors.ts';
import { EXCHANGE } from '../../core/slot.ts';
import { RESOURCE, type Resource } from '../contracts/resource.ts';
import type { ResourceClass, TablePlan, WritableChild } from '../contracts/table.ts';
import { atPlace } from './at-place.ts';
import { ChildExchange, type ChildPart } from './child-exchange.ts';
import { sessionOf } from './in-transaction.ts';
import { openOwn, openPlain, openStored, relationsOf } from './open-table.ts';
import { addChildren } from './write-children.ts';

/**
 * Return the model of a table, an immutable query builder. It belongs to the open transaction of the request, and knows the relations of the class of
 * the table: that in the directory of the controller, else that in `controller/`.
 *
 * @throws {HttpError} 500 `E_NO_MODEL` when the project has no model; 503 `E_UNAVAILABLE` while the relations are unknown, because the store could not be
 *   reached; the reason of the signal once it has aborted
 */
export function openModel(resource: Resource, table: string): Model {
  const session = sessionOf(resource);
  const relations = relationsOf(resource.table.classes?.get(table));
  return modelOf(openPlain(resource, table, relations), session);
}

/**
 * Return the model of a controller's own table, `v1/blog-post` → `blog_post`: it never reads hidden fields, and its writes call the hooks of the class.
 *
 * @throws {HttpError} as {@link openModel}
 */
export function openOwnModel(controller: WriteHooks, resource: Resource): Model {
  const session = sessionOf(resource);
  // An action asks for it several times.
  const { access } = resource;
  if (resource.ownModel === undefined || resource.ownModel.access !== access) {
    const { unreadable, key } = resource.table;
    const repository = openOwn(controller, resource, access, { writable: writableOf(resource) });
    const model = modelOf(repository, session, key);
    resource.ownModel = { access, model: unreadable.size === 0 ? model : model.omit(...unreadable) };
  }
  return resource.ownModel.model;
}

// --- internal ---

function modelOf(repository: Repository, session: Session, key?: string): Model {
  return createModel(repository, (work) => session.transaction(() => work(repository)), key);
}

/** The relations that values of the class's own table can name; `undefined` for none. */
function writableOf(resource: Resource): ((access: Access | undefined) => RelationWriter) | undefined {
  const { writable, stored } = resource.table;
  if (writable === undefined) return undefined;
  const { links, children } = writable;
  return (access) => ({
    links: new Map([...links.keys()].map((name) => [name, stored.get(name) as Relation])),
    children: new Set(children.keys()),
    tables: {
      session: sessionOf(resource),
      targetOf: ({ target, relations }) =>
        openTable({ name: target.name, session: sessionOf(resource), access, relations }),
      linksOf: ({ through }) => openLinks(resource, access, through as NonNullable<Relation['through']>),
      placed: (error, pointer) => (isHttpError(error) ? atPlace(error, pointer) : markPointer(error, pointer)),
    },
    addChildren(name, keys, lists) {
      const child = children.get(name) as WritableChild;
      const [inside, repository] = openChild(resource, access, child, name);
      return addChildren(name, child, keys, lists, { resource: inside, repository });
    },
  });
}

function openChild(
  resource: Resource,
  access: Access | undefined,
  { of, table, logic, paramNames }: WritableChild,
  name: string,
): [Resource, Repository] {
  const body = sentChildren(resource.exchange.input?.body, name);
  const [child, hooks] = openClass(of, table, resource, { paramNames, logic, body });
  return [child, openOwn(hooks, child, access, { writable: writableOf(child), given: paramNames })];
}

/** A table between two others may have a class, whose hooks run, and needs no policy. */
function openLinks(
  resource: Resource,
  access: Access | undefined,
  through: NonNullable<Relation['through']>,
): LinkTable {
  const { target } = through;
  const { from, to } = through as LinkColumns;
  const { name } = target;
  const session = sessionOf(resource);
  const ruled = access?.find(name);
  if (target.primaryKey.length === 0) {
    const open = () => session.models.linkTable?.(name, resource.exchange) as Repository;
    if (session.models.linkTable !== undefined) return keylessLinks(session, open, target, [from, to], ruled);
    const hint = `"${name}" has no primary key, and the store has no linkTable for such tables.`;
    throw requestError('E_INTERNAL', undefined, { hint });
  }
  const given = new Set([from, to]);
  const of = resource.table.classes?.get(name);
  const allowed = ruled && access;
  if (of === undefined) return keyedLinks(openTable({ name, session, access: allowed, given }), through as LinkColumns);
  const { names } = of;
  const table: TablePlan = {
    ...of.statics,
    relations: NO_RELATIONS,
    stored: names?.relations ?? NO_RELATIONS,
    names,
    references: of.plan?.references ?? [],
    writable: undefined,
    classes: of.classes,
  };
  const [inside, hooks] = openClass(of, table, resource, { paramNames: given });
  return keyedLinks(openStored(hooks, inside, allowed, { writable: undefined, given }), through as LinkColumns);
}

/** An instance of the class for this request: its hooks run, its `__before` does not. */
function openClass(
  of: ResourceClass,
  table: TablePlan,
  parent: Resource,
  part: Omit<ChildPart, 'controller' | 'instance' | 'unreadable'>,
): [resource: Resource, hooks: WriteHooks] {
  const instance = new of.Class();
  const origin = parent.origin ?? parent;
  const { unreadable } = of.statics;
  const exchange = new ChildExchange(origin.exchange, { controller: of.name, instance, unreadable, ...part });
  const resource = parent.ofClass(exchange, of, table);
  EXCHANGE.set(instance, exchange);
  RESOURCE.set(exchange, resource);
  return [resource, instance as WriteHooks];
}

/** Values that the body has for this relation, across all records. */
function sentChildren(body: unknown, name: string): unknown[] {
  if (Array.isArray(body)) return body.flatMap((one) => sentChildren(one, name));
  const isNamed = typeof body === 'object' && body !== null && Object.hasOwn(body, name);
  return isNamed ? [(body as Row)[name]].flat() : [];
}
