import { defineLogic } from '@rest-gen/logic';
import { expect } from 'chai';
import express, { type Express } from 'express';
// @ts-expect-error: an alias of Express 4, whose types are not installed
import express4 from 'express4';
import supertest from 'supertest';
import Rest from '../../../test/fixture/rest.ts';
import { createModels, sql } from '../../model/src/index.ts';
import { createRestRouter } from '../src/index.ts';
import { keepQuiet } from './serve.ts';

class Post extends Rest {}

for (const [major, parsers] of [
  ['Express 5', express],
  ['Express 4', express4 as typeof express],
] as const) {
  describe(`a parser of Express in front of the router (${major})`, () => {
    keepQuiet();
    const models = createModels('sqlite::memory:');
    before(async () => {
      await sql.raw('create table post (id integer primary key, title text, views integer)').execute(models.kysely);
      await sql.raw("insert into post (title, views) values ('a', 1), ('b', 2), ('c', 3)").execute(models.kysely);
    });
    after(() => models.close());

    function open(...before: readonly ReturnType<typeof express.json>[]): { app: Express; lines: string[] } {
      const lines: string[] = [];
      const router = createRestRouter({
        rules: [['/post/:id?', 'rest']],
        controllers: { post: Post },
        logics: { post: defineLogic({ postAction: { body: { title: { string: true } } } }) },
        model: models,
        log: (line) => void lines.push(line),
      });
      const app = parsers();
      for (const parse of before) app.use(parse);
      app.use(router, router.notFound, router.errors);
      return { app, lines };
    }

    const titles = async (app: Express, form: string): Promise<unknown> => {
      const agent = supertest(app) as unknown as { query: (path: string) => supertest.Test };
      const { body } = await agent.query('/post').set('Content-Type', 'application/x-www-form-urlencoded').send(form);
      return Array.isArray(body) ? body.map(({ title }: { title: string }) => title) : body;
    };

    for (const form of [
      'views[gte]=2&sort=-views',
      'id[in]=3&id[in]=2&sort=-id',
      'id[in][]=3&id[in][]=2&sort=-id',
      `${Array.from({ length: 30 }, (_, at) => `id[in][${at}]=${at + 2}`).join('&')}&sort=-id`,
    ]) {
      it(`takes a QUERY with ${form.slice(0, 30)}`, async () => {
        for (const before of [[], [parsers.urlencoded({ extended: true })], [parsers.urlencoded({ extended: false })]])
          expect(await titles(open(...before).app, form)).to.eql(['c', 'b']);
      });
    }

    it('has the codes of the router for malformed JSON and what is too large', async () => {
      for (const before of [[], [parsers.json()]]) {
        const { app } = open(...before);
        const send = (body: string) => supertest(app).post('/post').set('Content-Type', 'application/json').send(body);
        const { body } = await send('{"pin": hunter2}').expect(400);
        expect(body.code).to.equal('E_BAD_JSON');
        expect(JSON.stringify(body)).not.to.contain('hunter2');
        const large = await send(`{"title":"${'x'.repeat(110_000)}"}`).expect(413);
        expect(large.body.code).to.equal('E_BODY_TOO_LARGE');
      }
    });

    it('is named once, by the first body that it parses', async () => {
      const { app, lines } = open(parsers.json());
      await supertest(app).get('/post').expect(200);
      expect(lines).to.have.length(1);
      for (let times = 0; times < 2; times++) await supertest(app).post('/post').send({ title: 'd' }).expect(201);
      expect(lines).to.have.length(2);
      expect(lines[1]).to.contain('express.json()').and.contain('after the router');
    });
  });
}
