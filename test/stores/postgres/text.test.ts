import { sql } from 'kysely';
import { createModels } from '../../../packages/model/src/index.ts';
import { postgresDialect } from '../../../packages/model/src/stores/postgres/postgres-dialect.ts';
import { requireServer } from '../servers.ts';
import { describeText } from '../text-operators.ts';
import { createDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('postgres');

const databases: readonly (readonly [name: string, details: string, prepare: string, type: string])[] = [
  ['the collation C', "template template0 locale 'C'", '', 'text'],
  ['a language', "template template0 locale_provider icu icu_locale 'tr-TR'", '', 'varchar'],
  [
    'a collation that ignores case',
    '',
    `create collation "ignore" (provider = icu, locale = 'und-u-ks-level2', deterministic = false)`,
    'text collate "ignore"',
  ],
];

if (server !== undefined) {
  for (const [name, details, prepare, type] of databases) {
    describe(`PostgreSQL, ${name}`, () => {
      let database: TestDatabase;
      after(() => database.drop());

      describeText(`PostgreSQL, ${name}`, postgresDialect, sql.raw(type), async () => {
        database = await createDatabase(server, details);
        await database.run(prepare);
        return createModels(database.url);
      });
    });
  }
}
