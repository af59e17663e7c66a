import { sql } from 'kysely';
import { createModels } from '../../../src/index.ts';
import { sqliteDialect } from '../../../src/stores/sqlite/sqlite-dialect.ts';
import { describeText } from '../../text-operators.ts';

describeText('SQLite', sqliteDialect, sql`text`, () => createModels('sqlite::memory:'));
