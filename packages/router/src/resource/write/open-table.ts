import {
  type Access,
  openTable,
  type Relations,
  type Repository,
  type TableOptions,
  type WriteHooks,
} from '@rest-gen/model/core';
import { requestError } from '../../core/errors.ts';
import { reportFailure } from '../../core/respond/send-error.ts';
import type { Resource } from '../contracts/resource.ts';
import type { ResourceClass } from '../contracts/table.ts';
import { sessionOf } from './in-transaction.ts';
import { runHook } from './run-hook.ts';

/** Open a table as the policies allow this user, where there are any. */
export function openPlain(resource: Resource, name: string, relations: Relations | undefined): Repository {
  const { access } = resource;
  return openTable({ name, session: sessionOf(resource), access, relations });
}

/**
 * Open the table of a class, with the hooks of the class.
 */
export function openOwn(
  controller: WriteHooks,
  resource: Resource,
  access: Access | undefined,
  { writable, given }: Pick<TableOptions, 'writable' | 'given'>,
): Repository {
  const { table } = resource;
  // One literal: Node 20 is slow at copies that get members which the original lacks.
  return openTable({
    name: table.name,
    session: sessionOf(resource),
    access,
    relations: orNone(table.relations),
    hooks: hooksOf(controller, resource),
    required: table.hidden,
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
export function relationsOf(of: ResourceClass | undefined): Relations | undefined {
  if (of === undefined) return undefined;
  if (of.plan === undefined) {
    // A request to the class itself has waited for them; this one comes from another class.
    of.resolve()?.catch(() => undefined);
    throw requestError('E_UNAVAILABLE', undefined, { headers: { 'Retry-After': '1' } });
  }
  return orNone(of.plan.relations);
}

// --- internal ---

function orNone(relations: Relations): Relations | undefined {
  return relations.size === 0 ? undefined : relations;
}

/** @returns `undefined` for none */
function hooksOf(controller: WriteHooks, resource: Resource): WriteHooks | undefined {
  const { beforeWrite, afterWrite, afterCommit } = controller;
  if ((beforeWrite ?? afterWrite ?? afterCommit) === undefined) return undefined;
  const run = (hook: () => unknown): Promise<void> => runHook(resource, resource.table.name, hook);
  return {
    beforeWrite: beforeWrite && ((write) => run(() => beforeWrite.call(controller, write))),
    afterWrite: afterWrite && ((write) => run(() => afterWrite.call(controller, write))),
    afterCommit:
      afterCommit &&
      (async (write) => {
        try {
          await run(() => afterCommit.call(controller, write));
        } catch (error) {
          const { req, res, params } = resource.exchange;
          reportFailure('afterCommit has failed; the record is stored.', error, req, res, params);
        }
      }),
  };
}
