import { livingModels } from './core/living-models.ts';
import { createModel, type Model } from './core/model.ts';
import { Access } from './core/policy/access.ts';
import { policiesOf } from './core/policy/policies.ts';
import { RestrictedRepository } from './core/policy/restricted-repository.ts';
import type { Opening } from './core/policy/restricted-table.ts';
import type { CurrentUser } from './core/policy/user.ts';
import type { ModelProvider, Repository, RequestOptions } from './core/provider.ts';
import { softDeletesOf } from './core/soft-deletes.ts';
import type { TableName, TableOf } from './core/tables.ts';
import { ModelsError } from './models-error.ts';
import type { RestrictedModels, TransactionModels } from './types.ts';

/**
 * Restrict models to what the policies of the project allow a user.
 *
 * @param root - the models that a router has been created with
 * @throws {ModelsError} `E_POLICIES` before that
 */
export function restrictModels(
  models: TransactionModels,
  root: object,
  user: CurrentUser | null | undefined,
): RestrictedModels {
  const policies = policiesOf(root);
  if (policies === null) {
    throw new ModelsError('E_POLICIES', 'as(user) needs the policies, and no router has loaded any for these models', {
      hint: 'Create the router with these models first, and wait until it is ready.',
    });
  }
  const softDeletes = softDeletesOf(root);
  const seen = softDeletes === undefined ? models : livingModels(models, softDeletes);
  return new UserModels(seen, policies && new Access(policies, user));
}

// --- internal ---

class UserModels implements RestrictedModels {
  readonly #models: ModelProvider;
  /** `undefined` in a project without policies. */
  readonly #access: Access | undefined;

  constructor(models: ModelProvider, access: Access | undefined) {
    this.#models = models;
    this.#access = access;
  }

  repository<Name extends TableName>(name: Name, options?: RequestOptions): Repository<TableOf<Name>> {
    const models = this.#models;
    if (this.#access === undefined) return models.repository(name, options);
    const opening: Opening = {
      table: name,
      relations: undefined,
      options,
      open: (inside) => inside.repository(name, options),
      transaction: (work) => models.transaction(work, options),
      rewrites: false,
    };
    return new RestrictedRepository(opening, models, this.#access) as Repository as Repository<TableOf<Name>>;
  }

  model<Name extends TableName>(name: Name, options?: RequestOptions): Model<TableOf<Name>> {
    return createModel(this.repository(name, options), (work) =>
      this.transaction((tx) => work(tx.repository(name) as Repository), options),
    );
  }

  transaction<T>(work: (tx: RestrictedModels) => Promise<T>, options?: RequestOptions): Promise<T> {
    return this.#models.transaction((tx) => work(new UserModels(tx, this.#access)), options);
  }
}
