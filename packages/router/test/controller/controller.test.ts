import { defineLogic, partial } from '@rest-gen/logic';
import { expect } from 'chai';
import Rest from '../../../../test/fixture/rest.ts';
import { Controller, type ControllerClass } from '../../src/index.ts';
import { onBothMajors } from '../serve.ts';

const tables = {
  thing: { id: 'integer', name: 'string?', views: 'integer?' },
  blog_post: { id: 'integer', name: 'string' },
} as const;

/** Answer with what `read` reads. */
function reading(read: (this: Controller) => unknown): ControllerClass {
  return class extends Controller {
    getAction() {
      return { read: read.call(this) ?? null };
    }
    putAction() {
      return this.getAction();
    }
  };
}

onBothMajors('Controller: reading', (serve) => {
  const rules = [[/\/p\/(\w+)\/thing(?:\/(\w+))?/, 'thing?parent=:1&id=:2', 'rest']] as const;
  const logic = defineLogic({
    params: { id: { int: { min: 1 } } },
    getAction: { query: { size: { int: true }, id: { string: true }, tag: { array: true } } },
    putAction: { body: { name: { string: true }, tags: { array: true } } },
  });

  // biome-ignore format: a table
  for (const [what, read, url, expected] of [
    ['a mapped parameter', function () { return this.get('parent'); }, '/p/a/thing', 'a'],
    ['a parameter as the logic makes it', function () { return this.get('id'); }, '/p/a/thing/12', 12],
    ['no query in place of a parameter that is absent', function () { return this.get('id'); }, '/p/a/thing?id=7', null],
    ['no query over a parameter', function () { return this.get('id'); }, '/p/a/thing/12?id=7', 12],
    ['a validated query parameter', function () { return this.get('size'); }, '/p/a/thing?size=3', 3],
    ['nothing for a name that is not there', function () { return this.get('other'); }, '/p/a/thing', null],
    ['nothing that a prototype has', function () { return this.get('toString'); }, '/p/a/thing', null],
    ['everything', function () { return this.get(); }, '/p/a/thing/12?size=3&id=7', { parent: 'a', id: 12, size: 3 }],
    ['the params', function () { return this.params; }, '/p/a/thing/12', { parent: 'a', id: 12 }],
    ['the scope', function () { return this.scope; }, '/p/a/thing/12', { parent: 'a' }],
    ['the id', function () { return this.id; }, '/p/a/thing', null],
    ['a header in any case', function () { return this.header('X-Own'); }, '/p/a/thing', 'own'],
    ['no header', function () { return this.header('X-None'); }, '/p/a/thing', null],
    ['no body where there is none', function () { return this.post('name'); }, '/p/a/thing', null],
    ['no file where there is none', function () { return this.file('photo'); }, '/p/a/thing', null],
    ['all files', function () { return this.file(); }, '/p/a/thing', {}],
  ] as readonly [string, (this: Controller) => unknown, string, unknown][]) {
    it(`reads ${what}`, async () => {
      const { agent } = serve({ rules, controllers: { thing: reading(read) }, logics: { thing: logic } });
      const { body } = await agent.get(url).set('X-Own', 'own').expect(200);
      expect(body.read).to.deep.equal(expected);
    });
  }

  it('reads body and fields', async () => {
    const { agent } = serve({
      rules,
      controllers: {
        thing: reading(function () {
          return [this.post('name'), this.post('toString') ?? null, this.post()];
        }),
      },
      logics: { thing: logic },
    });
    const { body } = await agent.put('/p/a/thing/1').send({ name: 'x', tags: [] });
    expect(body.read).to.deep.equal(['x', null, { name: 'x', tags: [] }]);
  });

  it('derives the table from the last part of its name', async () => {
    class BlogPost extends Controller {
      async getAction() {
        return { read: (await this.model().describe()).name };
      }
    }
    const { agent } = serve({ rules: [['/v1/blog-post', 'rest']], controllers: { 'v1/blog-post': BlogPost } }, tables);
    await agent.get('/v1/blog-post').expect(200, { read: 'blog_post' });
  });

  it('answers 500 with a hint when there is no model', async () => {
    class Thing extends Controller {
      getAction() {
        return this.model();
      }
    }
    const { body } = await serve({ rules, controllers: { thing: Thing }, model: undefined as never })
      .agent.get('/p/a/thing')
      .expect(500);
    expect(body).to.include({ code: 'E_NO_MODEL' });
    expect(body.hint).to.match(/write src\/config\/model: .*createModels\('sqlite:\.\/data\/app\.sqlite3'\)/);
  });
});

onBothMajors('Controller: the generated base class', (serve) => {
  const fields = { name: { required: true, string: true }, views: { int: true, nullable: true } } as const;
  const logic = defineLogic({
    postAction: { body: fields },
    putAction: { body: fields },
    patchAction: { body: partial(fields) },
  });
  class Thing extends Rest<typeof logic> {}
  const options = {
    rules: [['/thing/:id?', 'rest']] as const,
    controllers: { thing: Thing },
    logics: { thing: logic },
  };

  it('PATCH changes the given fields, and null removes a value', async () => {
    const { agent, models } = serve(options, tables);
    await models.repository('thing').insert({ name: 'a', views: 3 });
    await agent.patch('/thing/1').send({ name: 'b' }).expect(200, { id: 1, name: 'b', views: 3 });
    await agent.patch('/thing/1').send({ views: null }).expect(200, { id: 1, name: 'b', views: null });
    await agent.patch('/thing/1').send({}).expect(200, { id: 1, name: 'b', views: null });
    await agent.patch('/thing/1').send({ name: null }).expect(422);
    await agent.patch('/thing/2').send({ name: 'b' }).expect(404);
  });

  it('writes a primary key that the logic declares on POST, and refuses undeclared fields', async () => {
    const wide = defineLogic({ postAction: { body: { ...fields, id: { int: true } } } });
    class Wide extends Rest<typeof wide> {}
    const { agent } = serve({ ...options, controllers: { thing: Wide }, logics: { thing: wide } }, tables);
    await agent.post('/thing').send({ name: 'a', id: 99 }).expect(201, { id: 99, name: 'a', views: null });
    await agent.post('/thing').send({ name: 'a', admin: true }).expect(422);
  });

  it('ignores a parent in the body', async () => {
    const rules = [[/\/v\/(\d+)\/thing(?:\/(\d+))?/, 'thing?views=:1&id=:2', 'rest']] as const;
    const { agent } = serve({ ...options, rules }, tables);
    await agent.post('/v/5/thing').send({ name: 'a', views: 6 }).expect(201, { id: 1, name: 'a', views: 5 });
    await agent.put('/v/5/thing/1').send({ name: 'b', views: 6 }).expect(200, { id: 1, name: 'b', views: 5 });
    await agent.put('/v/6/thing/1').send({ name: 'c' }).expect(404);
  });

  it('reads a required parent from the path only', async () => {
    const rules = [[/\/v\/(\d+)\/thing(?:\/(\d+))?/, 'thing?views=:1&id=:2', 'rest']] as const;
    const required = { ...fields, views: { required: true, int: { min: 1 } } } as const;
    const needs = defineLogic({ postAction: { body: required }, putAction: { body: required } });
    class Needing extends Rest<typeof needs> {}
    const { agent } = serve({ rules, controllers: { thing: Needing }, logics: { thing: needs } }, tables);
    await agent.post('/v/5/thing').send({ name: 'a' }).expect(201, { id: 1, name: 'a', views: 5 });
    await agent.put('/v/5/thing/1').send({ name: 'b' }).expect(200, { id: 1, name: 'b', views: 5 });
    // The parent may be missing, but is validated if present.
    expect((await agent.post('/v/5/thing').send({ name: 'a', views: 'x' }).expect(422)).body.errors).to.have.length(1);
    expect((await agent.post('/v/5/thing').send({}).expect(422)).body.errors[0].pointer).to.equal('/name');
  });

  it('answers 500 with a hint when the logic declares no body', async () => {
    const { agent, models } = serve({ ...options, logics: {} }, tables);
    const { body } = await agent.post('/thing').send({ name: 'a' }).expect(500);
    expect(body.hint).to.match(/Declare the body of this action in src\/logic\/thing/);
    expect(models.rows('thing')).to.have.length(0);
  });

  it('answers 404 for an id of the wrong type', async () => {
    const { agent } = serve(options, tables);
    for (const id of ['abc', '1.5', '99999999999999999999', '-', '1e3']) await agent.get(`/thing/${id}`).expect(404);
  });

  it('does not access the store for refused requests', async () => {
    const { agent, models } = serve(options, tables);
    await agent.get('/thing').expect(200);
    const { calls } = models;
    await agent.post('/thing').type('json').send('{').expect(400);
    await agent.post('/thing').type('text').send('x').expect(415);
    await agent
      .post('/thing')
      .type('json')
      .send(JSON.stringify('x'.repeat(102_400)))
      .expect(413);
    await agent.post('/thing').send({ name: 7 }).expect(422);
    await agent.delete('/thing').expect(405);
    expect(models.calls).to.equal(calls);
  });
});

describe('Controller.isController', () => {
  it('recognizes controllers of any copy of the package', () => {
    expect(Controller.isController(Object.create(Controller.prototype))).to.equal(true);
    for (const value of [{}, null, undefined, 'x', class {}]) expect(Controller.isController(value)).to.equal(false);
  });
});

onBothMajors('undeclared query parameters', (serve) => {
  class Thing extends Rest {}
  const logic = defineLogic({
    getAction: { query: { lang: { string: true } } },
    postAction: { body: { name: { string: true } } },
  });
  const rules = [['/thing/:id?', 'rest']] as const;

  for (const [declares, logics] of [
    ['no logic', {}],
    ['a logic', { thing: logic }],
  ] as const) {
    it(`are refused for records and lists, by GET and HEAD: ${declares}`, async () => {
      const { agent, models } = serve({ rules, controllers: { thing: Thing }, logics }, tables);
      await models.repository('thing').insert({ id: 1, name: 'a' });
      for (const path of ['/thing', '/thing/1']) {
        const { body } = await agent.get(`${path}?lnag=en`).expect(400);
        expect(body).to.include({ code: 'E_QUERY' });
        expect(body.detail).to.include('lnag');
        await agent.head(`${path}?lnag=en`).expect(400);
        await agent.get(path).expect(200);
        if (declares === 'a logic') await agent.get(`${path}?lang=en`).expect(200);
      }
      await agent.get('/thing/1?fields=id').expect(400);
    });
  }

  it('are refused when they are repeated', async () => {
    const thing = reading(function () {
      return this.get('name');
    });
    const { agent } = serve({ rules, controllers: { thing } }, tables);
    await agent.get('/thing?name=a').expect(200, { read: 'a' });
    const { body } = await agent.get('/thing?name=a&name=b').expect(400);
    expect(body).to.include({ code: 'E_QUERY', parameter: 'name' });
  });
});
