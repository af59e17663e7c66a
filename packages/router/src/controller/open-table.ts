import {
  type Access,
  openTable,
  type Relations,
  type Repository,
  type TableOptions,
  type WriteHooks,
} from '@rest-gen/model/core';
import type { ListPlan } from '../contracts/plan.ts';
import type { RequestContext } from '../contracts/request-context.ts';
import { requestError } from '../errors.ts';
import { reportFailure } from '../respond/send-error.ts';
import { sessionOf } from './in-transaction.ts';
import { runHook } from './run-hook.ts';

/** Open a table as the policies allow this user, where there are any. */
export function openPlain(context: RequestContext, name: string, relations: Relations | undefined): Repository {
  const { access } = context;
  return openTable({ name, session: sessionOf(context), access, relations });
}

/**
 * Open the table of a class, with the hooks of the class.
 */
export function openOwn(
  controller: WriteHooks,
  context: RequestContext,
  access: Access | undefined,
  { writable, given }: Pick<TableOptions, 'writable' | 'given'>,
): Repository {
  const { list } = context;
  // One literal: Node 20 is slow at copies that get members which the original lacks.
  return openTable({
    name: list.table,
    session: sessionOf(context),
    access,
    relations: relationsOf(list),
    hooks: hooksOf(controller, context),
    required: list.hidden,
    writable,
    given,
  });
}

/**
 * The relations of a class.
 *
 * @returns `undefined` for none: a store without relations is opened as ever
 * @throws {HttpError} 503 `E_UNAVAILABLE` while they are unknown
 */
export function relationsOf(list: ListPlan | undefined): Relations | undefined {
  if (list?.resolve !== undefined) {
    // A request to the class itself has waited for them; this one comes from another class.
    list.resolve().catch(() => undefined);
    throw requestError('E_UNAVAILABLE', undefined, { headers: { 'Retry-After': '1' } });
  }
  return list === undefined || list.relations.size === 0 ? undefined : list.relations;
}

// --- internal ---

/** @returns `undefined` for none */
function hooksOf(controller: WriteHooks, context: RequestContext): WriteHooks | undefined {
  const { beforeWrite, afterWrite, afterCommit } = controller;
  if ((beforeWrite ?? afterWrite ?? afterCommit) === undefined) return undefined;
  const run = (hook: () => unknown): Promise<void> => runHook(context, context.list.table, hook);
  return {
    beforeWrite: beforeWrite && ((write) => run(() => beforeWrite.call(controller, write))),
    afterWrite: afterWrite && ((write) => run(() => afterWrite.call(controller, write))),
    afterCommit:
      afterCommit &&
      (async (write) => {
        try {
          await run(() => afterCommit.call(controller, write));
        } catch (error) {
          const { req, res, params } = context;
          reportFailure('afterCommit has failed; the record is stored.', error, req, res, params);
        }
      }),
  };
}
