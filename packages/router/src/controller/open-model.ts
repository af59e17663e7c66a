import { createModel, type Model, type ModelProvider, type Opening, type Repository } from '@rest-gen/model/core';
import type { RequestContext } from '../contracts/request-context.ts';
import type { WriteHooks } from './hooked-repository.ts';
import { openRelated } from './open-related.ts';
import { ownOpening, providerOf, relationsOf, restrict } from './open-table.ts';

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

function openFor({ access }: RequestContext, provider: ModelProvider, opening: Opening): Model {
  const open = (models: ModelProvider): Repository => restrict(access, opening, models);
  return createModel(open(provider), (work) => opening.transaction((models) => work(open(models))));
}

function createOwnModel(controller: WriteHooks, context: RequestContext, provider: ModelProvider): Model {
  const opening = ownOpening(controller, context);
  const open = (models: ModelProvider): Repository => openRelated(context, context.access, opening, models);
  return createModel(open(provider), (work) => opening.transaction((models) => work(open(models))));
}
