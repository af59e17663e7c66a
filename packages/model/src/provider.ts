import { createModel, DataError, type Model, type Repository, type RequestOptions } from '@rest-gen/router/model';
import { allowListeners } from './allow-listeners.ts';
import type { Backend, Runner } from './backend.ts';
import type { Scope } from './scope.ts';
import type { TransactionModels } from './types.ts';

/** Provides repositories on a scope, or on the inner scope of the current asynchronous context. */
export class Provider<Session> implements TransactionModels {
  protected readonly backend: Backend<Session>;
  protected readonly scope: Scope<Session>;
  readonly #options: RequestOptions;

  constructor(backend: Backend<Session>, scope: Scope<Session>, options: RequestOptions = {}) {
    this.backend = backend;
    this.scope = scope;
    this.#options = options;
  }

  repository(name: string, options: RequestOptions = this.#options): Repository {
    if (typeof name !== 'string' || name === '') {
      throw new DataError('no_table', 'A repository needs the name of a table');
    }
    allowListeners(options);
    const run: Runner<Session> = (work) => this.perform((scope) => scope.run(work, options));
    return this.backend.repository(name, run, options);
  }

  model(name: string, options: RequestOptions = this.#options): Model {
    return createModel(this.repository(name, options), (work) =>
      this.transaction((tx) => work(tx.repository(name)), options),
    );
  }

  transaction<T>(work: (tx: TransactionModels) => Promise<T>, options: RequestOptions = this.#options): Promise<T> {
    allowListeners(options);
    return this.perform((scope) =>
      scope.transaction((inner) => work(new Provider(this.backend, inner, options)), options),
    );
  }

  async ping(options: RequestOptions = this.#options): Promise<void> {
    allowListeners(options);
    await this.perform((scope) => scope.run((session) => this.backend.ping(session, options), options));
  }

  async close(): Promise<void> {
    throw new DataError('unavailable', 'A transaction cannot close the store', {
      hint: 'Call close() on what createModels(…) returned, outside transaction(…).',
    });
  }

  /** Run `work` in the scope of the current asynchronous context. */
  protected async perform<T>(work: (scope: Scope<Session>) => Promise<T>): Promise<T> {
    return work(this.scope.innermost());
  }
}
