import type { SqlClient, SqlQuery } from '@rest-gen/model';
import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';

/** The models on the connections of a Drizzle database on node-postgres. */
export function drizzleClient(db: NodePgDatabase & { $client: Pool }): SqlClient {
  const on =
    (executor: Pick<NodePgDatabase, 'execute'>): SqlQuery =>
    async (text, parameters) => {
      const statement = sql.empty();
      for (const [index, part] of (parameters.length === 0 ? [text] : text.split(/\$\d+/)).entries()) {
        if (index > 0) statement.append(sql`${sql.param(parameters[index - 1])}`);
        statement.append(sql.raw(part));
      }
      const { rows, rowCount } = await executor.execute(statement);
      return { rows, affected: rowCount ?? undefined };
    };
  return {
    dialect: 'postgres',
    query: on(db),
    transaction: (work) => db.transaction((tx) => work(on(tx)), { isolationLevel: 'serializable' }),
    close: () => db.$client.end(),
  };
}
