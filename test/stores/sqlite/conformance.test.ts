import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createModels } from '../../../packages/model/src/index.ts';
import { conformanceMigrations, describeProvider } from '../conformance.ts';

describe('SQLite', () => {
  const options = { migrations: conformanceMigrations, autoMigrate: true };
  const folder = mkdtempSync(join(tmpdir(), 'rest-gen-model-'));
  const template = join(folder, 'template.sqlite3');
  let files = 0;

  before(async () => {
    const models = createModels(`sqlite:${template}`, options);
    await models.ping();
    await models.close();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  describeProvider('a SQLite file', () => {
    files += 1;
    const file = join(folder, `${files}.sqlite3`);
    copyFileSync(template, file);
    return createModels(`sqlite:${file}`, options);
  });
  describeProvider('SQLite in memory', () => createModels('sqlite::memory:', options));
});
