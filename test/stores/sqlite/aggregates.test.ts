import { createModels } from '../../../packages/model/src/index.ts';
import { aggregateMigrations, describeAggregates } from '../aggregates.ts';

describeAggregates('SQLite', () =>
  createModels('sqlite::memory:', { migrations: aggregateMigrations, autoMigrate: true }),
);
