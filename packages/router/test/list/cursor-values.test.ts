import { expect } from 'chai';
import Rest from '../../../../test/fixture/rest.ts';
import { createModels, type Models, sql } from '../../../model/src/index.ts';
import { STORES } from '../../../model/test/each-store.ts';
import { createRestRouter, type RestRouter } from '../../src/index.ts';

class Thing extends Rest {
  static aggregate = ['id', 'state'];
}

const cursorOf = (...place: unknown[]): string => Buffer.from(JSON.stringify(place)).toString('base64url');

for (const [name, make] of STORES) {
  describe(`cursors that no answer has, on ${name}`, () => {
    let database: Awaited<ReturnType<typeof make>>;
    let models: Models;
    let router: RestRouter;
    before(async () => {
      database = await make();
      models = createModels(database.url);
      const key = name === 'postgres' ? 'uuid' : 'char(36)';
      await sql.raw(`create table thing (id ${key} not null primary key, state varchar(9))`).execute(models.kysely);
      router = createRestRouter({
        rules: [['/thing/:id?', 'rest']],
        controllers: { thing: Thing },
        model: models,
        log: false,
      });
      await router.ready;
    });
    after(async () => {
      await router.close();
      await models.close();
      await database.drop();
    });

    for (const [query, after] of [
      ['', cursorOf('id', ['x'])],
      ['sort=state', cursorOf('state,id', ['open', 7])],
      ['group=id', cursorOf('id', ['x'])],
      ['group=state&max=id&sort=-max.id', cursorOf('-max.id,-state', ['x', 'open'])],
      ['count=true', cursorOf('', [])],
    ])
      it(`are no error of the server: ?${query}`, async () => {
        const { status } = await router.request('GET', `/thing?${query}&after=${after}`);
        expect(status).to.be.oneOf([200, 400]);
      });
  });
}
