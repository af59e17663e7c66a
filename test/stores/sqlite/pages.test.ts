import { createRestRouter } from '@rest-gen/router';
import { expect } from 'chai';
import supertest from 'supertest';
import { createModels } from '../../../packages/model/src/index.ts';
import { MAJORS } from '../../../packages/router/test/serve.ts';
import Rest from '../../fixture/rest.ts';
import { tableMigration, temporaryFolders } from '../fixture.ts';

class Entry extends Rest {}

describe('SQLite, pages by key', () => {
  const folder = temporaryFolders();

  for (const [major, createApp] of MAJORS) {
    it(`give every record once in every order (${major})`, async () => {
      const migrations = folder({
        '1_entry.mjs': tableMigration(
          'entry',
          "t.id(); t.string('name'); t.bigint('big'); t.decimal('price'); t.double('ratio'); t.boolean('live'); t.date('day'); t.datetime('at'); t.binary('bytes');",
        ),
      });
      const models = createModels('sqlite::memory:', { migrations, autoMigrate: true });
      for (let index = 0; index < 30; index++) {
        const orNull = <T>(every: number, value: T) => (index % every === 0 ? null : value);
        await models.model('entry').add({
          name: orNull(7, `ä${index % 4}`),
          big: orNull(5, 9_007_199_254_740_993n + BigInt(index % 3)),
          price: orNull(4, `${index % 5}.${index % 2}5`),
          ratio: orNull(6, index / 7),
          live: orNull(3, index % 2 === 0),
          day: orNull(8, `2026-01-0${(index % 4) + 1}`),
          at: orNull(9, `2026-01-01T00:00:00.00${index % 4}Z`),
          bytes: orNull(10, new Uint8Array([index % 3, 0])),
        });
      }
      const app = createApp();
      app.use(createRestRouter({ rules: [['/entry', 'rest']], controllers: { entry: Entry }, model: models }));
      const agent = supertest(app);
      for (const field of ['id', 'name', 'big', 'price', 'ratio', 'live', 'day', 'at', 'bytes']) {
        for (const sort of [field, `-${field}`, `live,-${field === 'live' ? 'day' : field}`]) {
          const whole = await agent.get(`/entry?sort=${sort}&page=1&pageSize=100&fields=id`).expect(200);
          const rows: unknown[] = [];
          let path: string | undefined = `/entry?sort=${sort}&pageSize=4&fields=id`;
          while (path !== undefined && rows.length <= 30) {
            const { body, headers }: supertest.Response = await agent.get(path).expect(200);
            rows.push(...body);
            path = /<([^>]+)>; rel="next"/.exec(headers.link ?? '')?.[1];
          }
          expect(rows, sort).to.deep.equal(whole.body).and.to.have.length(30);
        }
      }
      await models.close();
    }).timeout(60_000);
  }
});
