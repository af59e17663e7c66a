import type { SqlClient, SqlQuery } from '@rest-gen/model';
import type { Knex } from 'knex';

/** The models on the connections of a Knex instance for PostgreSQL. */
export function knexClient(knex: Knex): SqlClient {
  const on =
    (executor: Knex): SqlQuery =>
    async (text, parameters) => {
      // Knex has `?` for all databases, and gives each its own form.
      const portable = text.replaceAll('?', '\\?').replace(/\$\d+/g, '?');
      const { rows, rowCount } = await executor.raw(portable, parameters as Knex.Value[]);
      return { rows, affected: rowCount };
    };
  return {
    dialect: 'postgres',
    query: on(knex),
    transaction: (work) => knex.transaction((trx) => work(on(trx)), { isolationLevel: 'serializable' }),
    close: () => knex.destroy(),
  };
}
