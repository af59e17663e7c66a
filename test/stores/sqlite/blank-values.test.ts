import { createRestRouter } from '@rest-gen/router';
import { expect } from 'chai';
import supertest from 'supertest';
import { defineLogic, partial } from '../../../packages/logic/src/index.ts';
import { createModels, sql } from '../../../packages/model/src/index.ts';
import { keepQuiet, MAJORS } from '../../../packages/router/test/serve.ts';
import Rest from '../../fixture/rest.ts';

const TABLE = `create table card (
  id integer primary key, title text not null, state text not null default 'a', mail text,
  views integer not null default 5, rank integer, meta json
)`;

const fields = {
  title: { string: true, required: true },
  state: { in: ['', 'a'] },
  mail: { email: true },
  views: { int: true },
  rank: { int: true },
  meta: { object: true, children: { url: { url: true }, size: { int: true }, note: { string: true } } },
} as const;

class Card extends Rest {
  static forms = true;
  static upsert = true;
  static bulk = ['post', 'patch'] as const;
}

for (const [name, create] of MAJORS) {
  describe(`blank values of a body (${name})`, () => {
    keepQuiet();
    for (const [kind, patch] of [
      ['partial', partial(fields)],
      ['own fields', { ...fields, title: { string: true } }],
    ] as const) {
      describe(kind, () => {
        let agent: ReturnType<typeof supertest>;
        let models: ReturnType<typeof createModels>;
        beforeEach(async () => {
          models = createModels('sqlite::memory:');
          await sql.raw(TABLE).execute(models.kysely);
          const logic = defineLogic({
            postAction: { body: fields },
            putAction: { body: fields },
            patchAction: { body: patch },
          });
          const rules = [['/card/:id?', 'rest']] as const;
          const app = create();
          app.use(createRestRouter({ rules, controllers: { card: Card }, logics: { card: logic }, model: models }));
          agent = supertest(app);
          await agent
            .post('/card')
            .send({ title: 'x', mail: 'a@b.example', rank: 1, meta: { url: 'http://a.example', size: 1, note: 'n' } })
            .expect(201);
        });
        afterEach(() => models.close());

        for (const form of [false, true]) {
          it(`are written by PATCH as '' or null: ${form ? 'a form' : 'JSON'}`, async () => {
            const type = form ? 'form' : 'json';
            const { body } = await agent
              .patch('/card/1')
              .type(type)
              .send({ state: '', mail: '', rank: '' })
              .expect(200);
            expect(body).to.include({ title: 'x', state: '', mail: null, views: 5, rank: null });
            // The column takes no null.
            const refused = await agent.patch('/card/1').type(type).send({ views: '', state: 'a' }).expect(422);
            expect(refused.body.errors[0]).to.include({ in: 'body', pointer: '/views' });
            expect((await agent.get('/card/1')).body).to.include({ state: '', views: 5 });
          });

          it(`are absent in POST and PUT, unless '' is a value: ${form ? 'a form' : 'JSON'}`, async () => {
            const type = form ? 'form' : 'json';
            const sent = { title: 'y', state: '', mail: '', views: '', rank: '' };
            const stored = { title: 'y', state: '', mail: null, views: 5, rank: null };
            expect((await agent.post('/card').type(type).send(sent).expect(201)).body).to.include(stored);
            expect((await agent.put('/card/1').type(type).send(sent).expect(200)).body).to.include(stored);
            expect((await agent.put('/card/9').type(type).send(sent).expect(201)).body).to.include(stored);
            await agent.put('/card/1').type(type).send({ title: '' }).expect(422);
          });
        }

        it('remove members of a JSON column', async () => {
          const { body } = await agent
            .patch('/card/1')
            .send({ meta: { url: '', size: null, note: '' } })
            .expect(200);
          expect(body.meta).to.deep.equal({ note: '' });
        });

        it('are written by PATCH of many records', async () => {
          await agent
            .patch('/card?rank=1')
            .set('Prefer', 'max-affected=9')
            .send({ state: '', mail: '', rank: null })
            .expect((response) => expect(response.status).to.be.within(200, 204));
          expect((await agent.get('/card/1')).body).to.include({ state: '', mail: null, rank: null });
        });

        it('are written for each record of a list', async () => {
          const { body } = await agent
            .post('/card')
            .send([{ title: 'l', state: '', mail: '' }])
            .expect(201);
          expect(body[0]).to.include({ title: 'l', state: '', mail: null });
        });
      });
    }
  });
}
