import { createModels } from '../../../packages/model/src/index.ts';
import { describeQueries, propertyMigrations } from '../property.ts';

describeQueries('SQLite', () => createModels('sqlite::memory:', { migrations: propertyMigrations, autoMigrate: true }));
