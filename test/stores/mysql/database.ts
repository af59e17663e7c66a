import { randomUUID } from 'node:crypto';
import { createConnection } from 'mysql2/promise';
import { createModels, type Models, type ModelsOptions } from '../../../packages/model/src/index.ts';
import { mysqlAdmin } from '../servers.ts';

/** Wait until something holds. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** A database of its own on a server. */
export interface TestDatabase {
  /** Its address. */
  readonly url: string;
  readonly name: string;
  /** The server is MariaDB, not MySQL. */
  readonly isMariaDb: boolean;
  /** Models on it; another port for the way through a proxy. They are closed by `drop`. */
  models(options?: ModelsOptions, port?: number): Models;
  /** The user of the models may create triggers: it has SUPER, or the server does not require it. */
  readonly allowsTriggers: boolean;
  /** Run a statement as a program that is not ours. */
  run(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Make every table empty again, and let keys begin anew. */
  empty(): Promise<void>;
  drop(): Promise<void>;
}

/**
 * Make a database with a random name, whose own character set is not the one of our tables.
 *
 * @param server - its address, without a database
 */
export async function makeDatabase(server: string): Promise<TestDatabase> {
  const name = `rest_gen_${randomUUID().replaceAll('-', '')}`;
  const connection = await createConnection({ uri: mysqlAdmin ?? server, charset: 'utf8mb4' });
  await connection.query(`create database ${name} character set latin1 collate latin1_swedish_ci`);
  await connection.query(`use ${name}`);
  const opened: Models[] = [];
  const run = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> => {
    const [rows] = await connection.query(text, values);
    return Array.isArray(rows) ? (rows as Record<string, unknown>[]) : [];
  };
  const url = `${server}/${name}`;
  const [version] = await run('select version() as text');
  const isMariaDb = /mariadb/i.test(String(version?.text));
  return {
    url,
    name,
    isMariaDb,
    allowsTriggers: mysqlAdmin === undefined,
    run,
    models: (options = {}, port) => {
      const address = port === undefined ? url : url.replace(/:\d+\//, `:${port}/`);
      const models = createModels(address, options);
      opened.push(models);
      return models;
    },
    empty: async () => {
      const tables = await run(
        "select table_name as name from information_schema.tables where table_schema = database() and table_type = 'BASE TABLE'",
      );
      const own = tables.map((table) => String(table.name)).filter((table) => !table.startsWith('rest_gen_'));
      await run('set foreign_key_checks = 0');
      for (const table of own) await run(`truncate table \`${table}\``);
    },
    drop: async () => {
      for (const models of opened) await models.close();
      await connection.query(`drop database ${name}`);
      await connection.end();
    },
  };
}
