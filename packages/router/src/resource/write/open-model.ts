import { createModel, type Model, type Repository, type Session, type WriteHooks } from '@rest-gen/model/core';
import type { Resource } from '../contracts/resource.ts';
import { sessionOf } from './in-transaction.ts';
import { writableOf } from './open-related.ts';
import { openOwn, openPlain, relationsOf } from './open-table.ts';

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
    const { unreadable } = resource.table;
    const repository = openOwn(controller, resource, access, { writable: writableOf(resource) });
    const model = modelOf(repository, session);
    resource.ownModel = { access, model: unreadable.size === 0 ? model : model.omit(...unreadable) };
  }
  return resource.ownModel.model;
}

// --- internal ---

function modelOf(repository: Repository, session: Session): Model {
  return createModel(repository, (work) => session.transaction(() => work(repository)));
}
