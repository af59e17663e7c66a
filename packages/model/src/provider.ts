import type { Kysely } from 'kysely';
import { ChangeLog } from './changes/change-log.ts';
import { DataError } from './core/data-error.ts';
import { createModel, type Model } from './core/model.ts';
import { joinRestrictions, type Restrictable, type Restrictions } from './core/policy/policies.ts';
import type { CurrentUser } from './core/policy/user.ts';
import type { Repository, RequestOptions, View } from './core/provider.ts';
import type { Relations } from './core/relations.ts';
import type { TableName, TableOf } from './core/tables.ts';
import type { Description } from './core/types.ts';
import { openRestricted } from './restricted-models.ts';
import type { Scope } from './scope.ts';
import { describeKnown, type KnownStore } from './sql/known-table.ts';
import { createKysely } from './sql/kysely.ts';
import { Lookup, type LookupQuery } from './sql/lookup.ts';
import type { SqlResult, Statement } from './sql/sql-client.ts';
import type { StoredDescription } from './sql/stored-table.ts';
import { TableRepository } from './sql/table-repository.ts';
import type { Store } from './store.ts';
import type { RestrictedModels, SqlDatabase, TransactionModels } from './types.ts';

/** Provides repositories on a scope, or on the inner scope of the current asynchronous context. */
export class Provider implements TransactionModels, Restrictable {
  protected readonly store: Store;
  protected readonly scope: Scope;
  readonly #options: RequestOptions;
  /** The restrictions of the whole store, also in its transactions. */
  readonly #restricted: { by: Restrictions | undefined };
  #kysely: Kysely<SqlDatabase> | undefined;
  #changes: ChangeLog | undefined;

  constructor(store: Store, scope: Scope, options: RequestOptions = {}, restricted?: { by: Restrictions | undefined }) {
    this.store = store;
    this.scope = scope;
    this.#options = options;
    this.#restricted = restricted ?? { by: undefined };
  }

  async describeTable(name: string): Promise<Description> {
    return this.#describe(name);
  }

  nameKeys(keys: ReadonlyMap<string, string>): void {
    for (const [table, column] of keys) this.store.namedKeys.set(table.toLowerCase(), column);
  }

  repository<Name extends TableName>(
    name: Name,
    options: RequestOptions = this.#options,
    relations?: Relations,
    view?: View,
  ): Repository<TableOf<Name>> {
    return this.#open(this.store, name, options, relations, view) as Repository<TableOf<Name>>;
  }

  linkTable(name: string, options: RequestOptions = this.#options): Repository {
    const { dialect, linkTables } = this.store;
    return this.#open({ dialect, tables: linkTables, isKeyless: true }, name, options);
  }

  model<Name extends TableName>(name: Name, options: RequestOptions = this.#options): Model<TableOf<Name>> {
    return createModel(this.repository(name, options), (work) =>
      this.transaction((tx) => work(tx.repository(name) as Repository), options),
    );
  }

  async transaction<T>(
    work: (tx: TransactionModels) => Promise<T>,
    options: RequestOptions = this.#options,
  ): Promise<T> {
    const outer = this.scope.innermost();
    // Of several attempts the last one.
    let committed: Scope['committed'] = [];
    const result = await this.perform((scope) =>
      scope.transaction((inner) => {
        committed = inner.committed;
        return work(new Provider(this.store, inner, options, this.#restricted));
      }, options),
    );
    // A global transaction does not enclose the running code: for this code, its own outermost one commits.
    if (!outer.isRoot) outer.committed.push(...committed);
    else for (const run of committed) await run();
    return result;
  }

  async whenCommitted(work: () => Promise<void>): Promise<void> {
    const scope = this.scope.innermost();
    if (scope.isRoot) await work();
    else scope.committed.push(work);
  }

  lookup(query: LookupQuery): Lookup {
    const describe = (name: string) => this.#describe(name);
    return new Lookup(query, this.store.dialect, describe, (statement) => this.run(statement, this.#options));
  }

  get changes(): ChangeLog {
    this.#changes ??= new ChangeLog(
      this.store,
      (statement) => this.run(statement, {}),
      (work) => this.perform((scope) => scope.transaction((inner) => work((one) => inner.run(one, {})), {})),
    );
    return this.#changes;
  }

  as(user: CurrentUser | null | undefined): RestrictedModels {
    return openRestricted(this, this.#restricted.by, user);
  }

  restrict(restrictions: Restrictions): string | undefined {
    const joined = joinRestrictions(this.#restricted.by, restrictions);
    if (typeof joined === 'string') return joined;
    this.#restricted.by = joined;
    return undefined;
  }

  get kysely(): Kysely<SqlDatabase> {
    this.#kysely ??= createKysely(
      this.store.dialect,
      (statement) => this.run(statement, this.#options),
      (work) =>
        this.transaction((tx) => work((statement) => (tx as Provider).run(statement, this.#options)), this.#options),
    );
    return this.#kysely;
  }

  async ping(options: RequestOptions = this.#options): Promise<void> {
    await this.perform((scope) => scope.ping(options));
  }

  async close(): Promise<void> {
    throw new DataError('unavailable', 'A transaction cannot close the store', {
      hint: 'Call close() on what createModels(…) returned, outside transaction(…).',
    });
  }

  /** Run `work` in the scope of the current asynchronous context. */
  protected async perform<T>(work: (scope: Scope) => Promise<T>): Promise<T> {
    return work(this.scope.innermost());
  }

  protected run(statement: Statement, options: RequestOptions): Promise<SqlResult> {
    return this.perform((scope) => scope.run(statement, options));
  }

  #describe(name: string): Promise<StoredDescription> {
    return describeKnown(this.store, (text, parameters) => this.run({ text, parameters }, this.#options), name);
  }

  #open(store: KnownStore, name: string, options: RequestOptions, relations?: Relations, view?: View): Repository {
    if (typeof name !== 'string' || name === '') {
      throw new DataError('no_table', 'A repository needs the name of a table');
    }
    return new TableRepository(
      name,
      store,
      (statement) => this.run(statement, options),
      (work, writesOnce) =>
        this.perform((scope) => {
          if (writesOnce && !scope.isRoot) return work((one) => scope.run(one, options));
          return scope.transaction((inner) => work((one) => inner.run(one, options)), options);
        }),
      relations,
      view,
    );
  }
}
