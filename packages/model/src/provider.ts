import { createModel, DataError, type Model, type Repository } from '@rest-gen/router/model';
import { sql } from 'kysely';
import { type Descriptions, type Runner, TableRepository } from './repository.ts';
import type { Scope } from './scope.ts';
import type { Store } from './stores/store.ts';
import type { TransactionModels } from './types.ts';

/** Hands out repositories on one scope, and on whatever scope inside of it the running asynchronous context belongs to. */
export class Provider implements TransactionModels {
  protected readonly store: Store;
  protected readonly scope: Scope;
  protected readonly descriptions: Descriptions;

  constructor(store: Store, scope: Scope, descriptions: Descriptions) {
    this.store = store;
    this.scope = scope;
    this.descriptions = descriptions;
  }

  repository(name: string): Repository {
    if (typeof name !== 'string' || name === '') {
      throw new DataError('no_table', 'A repository needs the name of a table');
    }
    return new TableRepository(name, this.store, this.descriptions, this.#run);
  }

  model(name: string): Model {
    return createModel(this.repository(name), (work) => this.transaction((tx) => work(tx.repository(name))));
  }

  async transaction<T>(work: (tx: TransactionModels) => Promise<T>): Promise<T> {
    const scope = await this.enter();
    return scope.transaction((inner) => work(new Provider(this.store, inner, this.descriptions)));
  }

  async ping(): Promise<void> {
    await this.#run((db) => sql`select 1`.execute(db));
  }

  async close(): Promise<void> {
    throw new DataError('unavailable', 'A transaction cannot close the store', {
      hint: 'Call close() on what createModels(…) returned, outside of transaction(…).',
    });
  }

  /** The scope that a call of the running context belongs to. */
  protected async enter(): Promise<Scope> {
    return this.scope.innermost();
  }

  readonly #run: Runner = async (work) => (await this.enter()).run(work);
}
