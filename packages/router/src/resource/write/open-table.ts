import {
  type Access,
  type FieldNames,
  findEnclosing,
  openTable,
  type Relations,
  type Repository,
  renameHooks,
  renameTable,
  runInside,
  type TableOptions,
  type WriteHooks,
} from '@rest-gen/model/core';
import { requestError } from '../../core/errors.ts';
import { reportFailure } from '../../core/respond/send-error.ts';
import type { Resource } from '../contracts/resource.ts';
import type { ResourceClass } from '../contracts/table.ts';
import { sessionOf } from './in-transaction.ts';

/** Open a table as the policies allow this user, where there are any. */
export function openPlain(resource: Resource, name: string, relations: Relations | undefined): Repository {
  const { access } = resource;
  return openTable({ name, session: sessionOf(resource), access, relations });
}

/** Open the table of a class, with the hooks of the class, in its names. */
export function openOwn(
  controller: WriteHooks,
  resource: Resource,
  access: Access | undefined,
  { writable, given }: Pick<TableOptions, 'writable' | 'given'>,
): Repository {
  const { names, relations } = resource.table;
  if (names === undefined) return openStored(controller, resource, access, { writable, given });
  const columns = given && new Set(columnsOf([...given], names));
  const stored = openStored(controller, resource, access, { writable, given: columns });
  return renameTable(stored, names, relations, controller.beforeWrite !== undefined);
}

/** Open the table of a class, with the hooks of the class, in the names of the table. */
export function openStored(
  controller: WriteHooks,
  resource: Resource,
  access: Access | undefined,
  { writable, given }: Pick<TableOptions, 'writable' | 'given'>,
): Repository {
  const { table } = resource;
  const { names } = table;
  const hooks = hooksOf(controller, resource);
  // One literal: Node 20 is slow at copies that get members which the original lacks.
  return openTable({
    name: table.name,
    session: sessionOf(resource),
    access,
    relations: orNone(table.stored),
    hooks: names && hooks ? renameHooks(hooks, names) : hooks,
    required: names === undefined ? table.hidden : columnsOf(table.hidden, names),
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
  return orNone(of.plan.stored);
}

// --- internal ---

/** Names of columns in those of the table; without those of related fields. */
function columnsOf(list: readonly string[], names: FieldNames): string[] {
  return list.filter((name) => !names.related.has(name)).map((name) => names.stored(name));
}

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

/**
 * Run a hook of a class.
 *
 * @throws {HttpError} 500 `E_INTERNAL` where it is inside of 20 others: a hook whose writes call it again would never end, and no timer could stop it while
 *   the store answers at once
 */
async function runHook(resource: Resource, table: string, hook: () => unknown): Promise<void> {
  const { origin = resource } = resource;
  const outer = findEnclosing(
    (inside): inside is RunningHook => inside instanceof RunningHook && inside.resource === origin,
  );
  const depth = (outer?.depth ?? 0) + 1;
  if (depth > MAX_DEPTH) {
    const hint = `Hooks of "${table}" call each other without end: a hook that writes into its own table uses this.model('${table}'), which calls none.`;
    throw requestError('E_INTERNAL', undefined, { hint });
  }
  await runInside(new RunningHook(origin, depth), hook);
}

const MAX_DEPTH = 20;

class RunningHook {
  /** The resource of the request itself. */
  readonly resource: Resource;
  readonly depth: number;

  constructor(resource: Resource, depth: number) {
    this.resource = resource;
    this.depth = depth;
  }
}
