import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import { drizzle } from 'drizzle-orm/node-postgres';
import knex from 'knex';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { createModels, type SqlClient } from '../../../packages/model/src/index.ts';
import { conformanceMigrations, describeProvider } from '../../../test/stores/conformance.ts';
import { COLUMN_NAMES } from '../../../test/stores/rows-conformance.ts';
import { PrismaClient } from '../generated/client.ts';
import { drizzleClient } from '../src/drizzle.ts';
import { knexClient } from '../src/knex.ts';
import { kyselyClient } from '../src/kysely.ts';
import { prismaClient } from '../src/prisma.ts';

const server = `${process.env.REST_GEN_POSTGRES ?? 'postgres://postgres@127.0.0.1:5432'}/postgres`;

/** SQLSTATE of a database that has connections. */
const OBJECT_IN_USE = '55006';

/** The adapters look for parameters in names too, and an ORM may give rows that cannot have a column `__proto__`. */
const columnNames = COLUMN_NAMES.filter((one) => !/\$|__proto__/.test(one));

/** `ADAPTERS=Knex,Prisma` runs these. */
const named = process.env.ADAPTERS?.split(',');

/** The client of an ORM on a database. */
const adapters: readonly (readonly [name: string, connect: (url: string) => SqlClient])[] = [
  [
    'Kysely',
    (url) =>
      kyselyClient(
        new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }) }),
        'postgres',
      ),
  ],
  ['Knex', (url) => knexClient(knex({ client: 'pg', connection: url }))],
  ['Drizzle', (url) => drizzleClient(drizzle(url))],
  ['Prisma', (url) => prismaClient(new PrismaClient({ adapter: new PrismaPg({ connectionString: url }) }))],
];

for (const [name, connect] of adapters) {
  if (named?.includes(name) === false) continue;
  describe(`adapter of ${name}`, () => {
    const database = `rest_gen_adapter_${process.pid}_${name.toLowerCase()}`;
    const url = new URL(server);
    url.pathname = `/${database}`;

    const administer = async (statement: string): Promise<void> => {
      const client = new pg.Client(server);
      await client.connect();
      await client.query(statement).finally(() => client.end());
    };
    before(() => administer(`create database ${database}`));
    // Not by force: the pools say that they have ended before the server has read it, and an error of such a connection has no listener.
    after(async () => {
      const end = Date.now() + 5_000;
      for (;;) {
        const error = await administer(`drop database ${database}`).catch(
          (reason: Error & { code?: string }) => reason,
        );
        if (error === undefined) return;
        if (error.code !== OBJECT_IN_USE || Date.now() > end) throw error;
        await sleep(20);
      }
    });

    const open = async () => {
      const models = createModels(connect(url.href), { migrations: conformanceMigrations });
      await models.migrateFresh();
      return models;
    };
    describeProvider(name, open, columnNames);
  });
}
