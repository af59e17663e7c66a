import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  MysqlIntrospector,
  PostgresIntrospector,
  type QueryResult,
  SqliteIntrospector,
} from 'kysely';
import type { Dialect } from './dialect.ts';
import type { SqlResult, Statement } from './sql-client.ts';

/**
 * Kysely on the statements of the models: they are sent as all others, in the transaction of the running code if there is one.
 *
 * @param run - rejects with a `DataError`
 */
export function createKysely<Tables>(
  dialect: Dialect,
  run: (statement: Statement) => Promise<SqlResult>,
): Kysely<Tables> {
  const executor = dialect.compiler.getExecutor();
  const connection = new Connection(dialect, run);
  return new Kysely({
    dialect: {
      createAdapter: () => executor.adapter,
      createQueryCompiler: () => executor,
      createIntrospector: (db) => new introspectors[dialect.name](db),
      createDriver: () => ({
        init: nothing,
        acquireConnection: async () => connection,
        releaseConnection: nothing,
        beginTransaction: () =>
          refuse(
            'cannot begin a transaction',
            'Use models.transaction(work): what models.kysely does inside of it is part of it.',
          ),
        commitTransaction: nothing,
        rollbackTransaction: nothing,
        destroy: () => refuse('cannot close the store', 'Call models.close().'),
      }),
    },
  });
}

// --- internal ---

const introspectors = { sqlite: SqliteIntrospector, postgres: PostgresIntrospector, mysql: MysqlIntrospector };

class Connection implements DatabaseConnection {
  readonly #dialect: Dialect;
  readonly #run: (statement: Statement) => Promise<SqlResult>;

  constructor(dialect: Dialect, run: (statement: Statement) => Promise<SqlResult>) {
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
    const columns = this.#dialect.resultColumns(fields);
    return rows.map((row) => {
      // Rows of SQLite have no prototype.
      const decoded = { ...row };
      for (const column of columns) {
        const value = row[column.name];
        if (value !== null) decoded[column.name] = this.#dialect.decode(value, column);
      }
      return decoded;
    });
  }
}

async function refuse(what: string, instead: string): Promise<never> {
  throw new Error(`models.kysely ${what}. ${instead}`);
}

async function nothing(): Promise<void> {}
