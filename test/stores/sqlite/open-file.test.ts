import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { createModels, type Models } from '../../../packages/model/src/index.ts';
import { rejected, temporaryFolders } from '../fixture.ts';

describe('an SQLite file that is taken away while it is open', () => {
  const folder = temporaryFolders();
  let file: string;
  let models: Models;
  beforeEach(async () => {
    file = join(folder(), 'app.sqlite3');
    models = createModels(`sqlite:${file}`);
    await models.kysely.schema
      .createTable('t')
      .addColumn('id', 'integer', (one) => one.primaryKey())
      .execute();
    await models.model('t').insert({ id: 1 });
  });
  afterEach(() => models.close());

  const takeAway: Record<string, () => void> = {
    deleted: () => rmSync(file),
    replaced: () => {
      copyFileSync(file, `${file}.copy`);
      renameSync(`${file}.copy`, file);
    },
  };
  const writes: Record<string, () => Promise<unknown>> = {
    insert: () => models.model('t').insert({ id: 2 }),
    'update without a row': () => models.model('t').where({ id: 7 }).update({ id: 8 }),
    delete: () => models.model('t').byId(1).delete(),
    'statement of models.kysely': () => models.kysely.deleteFrom('t').execute(),
    transaction: () => models.transaction(() => models.model('t').insert({ id: 3 })),
  };
  for (const [what, take] of Object.entries(takeAway)) {
    it(`and ${what} acknowledges no write, and no ping`, async () => {
      take();
      for (const [name, write] of Object.entries(writes)) {
        const { message, hint } = await rejected(write(), 'unavailable');
        expect(message, name).to.include(what);
        expect(hint, name).to.include(file);
      }
      await rejected(models.ping(), 'unavailable');
      expect(await models.model('t').count()).to.be.a('number');
    });
  }

  it('and put back works on', async () => {
    renameSync(file, `${file}.moved`);
    await rejected(models.ping(), 'unavailable');
    renameSync(`${file}.moved`, file);
    await models.ping();
    await models.model('t').insert({ id: 5 });
  });
});
