import { defineLogic, partial } from '@rest-gen/logic';
import { expect } from 'chai';
import Rest from '../../../../test/fixture/rest.ts';
import {
  Controller,
  type ControllerClass,
  createRestRouter,
  type RestRouterOptions,
  StartError,
} from '../../src/index.ts';
import { onBothMajors, type Served } from '../serve.ts';

const tables = {
  thing: {
    id: 'integer',
    name: 'string?',
    page: 'integer?',
    views: 'integer?',
    list_id: 'integer?',
    secret: 'string?',
  },
  list: { id: 'integer', name: 'string' },
} as const;
const fields = { name: { required: true, string: true }, views: { int: true }, secret: { string: true } } as const;
const logic = defineLogic({ postAction: { body: fields }, patchAction: { body: partial(fields) } });
const rules = [
  ['/list/:list_id/thing/:id?', '/thing', 'rest'],
  ['/thing/:id?', 'rest'],
] as const;

class Thing extends Rest<typeof logic> {
  static bulk = ['patch', 'delete'];
  static search = ['name'];
  static hidden = ['secret'];
}

/** The base class as it was before PATCH and DELETE of a collection. */
class OldRest extends Rest<typeof logic> {
  static override abstract = true;
  override async patchAction({ body }: { body?: unknown }): Promise<unknown> {
    return this.change(await this.writable(body));
  }
  override async deleteAction(): Promise<unknown> {
    return this.guard(
      () => this.record,
      async (record) => ((await record.delete()) === 0 ? this.fail(404) : this.success()),
    );
  }
}

const MANY = { Prefer: 'max-affected=10' };

onBothMajors('PATCH and DELETE of a collection', (serve) => {
  const start = async (thing: ControllerClass = Thing, more: RestRouterOptions = {}): Promise<Served> => {
    const served = serve({ rules, controllers: { thing }, logics: { thing: logic }, ...more }, tables);
    for (const name of ['a', 'b', 'b c'])
      await served.models.repository('thing').insert({ name, views: 0, list_id: 1, secret: name });
    return served;
  };
  const viewsOf = ({ models }: Served) => models.rows('thing').map(({ views }) => views);
  const patch = (
    { agent }: Served,
    path: string,
    headers: Record<string, string> = MANY,
    body: object = { views: 1 },
  ) => agent.patch(path).set(headers).send(body);

  for (const [bulk, allow] of [
    [['patch'], 'GET, HEAD, QUERY, POST, PATCH, OPTIONS'],
    [['delete', 'post'], 'GET, HEAD, QUERY, POST, DELETE, OPTIONS'],
    [true, 'GET, HEAD, QUERY, POST, OPTIONS'],
    [undefined, 'GET, HEAD, QUERY, POST, OPTIONS'],
  ] as const) {
    it(`are methods of it where static bulk is ${JSON.stringify(bulk)}`, async () => {
      const Class = Object.assign(class extends Thing {}, { bulk });
      const served = await start(Class);
      await served.agent.options('/thing').expect(204).expect('Allow', allow);
      await patch(served, '/thing?views=0').expect(allow.includes('PATCH') ? 200 : 405);
      await served.agent
        .delete('/thing?views=9')
        .set(MANY)
        .expect(allow.includes('DELETE') ? 204 : 405);
      await served.agent.put('/thing?views=0').set(MANY).send({ name: 'x' }).expect(405).expect('Allow', allow);
      expect(viewsOf(served)).to.deep.equal(allow.includes('PATCH') ? [1, 1, 1] : [0, 0, 0]);
    });
  }

  it('answer with what was changed, or without it', async () => {
    const served = await start();
    const { body } = await patch(served, '/thing?name=b').expect(200).expect('X-Total-Count', '1');
    expect(body).to.deep.equal([{ id: 2, name: 'b', page: null, views: 1, list_id: 1 }]);
    await patch(served, '/thing?name=b', { Prefer: 'return=minimal, max-affected=10' })
      .expect(204, '')
      .expect('Preference-Applied', 'max-affected=10, return=minimal')
      .expect('X-Total-Count', '1');
    await patch(served, '/thing?name=none').expect(200, []).expect('X-Total-Count', '0');
    await served.agent.delete('/thing?name=none').set(MANY).expect(204).expect('X-Total-Count', '0');
    await served.agent.delete('/thing?q=B').set(MANY).expect(204).expect('X-Total-Count', '2');
    expect(viewsOf(served)).to.deep.equal([0]);
  });

  for (const [title, path, headers, words] of [
    ['no filter', '/thing', MANY, 'has no filter'],
    ['an empty search', '/thing?q=+', MANY, 'has no filter'],
    ['a parent, and no filter', '/list/1/thing', MANY, 'has no filter'],
    ['no maximum', '/thing?views=0', {}, 'N from 1 to 1000'],
    ['a maximum of 0', '/thing?views=0', { Prefer: 'max-affected=0' }, 'N from 1 to 1000'],
    ['a maximum above limits.items', '/thing?views=0', { Prefer: 'max-affected=1001' }, 'N from 1 to 1000'],
    ['a maximum that is no number', '/thing?views=0', { Prefer: 'max-affected=1e2' }, 'N from 1 to 1000'],
    ['a maximum after another one', '/thing?views=0', { Prefer: 'max-affected=x, max-affected=5' }, 'N from 1 to 1000'],
  ] as const) {
    it(`are 428 with ${title}`, async () => {
      const served = await start();
      for (const request of [patch(served, path, headers), served.agent.delete(path).set(headers)]) {
        const { body } = await request.expect(428);
        expect(body.code).to.equal('E_UNBOUNDED');
        expect(body.detail).to.contain(words);
      }
      expect(viewsOf(served)).to.deep.equal([0, 0, 0]);
    });
  }

  it('allow as many records as the request says, and no more', async () => {
    const served = await start();
    const { body } = await patch(served, '/thing?views=0', { Prefer: 'max-affected=2' }).expect(409);
    expect(body).to.include({ code: 'E_MAX_AFFECTED', matched: 3, maxAffected: 2 });
    expect(viewsOf(served)).to.deep.equal([0, 0, 0]);
    await patch(served, '/thing?views=0', { Prefer: 'return=minimal; x=y, Max-Affected="3"' }).expect(204);
    expect(viewsOf(served)).to.deep.equal([1, 1, 1]);
    await patch(served, '/thing?views=1', { Prefer: 'max-affected=1000' }).expect(200);
  });

  for (const query of [
    'views=0&unknown=1',
    'views=0&sort=id',
    'views=0&page=1',
    'views=0&pageSize=1',
    'views=0&after=WzFd',
    'views=0&fields=id',
    'views=0&include=list',
    'views=0&secret=a',
    'views=0&views=1',
    'views=0&or=1',
    'views[like]=0',
  ]) {
    it(`are 400 for ?${query}`, async () => {
      const served = await start();
      for (const request of [patch(served, `/thing?${query}`), served.agent.delete(`/thing?${query}`).set(MANY)])
        expect((await request.expect(400)).body.code).to.equal('E_QUERY');
      expect(viewsOf(served)).to.deep.equal([0, 0, 0]);
    });
  }

  it('compare no version of a collection', async () => {
    const served = await start();
    await patch(served, '/thing?views=0', { ...MANY, 'If-Match': '"a"' }).expect(412);
    await patch(served, '/thing?views=0', { ...MANY, 'If-None-Match': '*' }).expect(412);
    await patch(served, '/thing?views=0', { ...MANY, 'If-Match': 'a' }).expect(400);
    expect(viewsOf(served)).to.deep.equal([0, 0, 0]);
    await patch(served, '/thing?views=0', { ...MANY, 'If-Match': '*' }).expect(200);
    await served.agent
      .delete('/thing?views=1')
      .set({ ...MANY, 'If-None-Match': '"a"' })
      .expect(204);
  });

  it('change records under the parent in the URL', async () => {
    const served = await start();
    await served.models.repository('thing').insert({ name: 'other', views: 0, list_id: 2 });
    await patch(served, '/list/2/thing?views=0', MANY, { views: 1, list_id: 3 } as never).expect(422);
    await patch(served, '/list/2/thing?views=0').expect(200).expect('X-Total-Count', '1');
    expect(viewsOf(served)).to.deep.equal([0, 0, 0, 1]);
  });

  it('change what records of the class are at most', async () => {
    class Narrow extends Thing {
      override get records() {
        return super.records.where({ name: { startsWith: 'b' } });
      }
    }
    const served = await start(Narrow);
    await patch(served, '/thing?views=0').expect(200).expect('X-Total-Count', '2');
    await served.agent.delete('/thing?id[gt]=0').set(MANY).expect('X-Total-Count', '2');
    expect(viewsOf(served)).to.deep.equal([0]);
  });

  it('filter by what the logic declares, if the client sends it', async () => {
    const declared = defineLogic({
      patchAction: { query: { name: { default: 'a', string: true } }, body: partial(fields) },
      deleteAction: { query: { name: { default: 'a', string: true } } },
    });
    const served = await start(Thing, { logics: { thing: declared } });
    await patch(served, '/thing').expect(428);
    await served.agent.delete('/thing').set(MANY).expect(428);
    await patch(served, '/thing?views=0').expect(200).expect('X-Total-Count', '1');
    await patch(served, '/thing?name=b').expect(200).expect('X-Total-Count', '1');
    await patch(served, '/thing?name=b&unknown=1').expect(400);
    expect(viewsOf(served)).to.deep.equal([1, 1, 0]);
  });

  it('do not filter by fields that show changes', async () => {
    class Masked extends Thing {
      override show({ views, ...record }: Record<string, unknown>) {
        return record.id === 2 ? record : { ...record, views };
      }
    }
    const served = await start(Masked);
    await patch(served, '/thing?views=0').expect(400);
    await served.agent.delete('/thing?views=0').set(MANY).expect(400);
    expect(viewsOf(served)).to.deep.equal([0, 0, 0]);
    const { body } = await patch(served, '/thing?name=b').expect(200);
    expect(body).to.deep.equal([{ id: 2, name: 'b', page: null, list_id: 1 }]);
  });

  it('refuse a body that the logic refuses', async () => {
    const served = await start();
    await patch(served, '/thing?views=0', MANY, { views: 'x' }).expect(422);
    await patch(served, '/thing?views=0', MANY, [{ views: 1 }]).expect(422);
    await patch(served, '/thing?views=0', MANY, { id: 7 }).expect(422);
    expect(viewsOf(served)).to.deep.equal([0, 0, 0]);
  });

  it('read forms where the class does', async () => {
    class Formed extends Thing {
      static forms = true;
    }
    const form = ({ agent }: Served) => agent.patch('/thing?name=b').set(MANY).type('form').send('views=5');
    await form(await start()).expect(415);
    const served = await start(Formed);
    await form(served).expect(200);
    expect(viewsOf(served)).to.deep.equal([0, 5, 0]);
  });

  for (const count of [1, 3]) {
    it(`change nothing with a base class that knows one record, of ${count}`, async () => {
      const served = await start(
        class extends OldRest {
          static bulk = ['patch', 'delete'];
        },
      );
      if (count === 1) await served.models.repository('thing').delete({ id: { gt: 1 } });
      const before = served.models.rows('thing');
      const { body } = await patch(served, '/thing?views=0').expect(500);
      expect(body.hint).to.contain('if (!this.isItem) return this.changeAll(() => this.records, values);');
      const { body: deleted } = await served.agent.delete('/thing?views=0').set(MANY).expect(500);
      expect(deleted.hint).to.contain('return this.deleteAll(() => this.records);');
      expect(served.models.rows('thing')).to.deep.equal(before);
    });
  }

  it('need the method in static bulk', async () => {
    class Wrong extends Thing {
      override async postAction() {
        return this.deleteAll(() => this.records);
      }
    }
    const served = await start(Wrong);
    const { body } = await served.agent.post('/thing?views=0').set(MANY).send({ name: 'x' }).expect(500);
    expect(body.hint).to.contain('static bulk');
    expect(viewsOf(served)).to.deep.equal([0, 0, 0]);
  });
});

describe('static bulk', () => {
  const start = (statics: object) => {
    class Post extends Controller {
      getAction(): void {}
    }
    return createRestRouter({
      rules: [['/post/:id?', 'rest']],
      controllers: { post: Object.assign(Post, statics) },
      log: false,
    });
  };
  for (const [statics, hint] of [
    [{ bulk: ['put'] }, "true, false, or a list of methods: 'post', 'patch', 'delete'"],
    [{ bulk: ['PATCH'] }, "true, false, or a list of methods: 'post', 'patch', 'delete'"],
    [{ singleton: true, bulk: ['patch'] }, "true, false, or a list of methods: 'post'"],
  ] as const) {
    it(`stops the start: ${JSON.stringify(statics)}`, () => {
      expect(() => start(statics)).to.throw(StartError, `It has to be ${hint}.`);
    });
  }
});
