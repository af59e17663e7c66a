import {
  type Access,
  type ModelProvider,
  type Opening,
  type Relations,
  type Repository,
  RestrictedRepository,
} from '@rest-gen/model/core';
import type { ListPlan } from '../contracts/plan.ts';
import type { RequestContext } from '../contracts/request-context.ts';
import { requestError } from '../errors.ts';
import { HookedRepository, hasHooks, type WriteHooks } from './hooked-repository.ts';
import { currentModels, runTransaction } from './in-transaction.ts';

/** Every table of a request is opened here: as its policies allow, where there are any. */
export function restrict(access: Access | undefined, opening: Opening, models: ModelProvider): Repository {
  return access === undefined ? opening.open(models) : new RestrictedRepository(opening, models, access);
}

/**
 * Open a table with the hooks of its class, and where its relations are written together with its records.
 *
 * @param given - foreign keys that the request sets
 */
export function ownOpening(controller: WriteHooks, context: RequestContext, given?: ReadonlySet<string>): Opening {
  const { storeOptions, list } = context;
  const { table } = list;
  const relations = relationsOf(list);
  const open = (models: ModelProvider): Repository =>
    requireFields(models.repository(table, storeOptions, relations), list.hidden);
  const isHooked = hasHooks(controller);
  const hooked = (models: ModelProvider): Repository =>
    new HookedRepository(open(models), {
      table,
      hooks: controller,
      context,
      open: () => open(currentModels(context) ?? models),
    });
  const plain: Opening['transaction'] = (work) => providerOf(context).transaction(work, storeOptions);
  const shared: Opening['transaction'] = (work) => runTransaction(context, () => work(providerOf(context)));
  // One literal: Node 20 is slow at copies that get members which the original lacks.
  return {
    table,
    relations,
    options: storeOptions,
    open: isHooked ? hooked : open,
    transaction: isHooked || list.writable !== undefined ? shared : plain,
    rewrites: controller.beforeWrite !== undefined,
    given,
  };
}

/**
 * The models of the transaction that the running code belongs to, else those of the project.
 *
 * @throws {HttpError} 500 `E_NO_MODEL`; the reason of the signal once it has aborted
 */
export function providerOf(context: RequestContext): ModelProvider {
  const provider = currentModels(context);
  if (!provider) throw requestError('E_NO_MODEL');
  // Not every provider checks the signal, but no provider may store anything after the response.
  context.throwIfAborted();
  return provider;
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

/**
 * Wrap a repository so that its description fails for a name that is not a column: a misspelled hidden field would be shown.
 *
 * @throws {HttpError} asynchronously, from `describe`: 500 `E_INTERNAL` naming the class member and the field
 */
function requireFields(repository: Repository, names: readonly string[]): Repository {
  if (names.length === 0) return repository;
  return {
    get deleted() {
      return repository.deleted && requireFields(repository.deleted, names);
    },
    describe: async () => {
      const description = await repository.describe();
      const unknown = names.find((name) => !description.columns.has(name));
      if (unknown === undefined) return description;
      throw requestError('E_INTERNAL', undefined, {
        hint: `static hidden names "${unknown}", which "${description.name}" does not have: correct it.`,
      });
    },
    findMany: (query) => repository.findMany(query),
    findOne: (query) => repository.findOne(query),
    count: (where) => repository.count(where),
    insert: (values) => repository.insert(values),
    update: (where, values) => repository.update(where, values),
    delete: (where) => repository.delete(where),
    ...(repository.aggregate && { aggregate: repository.aggregate.bind(repository) }),
    ...(repository.insertRows && { insertRows: repository.insertRows.bind(repository) }),
    ...(repository.updateRows && { updateRows: repository.updateRows.bind(repository) }),
  };
}
