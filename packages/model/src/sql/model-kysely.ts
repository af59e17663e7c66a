import {
  ConnectionBuilder,
  type IsolationLevel,
  Kysely,
  type KyselyPlugin,
  type KyselyProps,
  Transaction,
  TransactionBuilder,
} from 'kysely';

/** Runs work in a transaction of the models, with what Kysely needs to send its statements. */
export type Begin = <T>(props: KyselyProps, work: (inner: KyselyProps) => Promise<T>) => Promise<T>;

/** Its transactions are those of the models. */
export class ModelKysely<Tables> extends Kysely<Tables> {
  readonly #props: KyselyProps;
  readonly #begin: Begin;

  constructor(props: KyselyProps, begin: Begin) {
    super(props);
    this.#props = props;
    this.#begin = begin;
  }

  /** A transaction is what holds a connection. */
  override connection(): ConnectionBuilder<Tables> {
    const execute = <T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T> =>
      this.#begin(this.#props, (inner) => work(new ModelKysely(inner, this.#begin)));
    return Object.assign(new ConnectionBuilder<Tables>(this.#props), { execute });
  }

  override transaction(): TransactionBuilder<Tables> {
    return new ModelTransactionBuilder(this.#props, (work) => this.#begin(this.#props, work));
  }

  override withPlugin(plugin: KyselyPlugin): Kysely<Tables> {
    return this.#with(super.withPlugin(plugin));
  }

  override withoutPlugins(): Kysely<Tables> {
    return this.#with(super.withoutPlugins());
  }

  override withSchema(schema: string): Kysely<Tables> {
    return this.#with(super.withSchema(schema));
  }

  // biome-ignore lint/suspicious/noExplicitAny: as Kysely declares it.
  override withTables<Others extends Record<string, Record<string, any>>>(): Kysely<Joined<Tables & Others>> {
    return this.#with(super.withTables<Others>());
  }

  #with<Others>(changed: Kysely<Others>): Kysely<Others> {
    return new ModelKysely({ ...this.#props, executor: changed.getExecutor() }, this.#begin);
  }
}

/** What `models.kysely` does not do. */
export function refusal(what: string, instead: string): Error {
  return new Error(`models.kysely ${what}. ${instead}`);
}

// --- internal ---

type Run = <T>(work: (inner: KyselyProps) => Promise<T>) => Promise<T>;

/** As Kysely writes it: the compiler expands it late. */
type Joined<Tables> = [Tables] extends [unknown] ? Tables : never;

/** Runs its work in a transaction of the models. */
class ModelTransactionBuilder<Tables> extends TransactionBuilder<Tables> {
  readonly #run: Run;

  constructor(props: KyselyProps, run: Run) {
    super(props);
    this.#run = run;
  }

  override setAccessMode(mode: 'read only' | 'read write'): this {
    if (mode === 'read only') throw refusal('has no read-only transactions', 'Leave setAccessMode out.');
    return this;
  }

  /** They are serializable, which is the strictest. */
  override setIsolationLevel(_level: IsolationLevel): this {
    return this;
  }

  override execute<T>(work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> {
    return this.#run((inner) => work(new Transaction(inner)));
  }
}
