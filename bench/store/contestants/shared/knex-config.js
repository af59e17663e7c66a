import pg from 'pg';

/** The configuration of Knex for a URL, with a pool of 10. */
export function knexConfig(url) {
  const { protocol } = new URL(url);
  const pool = { min: 0, max: 10 };
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  switch (protocol) {
    case 'sqlite:':
      return {
        client: 'better-sqlite3',
        connection: { filename: url.slice('sqlite:'.length) },
        useNullAsDefault: true,
        pool: { min: 1, max: 1, afterCreate },
      };
    case 'postgres:':
      return { client: 'pg', connection: url, pool };
    default:
      return { client: 'mysql2', connection: { uri: url, timezone: 'Z' }, pool };
  }
}

/** As durable as the others. */
function afterCreate(connection, done) {
  connection.pragma('synchronous = full');
  done();
}
