import type { ListPlan } from '../contracts/plan.ts';
import type { RequestContext } from '../contracts/request-context.ts';
import { requestError } from '../errors.ts';
import { createModel, type Model } from '../model/model.ts';
import { RestrictedRepository } from '../model/policy/restricted-repository.ts';
import type { Opening } from '../model/policy/restricted-table.ts';
import type { ModelProvider, Repository } from '../model/provider.ts';
import type { Relations } from '../model/relations.ts';
import { tableOf } from '../table-of.ts';
import { HookedRepository, hasHooks, type WriteHooks } from './hooked-repository.ts';
import { currentModels, runTransaction } from './in-transaction.ts';

/**
 * Return the model of a table, an immutable query builder. It belongs to the open transaction of the request, and knows the relations of the class of
 * the table: that in the directory of the controller, else that in `controller/`.
 *
 * @throws {HttpError} 500 `E_NO_MODEL` when the project has no model; 503 `E_UNAVAILABLE` while the relations are unknown, because the store could not be
 *   reached; the reason of the signal once it has aborted
 */
export function openModel(context: RequestContext, table: string): Model {
  const provider = providerOf(context);
  const { storeOptions, list } = context;
  const relations = relationsOf(list.classes?.get(table)?.list);
  const open = (models: ModelProvider): Repository => models.repository(table, storeOptions, relations);
  const transaction: Opening['transaction'] = (work) => provider.transaction(work, storeOptions);
  return openFor(context, provider, { table, relations, options: storeOptions, open, transaction, rewrites: false });
}

/**
 * Return the model of a controller's own table, `v1/blog-post` → `blog_post`: it never reads hidden fields, and its writes call the hooks of the class.
 *
 * @throws {HttpError} as {@link openModel}
 */
export function openOwnModel(controller: WriteHooks, context: RequestContext): Model {
  const provider = providerOf(context);
  // An action asks for it several times.
  const { access } = context;
  if (context.ownModel?.provider !== provider || context.ownModel.access !== access) {
    const { unreadable } = context.list;
    const model = createOwnModel(controller, context, provider);
    context.ownModel = { provider, access, model: unreadable.size === 0 ? model : model.omit(...unreadable) };
  }
  return context.ownModel.model;
}

// --- internal ---

/** Every model of a request is opened here: as its policies allow, where there are any. */
function openFor({ access }: RequestContext, provider: ModelProvider, opening: Opening): Model {
  const open = (models: ModelProvider): Repository =>
    access === undefined ? opening.open(models) : new RestrictedRepository(opening, models, access);
  return createModel(open(provider), (work) => opening.transaction((models) => work(open(models))));
}

function providerOf(context: RequestContext): ModelProvider {
  const provider = currentModels(context);
  if (!provider) throw requestError('E_NO_MODEL');
  // Not every provider checks the signal, but no provider may store anything after the response.
  context.throwIfAborted();
  return provider;
}

/** @returns `undefined` for none: a store without relations is opened as ever */
function relationsOf(list: ListPlan | undefined): Relations | undefined {
  if (list?.resolve !== undefined) {
    // A request to the class itself has waited for them; this one comes from another class.
    list.resolve().catch(() => undefined);
    throw requestError('E_UNAVAILABLE', undefined, { headers: { 'Retry-After': '1' } });
  }
  return list === undefined || list.relations.size === 0 ? undefined : list.relations;
}

function createOwnModel(controller: WriteHooks, context: RequestContext, provider: ModelProvider): Model {
  const { controller: name, storeOptions, list } = context;
  const table = tableOf(name);
  const relations = relationsOf(list);
  const open = (models: ModelProvider): Repository =>
    requireFields(models.repository(table, storeOptions, relations), list.hidden);
  const opening = { table, relations, options: storeOptions, rewrites: controller.beforeWrite !== undefined };
  if (!hasHooks(controller)) {
    const transaction: Opening['transaction'] = (work) => provider.transaction(work, storeOptions);
    return openFor(context, provider, { ...opening, open, transaction });
  }
  const hooked = (models: ModelProvider): Repository =>
    new HookedRepository(open(models), controller, context, () => open(currentModels(context) ?? models));
  const transaction: Opening['transaction'] = (work) =>
    runTransaction(context, () => work(currentModels(context) ?? provider));
  return openFor(context, provider, { ...opening, open: hooked, transaction });
}

/**
 * Wrap a repository so that its description fails for a name that is not a column: a misspelled hidden field would be shown.
 *
 * @throws {HttpError} asynchronously, from `describe`: 500 `E_INTERNAL` naming the class member and the field
 */
function requireFields(repository: Repository, names: readonly string[]): Repository {
  if (names.length === 0) return repository;
  return {
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
