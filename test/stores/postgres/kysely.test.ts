import { expect } from 'chai';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { createModels, type Models, sql } from '../../../packages/model/src/index.ts';
import { conformanceMigrations } from '../conformance.ts';
import { describeKysely } from '../kysely.ts';
import { requireServer } from '../servers.ts';
import { createDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('postgres');

if (server !== undefined) {
  describe('PostgreSQL', () => {
    let database: TestDatabase;
    before(async () => {
      database = await createDatabase(server);
    });
    after(() => database.drop());

    const open = async () => {
      const models = createModels(database.url, { migrations: conformanceMigrations, autoMigrate: true });
      await models.ping();
      await database.run('truncate post, author, counter restart identity cascade');
      return models;
    };
    describeKysely('PostgreSQL', open, {
      slow: 'select pg_sleep(30)',
      expressions: {
        count: 'number',
        sum: 'number',
        sumOfBigints: 'string',
        sumOfDecimals: 'string',
        average: 'string',
        averageOfDoubles: 'number',
        comparison: 'boolean',
      },
    });

    describe('models.kysely: arrays of PostgreSQL', () => {
      let models: Models;
      let kysely: Kysely<object>;
      before(() => {
        models = createModels(database.url, { autoMigrate: false });
        kysely = new Kysely({
          dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.url }) }),
        });
      });
      after(async () => {
        await kysely.destroy();
        await models.close();
      });

      it('are those that the dialect of Kysely gives', async () => {
        const query = sql`select '{1,NULL,-3}'::int[] as integers, '{3}'::smallint[] as small, '{{1,2},{3,4}}'::int[] as grid, '{t,f}'::boolean[] as booleans,
          '{a,"",NULL,"b,\\"c","NULL","{d}"}'::text[] as texts, '{}'::varchar[] as none, null::text[] as nothing, '[2:3]={7,8}'::int[] as bounds,
          '{a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11}'::uuid[] as uuids, '{1.5,-2e10}'::double precision[] as doubles,
          array['{"a":[1]}']::jsonb[] as objects, '{127.0.0.1}'::inet[] as addresses`;
        const [expected] = (await query.execute(kysely)).rows;
        expect((await query.execute(models.kysely)).rows).to.deep.equal([expected]);
      });

      it('have items in the form of the models', async () => {
        const query = sql`select '{1.50,NULL}'::numeric[] as decimals, '{9007199254740993,1}'::bigint[] as bigints, '{2026-01-02}'::date[] as days,
          '{2026-01-02 03:04:05.678+02}'::timestamptz[] as times, array['\\x00ff'::bytea] as bytes`;
        expect((await query.execute(models.kysely)).rows).to.deep.equal([
          {
            decimals: ['1.50', null],
            bigints: [9007199254740993n, 1],
            days: ['2026-01-02'],
            times: ['2026-01-02T01:04:05.678Z'],
            bytes: [Uint8Array.of(0, 255)],
          },
        ]);
      });

      it('can be given', async () => {
        const query = sql<{
          n: number;
        }>`select n from generate_series(1, 5) as n where n = any(${[2, 4]}) and ${['b']} && array['a', 'b']`;
        expect((await query.execute(models.kysely)).rows).to.deep.equal([{ n: 2 }, { n: 4 }]);
      });
    });
  });
}
