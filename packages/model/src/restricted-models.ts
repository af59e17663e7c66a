import { isThenable } from './core/async-context.ts';
import { createModel, type Model } from './core/model.ts';
import { Access } from './core/policy/access.ts';
import type { Restrictions } from './core/policy/policies.ts';
import type { CurrentUser } from './core/policy/user.ts';
import type { Repository, RequestOptions } from './core/provider.ts';
import { withoutDeleted } from './core/soft-deletes.ts';
import type { TableName, TableOf } from './core/tables.ts';
import { openTable } from './core/write/open-table.ts';
import { Session } from './core/write/session.ts';
import { ModelsError } from './models-error.ts';
import type { RestrictedModels, TransactionModels } from './types.ts';

/**
 * Restrict models to what the policies of the project allow a user.
 *
 * @param restrictions - what the routers of the models say of them; `undefined` before there is one
 * @param user - falsy values (`null`, `false`, `0`, `''`) count as no user
 * @throws {ModelsError} `E_POLICIES` before that, and for a promise
 */
export function openRestricted(
  models: TransactionModels,
  restrictions: Restrictions | undefined,
  user: CurrentUser | null | undefined,
): RestrictedModels {
  if (isThenable(user)) {
    // A promise is an object, so it would count as a user. A rejected one must not end the process.
    user.then(undefined, () => undefined);
    const hint = 'Wait for it: models.as(await user).';
    throw new ModelsError('E_POLICIES', 'as(user) was given a promise', { hint });
  }
  if (restrictions === undefined) {
    throw new ModelsError('E_POLICIES', 'as(user) needs the policies, and no router has loaded any for these models', {
      hint: 'Create the router with these models first, and wait until it is ready.',
    });
  }
  const { policies, softDeletes } = restrictions;
  return new UserModels(new Session(withoutDeleted(models, softDeletes)), policies && new Access(policies, user));
}

// --- internal ---

class UserModels implements RestrictedModels {
  readonly #session: Session;
  /** `undefined` in a project without policies. */
  readonly #access: Access | undefined;

  constructor(session: Session, access: Access | undefined) {
    this.#session = session;
    this.#access = access;
  }

  repository<Name extends TableName>(name: Name, options?: RequestOptions): Repository<TableOf<Name>> {
    return openTable({
      name,
      session: this.#session.with(options),
      access: this.#access,
    }) as Repository as Repository<TableOf<Name>>;
  }

  model<Name extends TableName>(name: Name, options?: RequestOptions): Model<TableOf<Name>> {
    return createModel(this.repository(name, options), (work) =>
      this.transaction((tx) => work(tx.repository(name) as Repository), options),
    );
  }

  transaction<T>(work: (tx: RestrictedModels) => Promise<T>, options?: RequestOptions): Promise<T> {
    return this.#session.with(options).transaction(() => work(this));
  }
}
