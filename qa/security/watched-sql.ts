import { createModels, type Models, type SqlClient, type SqlQuery } from '@rest-gen/model';
import type { ModelProvider } from '@rest-gen/router';
import type { Dialect } from '../../packages/model/src/sql/dialect.ts';
import type { SqlDialectName } from '../../packages/model/src/sql/sql-client.ts';
import { Statements } from '../../packages/model/src/sql/statements.ts';
import type { StoredColumn, StoredDescription } from '../../packages/model/src/sql/stored-table.ts';
import { TableRepository } from '../../packages/model/src/sql/table-repository.ts';
import { Store } from '../../packages/model/src/store.ts';
import { mysqlDialect } from '../../packages/model/src/stores/mysql/mysql-dialect.ts';
import { postgresDialect } from '../../packages/model/src/stores/postgres/postgres-dialect.ts';
import { SqliteClient } from '../../packages/model/src/stores/sqlite/sqlite-client.ts';

/** A statement as a driver gets it. */
export interface Sent {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/** Models whose statements can be seen. */
export interface WatchedModels {
  readonly models: ModelProvider;
  /** What has been sent since it was last asked for. */
  take(): Sent[];
  /** Make the table `post` with two rows. */
  prepare(): Promise<void>;
  close(): Promise<void>;
}

/** SQLite in memory, behind a client that writes down what it is given. */
export function watchSqlite(): WatchedModels {
  const client = new SqliteClient(':memory:', 1_000);
  const sent: Sent[] = [];
  const watch =
    (query: SqlQuery): SqlQuery =>
    (text, parameters, options) => {
      sent.push({ text, parameters });
      return query(text, parameters, options);
    };
  const watched: SqlClient = {
    dialect: 'sqlite',
    query: watch(client.query),
    transaction: (work, options) => client.transaction((query) => work(watch(query)), options),
    close: () => client.close(),
  };
  const models: Models = createModels(watched, { autoMigrate: false });
  return {
    models,
    take: () => sent.splice(0),
    async prepare() {
      await client.query(
        'create table post (id integer primary key, title text not null, body text, views integer, state text, meta json, secret text)',
        [],
      );
      for (const title of ['first', 'second'])
        await models.repository('post').insert({ title, views: 1, secret: 'of the server' });
      sent.splice(0);
    },
    close: () => models.close(),
  };
}

/** A dialect without its server: every statement is compiled, written down, and answered with one row. */
export function watchDialect(name: Exclude<SqlDialectName, 'sqlite'>): WatchedModels {
  const dialect: Dialect = name === 'mysql' ? mysqlDialect : postgresDialect;
  const sent: Sent[] = [];
  const query: SqlQuery = async (text, parameters) => {
    sent.push({ text, parameters });
    return { rows: [readRow(text)], affected: 1, insertId: 1 };
  };
  const client: SqlClient = { dialect: name, query, transaction: (work) => work(query), close: async () => {} };
  const store = new Store(client, dialect, { isEmbedded: false, patience: 1_000 });
  store.tables.set('post', {
    description: POST,
    described: Promise.resolve(POST),
    statements: new Statements(dialect, POST),
  });
  const models: ModelProvider = {
    repository: (table, options = {}) =>
      new TableRepository(table, store, ({ text, parameters }) => query(text, parameters, options)),
    transaction: (work) => work(models),
    ping: async () => {},
    close: async () => {},
  };
  return { models, take: () => sent.splice(0), prepare: async () => {}, close: async () => {} };
}

// --- internal ---

/** What a statement reads of the row, as a database would. */
function readRow(text: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(ROW).filter(([name]) => text.includes(name)));
}

const ROW = { id: 1, title: 'first', body: null, views: 1, state: null, meta: null, secret: 'of the server', count: 1 };

const column = (name: string, type: StoredColumn['type'], isKey = false): [string, StoredColumn] => [
  name,
  { name, type, nullable: !isKey && name !== 'title', hasDefault: isKey, isCounted: isKey },
];

const POST: StoredDescription = {
  name: 'post',
  primaryKey: ['id'],
  columns: new Map([
    column('id', 'integer', true),
    ...['title', 'body', 'state', 'secret'].map((name) => column(name, 'string')),
    column('views', 'integer'),
    column('meta', 'json'),
  ]),
};
