import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  type Kysely,
  type KyselyProps,
  MysqlIntrospector,
  PostgresIntrospector,
  type QueryResult,
  SingleConnectionProvider,
  SqliteIntrospector,
} from 'kysely';
import type { Dialect } from './dialect.ts';
import { ModelKysely, refusal } from './model-kysely.ts';
import type { SqlResult, Statement } from './sql-client.ts';

type Run = (statement: Statement) => Promise<SqlResult>;
/** Runs work in a transaction, with what sends its statements. */
type Transact = <T>(work: (run: Run) => Promise<T>) => Promise<T>;

/**
 * Kysely on the statements of the models: they are sent as all others, in the transaction of the running code if there is one.
 *
 * @param run - rejects with a `DataError`
 * @param transact - a transaction of the models
 */
export function createKysely<Tables>(dialect: Dialect, run: Run, transact: Transact): Kysely<Tables> {
  const compiler = dialect.compiler.getExecutor();
  const { adapter } = compiler;
  const connection = new Connection(dialect, run);
  const driver = {
    init: nothing,
    acquireConnection: async () => connection,
    releaseConnection: nothing,
    beginTransaction: () =>
      refuse(
        'has no startTransaction()',
        'Use models.kysely.transaction().execute(work), or models.transaction(work).',
      ),
    commitTransaction: nothing,
    rollbackTransaction: nothing,
    destroy: () => refuse('cannot close the store', 'Call models.close().'),
  };
  const kyselyDialect = {
    createAdapter: () => adapter,
    createQueryCompiler: () => compiler,
    createIntrospector: (db: Kysely<unknown>) => new introspectors[dialect.name](db),
    createDriver: () => driver,
  };
  const props: KyselyProps = {
    config: { dialect: kyselyDialect },
    dialect: kyselyDialect,
    driver,
    executor: new DefaultQueryExecutor(compiler, adapter, new DefaultConnectionProvider(driver)),
  };
  return new ModelKysely(props, (given, work) =>
    transact((inner) => {
      const provider = new SingleConnectionProvider(new Connection(dialect, inner));
      return work({ ...given, executor: given.executor.withConnectionProvider(provider) });
    }),
  );
}

// --- internal ---

const introspectors = { sqlite: SqliteIntrospector, postgres: PostgresIntrospector, mysql: MysqlIntrospector };

class Connection implements DatabaseConnection {
  readonly #dialect: Dialect;
  readonly #run: Run;

  constructor(dialect: Dialect, run: Run) {
    this.#dialect = dialect;
    this.#run = run;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, affected, insertId, fields } = await this.#run({ text: sql, parameters });
    return {
      rows: this.#decode(rows, fields) as Row[],
      // Some clients give null.
      ...(affected !== undefined && affected !== null && { numAffectedRows: BigInt(affected) }),
      ...(insertId !== undefined && insertId !== null && { insertId: BigInt(insertId) }),
    };
  }

  // biome-ignore lint/correctness/useYield: it refuses.
  async *streamQuery(): AsyncGenerator<never> {
    await refuse('does not stream', 'Read the rows in parts, with `limit` and the last key of the part before.');
  }

  #decode(rows: SqlResult['rows'], fields: unknown): SqlResult['rows'] {
    if (rows.length === 0) return rows;
    const dialect = this.#dialect;
    const columns = dialect.resultColumns(fields);
    const decode = dialect.decodeResult ?? dialect.decode;
    return rows.map((row) => {
      // Rows of SQLite have no prototype.
      const decoded = { ...row };
      for (const column of columns) {
        const value = row[column.name];
        if (value !== null) decoded[column.name] = decode(value, column);
      }
      return decoded;
    });
  }
}

async function refuse(what: string, instead: string): Promise<never> {
  throw refusal(what, instead);
}

async function nothing(): Promise<void> {}
