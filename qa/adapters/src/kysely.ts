import type { SqlClient, SqlQuery } from '@rest-gen/model';
import { CompiledQuery, type Kysely } from 'kysely';

/** The models on the connections of a Kysely instance. */
export function kyselyClient<DB>(db: Kysely<DB>, dialect: SqlClient['dialect']): SqlClient {
  const on =
    (executor: Kysely<DB>): SqlQuery =>
    async (text, parameters) => {
      const result = await executor.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...parameters]));
      return { rows: result.rows, affected: result.numAffectedRows, insertId: result.insertId };
    };
  return {
    dialect,
    query: on(db),
    transaction: (work) =>
      db
        .transaction()
        .setIsolationLevel('serializable')
        .execute((tx) => work(on(tx))),
    close: () => db.destroy(),
  };
}
