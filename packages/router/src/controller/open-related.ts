import {
  type Access,
  type ModelProvider,
  NO_RELATIONS,
  type Opening,
  type Relation,
  type Repository,
  type Row,
} from '@rest-gen/model/core';
import type { ControllerPlan } from '../contracts/plan.ts';
import type { RequestContext } from '../contracts/request-context.ts';
import { requestError } from '../errors.ts';
import { attach } from './attach.ts';
import { ChildContext, type ChildPart } from './child-context.ts';
import type { WriteHooks } from './hooked-repository.ts';
import { runTransaction } from './in-transaction.ts';
import { keyedLinks, keylessLinks, type LinkTable } from './link-table.ts';
import { ownOpening, providerOf, restrict } from './open-table.ts';
import { type RelatedOpening, RelatedRepository, type RelatedTables } from './related-repository.ts';

/**
 * Open the own table of a class; its values can name the relations that are written with its records.
 *
 * @param access - `undefined` for everything, whatever the policies say
 */
export function openRelated(
  context: RequestContext,
  access: Access | undefined,
  opening: Opening,
  models: ModelProvider,
): Repository {
  const repository = restrict(access, opening, models);
  const { writable: relations } = context.list;
  if (relations === undefined) return repository;
  const openingFor = (allowed: Access | undefined): RelatedOpening => ({
    context,
    relations,
    tables: tablesFor(context, allowed),
    open: () => restrict(allowed, opening, providerOf(context)),
    unrestricted: allowed && (() => openingFor(undefined)),
  });
  return new RelatedRepository(repository, openingFor(access));
}

// --- internal ---

function tablesFor(context: RequestContext, access: Access | undefined): RelatedTables {
  return {
    targetOf: ({ target, relations }) => {
      const open = plainOpening(context, target.name, relations);
      return restrict(access, open, providerOf(context));
    },
    linksOf: ({ through }) => openLinks(context, access, through as NonNullable<Relation['through']>),
    childrenOf: ({ plan, list, logic, paramNames }, name) => {
      const part = { controller: plan.name, list, paramNames, logic };
      const [child, opening] = openClass(plan, context, { ...part, body: sentChildren(context.input?.body, name) });
      return { context: child, repository: openRelated(child, access, opening, providerOf(child)) };
    },
  };
}

/** A table between two others may have a class, whose hooks run, and needs no policy. */
function openLinks(
  context: RequestContext,
  access: Access | undefined,
  { target, from, to }: NonNullable<Relation['through']>,
): LinkTable {
  const { name } = target;
  const models = providerOf(context);
  const ruled = access?.find(name);
  if (target.primaryKey === '') {
    const repository = models.linkTable?.(name, context.storeOptions);
    if (repository !== undefined) return keylessLinks(repository, target, [from, to], ruled);
    const hint = `"${name}" has no primary key of one column, and the store has no linkTable for such tables.`;
    throw requestError('E_INTERNAL', undefined, { hint });
  }
  const given = new Set([from, to]);
  const plan = context.list.classes?.get(name);
  if (plan === undefined) {
    const opening = { ...plainOpening(context, name), given };
    return keyedLinks(restrict(ruled && access, opening, models));
  }
  const list = { ...plan.list, relations: NO_RELATIONS, writable: undefined, resolve: undefined };
  const [, opening] = openClass(plan, context, { controller: plan.name, list, paramNames: given });
  return keyedLinks(restrict(ruled && access, opening, models));
}

/** An instance of the class for this request: its hooks run, its `__before` does not. */
function openClass(
  { Class }: ControllerPlan,
  parent: RequestContext,
  part: ChildPart,
): [context: RequestContext, opening: Opening] {
  const context = new ChildContext(parent, part);
  const controller = new Class();
  attach(controller, context);
  return [context, ownOpening(controller as WriteHooks, context, part.paramNames)];
}

function plainOpening(context: RequestContext, table: string, relations = NO_RELATIONS): Opening {
  const { storeOptions } = context;
  const known = relations.size === 0 ? undefined : relations;
  return {
    table,
    relations: known,
    options: storeOptions,
    open: (models) => models.repository(table, storeOptions, known),
    transaction: (work) => runTransaction(context, () => work(providerOf(context))),
    rewrites: false,
  };
}

/** What the client sent of the relation, in each of the records. */
function sentChildren(body: unknown, name: string): unknown[] {
  if (Array.isArray(body)) return body.flatMap((one) => sentChildren(one, name));
  const isNamed = typeof body === 'object' && body !== null && Object.hasOwn(body, name);
  return isNamed ? [(body as Row)[name]].flat() : [];
}
