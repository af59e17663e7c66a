import { join } from 'node:path';
import { createModels } from '../../../src/index.ts';
import { conformanceMigrations, describeProvider } from '../../conformance.ts';
import { temporaryFolders } from '../../fixture.ts';

describe('SQLite', () => {
  const folder = temporaryFolders();
  const options = { migrations: conformanceMigrations, autoMigrate: true };

  describeProvider('a SQLite file', () => createModels(`sqlite:${join(folder(), 'data', 'app.sqlite3')}`, options));
  describeProvider('SQLite in memory', () => createModels('sqlite::memory:', options));
});
