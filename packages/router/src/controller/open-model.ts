import { requestError } from '../errors.ts';
import { createModel, type Model } from '../model/model.ts';
import type { ModelProvider, Repository, RequestOptions } from '../model/types.ts';

/**
 * Give the model of a table, as a builder that never changes itself.
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
  // Not every provider looks at the signal; what is asked for after the answer must not be stored by any.
  options.signal?.throwIfAborted();
  return createModel(wrap(provider.repository(table, options)), (work) =>
    provider.transaction((tx) => work(wrap(tx.repository(table, options))), options),
  );
}
