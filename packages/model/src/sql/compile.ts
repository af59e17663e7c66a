import {
  type Compilable,
  type DialectAdapter,
  DummyDriver,
  Kysely,
  type QueryCompiler,
  type RawBuilder,
  SqliteIntrospector,
} from 'kysely';
import type { SqlQuery, SqlResult } from './sql-client.ts';

/** Kysely without a connection: it builds SQL and does not run it. It does not know tables and columns. */
export type Compiler = Kysely<Record<string, Record<string, unknown>>>;

/** Create the SQL builder for one kind of database. */
export function createCompiler(queryCompiler: () => QueryCompiler, adapter: () => DialectAdapter): Compiler {
  return new Kysely({
    dialect: {
      createAdapter: adapter,
      createDriver: () => new DummyDriver(),
      // Never asked: tables are described by our own queries.
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: queryCompiler,
    },
  });
}

/** Run a statement. */
export function execute(
  compiler: Compiler,
  query: SqlQuery,
  statement: RawBuilder<unknown> | Compilable,
): Promise<SqlResult> {
  const compiled = isRaw(statement) ? statement.compile(compiler) : statement.compile();
  return query(compiled.sql, compiled.parameters);
}

// --- internal ---

function isRaw(statement: RawBuilder<unknown> | Compilable): statement is RawBuilder<unknown> {
  return 'isRawBuilder' in statement;
}
