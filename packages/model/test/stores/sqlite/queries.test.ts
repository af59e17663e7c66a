import { createModels } from '../../../src/index.ts';
import { describeQueries, propertyMigrations } from '../../property.ts';

describeQueries('SQLite', () => createModels('sqlite::memory:', { migrations: propertyMigrations, autoMigrate: true }));
