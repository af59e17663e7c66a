import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createModels } from '@rest-gen/model';
import { expect } from 'chai';

describe('the migrations of the pages', () => {
  for (const [page, keep] of [
    ['changes', 7 * 86_400],
    ['history', undefined],
  ] as const) {
    it(`records changes as docs/${page}.md says, and reverts it`, async () => {
      const text = await readFile(new URL(`../../../docs/${page}.md`, import.meta.url), 'utf8');
      const [, program = ''] = /```js\n(\/\/ migrations\/[\s\S]*?)```/.exec(text) ?? [];
      const folder = await mkdtemp(join(tmpdir(), 'rest-gen-docs-'));
      const post = "export const up = (schema) => schema.createTable('post', (t) => void t.id());";
      await writeFile(join(folder, '20250101000000_post.mjs'), `${post}\nexport const down = async () => {};`);
      await writeFile(join(folder, '20260101000000_record_changes.mjs'), program);
      const models = createModels('sqlite::memory:', { migrations: folder });
      try {
        await models.migrate();
        expect(await models.changes.tables()).to.containSubset([{ table: 'post', keep, except: [] }]);
        await models.migrateDown();
        expect(await models.changes.tables()).to.deep.equal([]);
      } finally {
        await models.close();
        await rm(folder, { recursive: true });
      }
    });
  }
});
