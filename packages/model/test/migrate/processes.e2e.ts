import { fork } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { tableMigration, temporaryFolders } from '../../../../test/stores/fixture.ts';
import { createModels } from '../../src/index.ts';

describe('migrations', () => {
  const folder = temporaryFolders();

  it('are safe when four processes run them at once', async () => {
    const migrations = folder(
      Object.fromEntries(
        Array.from({ length: 6 }, (_, index) => [
          `${index}_t.mjs`,
          tableMigration(`t${index}`, 't.id(); t.text("a");'),
        ]),
      ),
    );
    const file = join(folder(), 'app.sqlite3');
    const child = fileURLToPath(new URL('../../../../test/stores/fixtures/migrate.ts', import.meta.url));
    const runs = await Promise.all(
      Array.from(
        { length: 4 },
        () =>
          new Promise<string[]>((resolve, reject) => {
            const run = fork(child, [`sqlite:${file}`, migrations]);
            run.on('message', (applied: string[]) => resolve(applied));
            run.on('exit', (code) => reject(new Error(`ended with ${code}`)));
          }),
      ),
    );
    expect(runs.flat().sort()).to.deep.equal(['0_t', '1_t', '2_t', '3_t', '4_t', '5_t']);
    const models = createModels(`sqlite:${file}`, { migrations, autoMigrate: false });
    expect((await models.migrationStatus()).every(({ appliedAt }) => appliedAt instanceof Date)).to.equal(true);
    expect(await models.model('t5').count()).to.equal(0);
    await models.close();
  }).timeout(30_000);
});
