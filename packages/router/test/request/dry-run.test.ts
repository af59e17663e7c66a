import { defineLogic } from '@rest-gen/logic';
import { createModels } from '@rest-gen/model';
import { expect } from 'chai';
import Rest from '../../../../test/fixture/rest.ts';
import { STORES } from '../../../model/test/each-store.ts';
import { createRestRouter } from '../../src/index.ts';
import { keepQuiet } from '../serve.ts';

for (const [name, make] of STORES) {
  describe(`a dry run that the store refuses (${name})`, () => {
    keepQuiet();

    it('has the answer of the request, also of a single statement', async () => {
      const database = await make();
      const models = createModels(database.url);
      await models.kysely.schema
        .createTable('label')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('code', 'varchar(20)', (column) => column.unique())
        .execute();
      const router = createRestRouter({
        rules: [['/label/:id?', '/label', 'rest']],
        controllers: { label: class extends Rest {} },
        model: models,
        logics: { label: defineLogic({ postAction: { body: { id: { int: true }, code: { string: true } } } }) },
        log: false,
      });
      try {
        await models.repository('label').insert({ id: 1, code: 'A' });
        const create = (dryRun: boolean) => router.request('POST', '/label', { body: { id: 2, code: 'A' }, dryRun });
        const [dry, real] = [await create(true), await create(false)];
        expect([dry.status, dry.body, dry.changes]).to.deep.equal([409, real.body, []]);
      } finally {
        await router.close();
        await models.close();
        await database.drop();
      }
    });
  });
}
