import { createModels } from '../../../src/index.ts';
import { sqliteDialect } from '../../../src/stores/sqlite/sqlite-dialect.ts';
import { aggregateMigrations, describeAggregates } from '../../aggregates.ts';

describeAggregates('SQLite', sqliteDialect, () =>
  createModels('sqlite::memory:', { migrations: aggregateMigrations, autoMigrate: true }),
);
