import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createModels } from '../../../packages/model/src/index.ts';
import { MAJORS } from '../../../packages/router/test/serve.ts';
import { conformanceMigrations } from '../conformance.ts';
import { CROWD_PATIENCE, describeHttp } from '../http-conformance.ts';

describe('SQLite over HTTP', () => {
  const options = { migrations: conformanceMigrations, autoMigrate: true, patience: CROWD_PATIENCE };
  const folder = mkdtempSync(join(tmpdir(), 'rest-gen-model-'));
  let files = 0;

  after(() => rmSync(folder, { recursive: true, force: true }));

  describeHttp('a SQLite file', () => {
    files += 1;
    return createModels(`sqlite:${join(folder, `${files}.sqlite3`)}`, options);
  });
  describeHttp('SQLite in memory', () => createModels('sqlite::memory:', options), MAJORS);
});
