import { requestError } from '../errors.ts';
import type { Repository } from '../model/types.ts';

/**
 * Make a repository whose description fails where a name is no field of the table: a hidden field that is misspelt would be shown.
 *
 * @throws {HttpError} later, from `describe`: 500 `E_INTERNAL` naming the class member and the field
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
