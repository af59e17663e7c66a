import { requestError } from '../errors.ts';
import { createModel, type Model } from '../model/model.ts';
import type { ModelProvider, RequestOptions } from '../model/types.ts';

/**
 * Give the model of a table, as a builder that never changes itself.
 *
 * @param options - the signal of the request
 * @throws {HttpError} 500 `E_NO_MODEL` when the project has no model
 */
export function openModel(provider: ModelProvider | undefined, table: string, options: RequestOptions = {}): Model {
  if (!provider) {
    throw requestError('E_NO_MODEL', undefined, {
      hint: "Run npm install @rest-gen/model, and export createModels('sqlite:./data/app.sqlite3') from src/config/model.",
    });
  }
  return createModel(provider.repository(table, options), (work) =>
    provider.transaction((tx) => work(tx.repository(table, options)), options),
  );
}
