import { sql } from 'kysely';
import { createModels } from '../../../packages/model/src/index.ts';
import { sqliteDialect } from '../../../packages/model/src/stores/sqlite/sqlite-dialect.ts';
import { describeText } from '../text-operators.ts';

describeText('SQLite', sqliteDialect, sql`text`, () => createModels('sqlite::memory:'));
