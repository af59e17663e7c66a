import { requestError } from '../errors.ts';
import { createModel, type Model } from '../model/model.ts';
import type { ModelProvider, Repository, RequestOptions } from '../model/types.ts';

/**
 * Return the model of a table, an immutable query builder.
 *
 * @param options - the signal of the request
 * @param wrap - called with every repository that the model uses
 * @throws {HttpError} 500 `E_NO_MODEL` when the project has no model; the reason of the signal once it has aborted
 */
export function openModel(
  provider: ModelProvider | undefined,
  table: string,
  options: RequestOptions = {},
  wrap: (repository: Repository) => Repository = (repository) => repository,
): Model {
  if (!provider) throw requestError('E_NO_MODEL');
  // Not every provider checks the signal, but no provider may store anything after the response.
  options.signal?.throwIfAborted();
  return createModel(wrap(provider.repository(table, options)), (work) =>
    provider.transaction((tx) => work(wrap(tx.repository(table, options))), options),
  );
}

/**
 * Wrap a repository so that its description fails for a name that is not a column: a misspelled hidden field would be shown.
 *
 * @throws {HttpError} asynchronously, from `describe`: 500 `E_INTERNAL` naming the class member and the field
 */
export function requireFields(repository: Repository, names: readonly string[]): Repository {
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
  };
}
