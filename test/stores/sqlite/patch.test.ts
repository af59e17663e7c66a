import { readFileSync } from 'node:fs';
import { type ControllerClass, createRestRouter } from '@rest-gen/router';
import { expect } from 'chai';
import express from 'express';
import supertest from 'supertest';
import { z } from 'zod';
import { defineLogic, partial } from '../../../packages/logic/src/index.ts';
import { createModels, sql } from '../../../packages/model/src/index.ts';
import { keepQuiet } from '../../../packages/router/test/serve.ts';
import Rest from '../../fixture/rest.ts';

const TABLE = `create table card (
  id integer primary key, title text not null, slug text, views integer not null default 5, meta json
)`;
const STORED = { id: 1, title: 'One', slug: null, views: 41, meta: { a: 'kept', b: 41, inner: { c: 41 } } };

const meta = z.object({
  a: z.string().optional(),
  b: z.int().default(0),
  inner: z.object({ c: z.int().default(0) }).optional(),
});
const record = z.object({ title: z.string(), views: z.int().default(0), meta: meta.optional() });

const number = { type: 'integer', default: 0 };
const jsonMeta = {
  type: 'object',
  properties: { a: { type: 'string' }, b: number, inner: { $ref: '#/$defs/inner' } },
} as const;
const $defs = { inner: { type: 'object', properties: { c: number } } };

const rules = {
  title: { string: true },
  views: { int: true, default: 0 },
  meta: {
    object: true,
    children: {
      a: { string: true },
      b: { int: true, default: 0 },
      inner: { object: true, children: { c: { int: true, default: 0 } } },
    },
  },
} as const;

const BODIES: Readonly<Record<string, unknown>> = {
  rules,
  'rules of the whole value': { object: true, children: rules },
  'partial(fields)': partial(rules),
  'fields of zod': { title: z.string().optional(), views: z.int().default(0), meta: meta.optional() },
  'partial(fields of zod)': partial({ title: z.string(), views: z.int().default(0), meta }),
  'fields of JSON Schema': { title: { type: 'string' }, views: number, meta: { ...jsonMeta, $defs } },
  'a JSON Schema': { type: 'object', $defs, properties: { title: { type: 'string' }, views: number, meta: jsonMeta } },
  'an object of zod': record.partial({ title: true }),
  'a partial object of zod': record.partial(),
  'zod behind a transform': record.partial().transform((value) => ({ ...value })),
  'a record of zod': z.object({
    title: z.string().optional(),
    views: z.int().default(0),
    meta: z.looseObject({ b: z.int().default(0), inner: z.record(z.string(), z.int()).optional() }).optional(),
  }),
};

/** An action of the project's own, which writes a copy of its body. */
class Copying extends Rest {
  override async patchAction({ body }: { body: object }) {
    return this.change(await this.writable({ ...body }));
  }
}

describe('a PATCH writes what was sent', () => {
  keepQuiet();
  let models: ReturnType<typeof createModels>;
  beforeEach(async () => {
    models = createModels('sqlite::memory:');
    await sql.raw(TABLE).execute(models.kysely);
    await models.model('card').add({ ...STORED });
  });
  afterEach(() => models.close());

  const serve = (logic: unknown, Class: ControllerClass = class Card extends Rest {}) => {
    const app = express();
    const logics = { card: defineLogic(logic as never) };
    app.use(createRestRouter({ rules: [['/card/:id?', 'rest']], controllers: { card: Class }, logics, model: models }));
    return supertest(app);
  };
  const stored = () => models.model('card').where({ id: 1 }).find();

  for (const [what, body] of Object.entries(BODIES)) {
    for (const [how, Class] of [
      ['the base class', undefined],
      ['an own action with a copy', Copying],
    ] as const) {
      it(`${what}, ${how}`, async () => {
        const agent = serve({ patchAction: { body } }, Class);
        await agent.patch('/card/1').send({ title: 'Two' }).expect(200);
        expect(await stored()).to.deep.equal({ ...STORED, title: 'Two' });
        await agent
          .patch('/card/1')
          .send({ meta: { a: 'new' } })
          .expect(200);
        await agent
          .patch('/card/1')
          .send({ meta: { inner: {} } })
          .expect(200);
        await agent
          .patch('/card/1')
          .send({ meta: { inner: {} }, views: 42 })
          .expect(200);
        expect(await stored()).to.deep.equal({
          ...STORED,
          title: 'Two',
          views: 42,
          meta: { ...STORED.meta, a: 'new' },
        });
      });
    }
  }

  it('and what an action sets', async () => {
    class Card extends Rest {
      override async patchAction({ body }: { body: object }) {
        return this.change(await this.writable({ ...body, views: 7 }));
      }
    }
    await serve({ patchAction: { body: record.partial() } }, Card)
      .patch('/card/1')
      .send({ title: 'Two' })
      .expect(200);
    expect(await stored()).to.deep.equal({ ...STORED, title: 'Two', views: 7 });
  });

  it('and what a transform makes of it', async () => {
    const body = z
      .object({
        name: z.string(),
        meta: z.object({ A: z.string(), b: z.int().default(0) }).transform(({ A, b }) => ({ a: A, b })),
      })
      .partial()
      .transform(({ name, ...rest }) => ({
        ...rest,
        ...(name !== undefined && { title: name, slug: name.toLowerCase() }),
      }));
    for (const Class of [undefined, Copying]) {
      const agent = serve({ patchAction: { body } }, Class);
      await agent.patch('/card/1').send({ name: 'Two' }).expect(200);
      expect(await stored()).to.include({ title: 'Two', slug: 'two', views: 41 });
      await agent
        .patch('/card/1')
        .send({ meta: { A: 'new' } })
        .expect(200);
      expect((await stored())?.meta).to.deep.equal({ ...STORED.meta, a: 'new' });
    }
  });

  it('items of a list are new, with their defaults', async () => {
    const item = z.object({ a: z.string(), b: z.int().default(0) });
    const body = z.object({ meta: z.object({ list: z.array(item) }) });
    await serve({ patchAction: { body } })
      .patch('/card/1')
      .send({ meta: { list: [{ a: 'x' }] } })
      .expect(200);
    expect((await stored())?.meta).to.deep.equal({ ...STORED.meta, list: [{ a: 'x', b: 0 }] });
  });

  it('and is refused by the merged record: the class of docs/logic.md', async () => {
    const page = readFileSync(new URL('../../../docs/logic.md', import.meta.url), 'utf8');
    const [, code] = page.match(/```js\n\/\/ src\/controller\/event\.js\n.*?export default (class .*?)```/s) ?? [];
    const Event = new Function('Rest', `return ${code}`)(Rest) as ControllerClass;
    await sql.raw('create table event (id integer primary key, starts_on text, ends_on text)').execute(models.kysely);
    const date = { date: true } as const;
    const body = { starts_on: date, ends_on: date };
    const app = express();
    const logics = { event: defineLogic({ postAction: { body }, patchAction: { body } }) };
    app.use(
      createRestRouter({ rules: [['/event/:id?', 'rest']], controllers: { event: Event }, logics, model: models }),
    );
    const agent = supertest(app);
    await agent.post('/event').send({ starts_on: '2026-05-02', ends_on: '2026-05-03' }).expect(201);
    const { body: problem } = await agent.patch('/event/1').send({ ends_on: '2026-05-01' }).expect(422);
    expect(problem.detail).to.equal('ends_on must not be before starts_on');
    await agent.patch('/event/1').send({ ends_on: '2026-05-04' }).expect(200);
    await agent.delete('/event/1').expect(204);
  });
});
