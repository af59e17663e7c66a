import type { SqlClient, SqlQuery } from '../../packages/model/src/sql/sql-client.ts';

/** A client that reports each statement but those that begin and end transactions. */
export function watched(client: SqlClient, report: (text: string) => void): SqlClient {
  const on =
    (query: SqlQuery): SqlQuery =>
    (text, parameters, options) => {
      report(text);
      return query(text, parameters, options);
    };
  return {
    dialect: client.dialect,
    query: on((...call) => client.query(...call)),
    transaction: (work, options) => client.transaction((query) => work(on(query)), options),
    close: () => client.close(),
  };
}
