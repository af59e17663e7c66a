import { defineLogic } from '@rest-gen/logic';
import { expect } from 'chai';
import Rest from '../../../../test/fixture/rest.ts';
import type { RestRouterOptions } from '../../src/index.ts';
import { onBothMajors } from '../serve.ts';

const tables = {
  user: { id: 'integer', name: 'string', password_hash: 'string?', pin: 'string?', token: 'string?' },
} as const;
const rules = [['/user/:id?', 'rest']] as const;
const name = { string: true, required: true } as const;
const pin = { string: true, secret: true, nullable: true } as const;
const logics = {
  user: defineLogic({
    postAction: { body: { name, pin, password: { string: true, secret: true } } },
    putAction: { body: { name, pin } },
    patchAction: { body: { token: { string: true, secret: true }, name: { string: true } } },
  }),
};

class User extends Rest {
  static hidden = ['password_hash'];
}

onBothMajors('readable fields', (serve) => {
  async function open(options: Partial<RestRouterOptions> = {}) {
    const served = serve({ rules, controllers: { user: User }, logics, ...options }, tables);
    await served.models
      .repository('user')
      .insert({ name: 'Ada', password_hash: 'h-secret', pin: 'p-secret', token: 't-secret' });
    return served;
  }

  for (const [method, path, body] of [
    ['get', '/user'],
    ['get', '/user?fields=name,id&sort=-name'],
    ['get', '/user/1'],
    ['post', '/user', { name: 'Bob', pin: 'p-secret' }],
    ['put', '/user/1', { name: 'Bob', pin: 'p-secret' }],
    ['patch', '/user/1', { token: 't-secret' }],
  ] as const) {
    it(`are the only ones in the response to ${method} ${path}`, async () => {
      const { agent } = await open();
      const { text, status } = await agent[method](path).send(body);
      expect(status).to.be.within(200, 201);
      expect(text)
        .to.include('"name":')
        .and.not.to.match(/secret|password_hash|pin|token/);
    });
  }

  for (const field of ['password_hash', 'pin', 'token']) {
    for (const [what, query] of [
      ['sort', `sort=-${field}`],
      ['fields', `fields=id,${field}`],
      ['a filter', `${field}=x`],
      ['a filter with an operator', `${field}[gte]=x`],
    ] as const) {
      it(`do not include ${field} in ${what}: the response is that to an unknown name`, async () => {
        const { agent } = await open();
        const { body: refused } = await agent.get(`/user?${query}`).expect(400);
        const { body: unknown } = await agent.get(`/user?${query.replace(field, 'nothing')}`).expect(400);
        expect(JSON.stringify(refused)).to.equal(JSON.stringify(unknown).replaceAll('nothing', field));
        const { text } = await agent.get('/user?nme=x').expect(400);
        expect(text).not.to.include(field);
      });
    }
  }

  it('do not limit a model with a name, or conditions', async () => {
    class Login extends User {
      override async getAction() {
        const all = await this.model('user').byId(1).find();
        const own = await this.model().where({ password_hash: 'h-secret' }).find();
        return { all, own };
      }
    }
    const { agent } = await open({ controllers: { user: Login } });
    const { body } = await agent.get('/user').expect(200);
    expect(body.all).to.include({ password_hash: 'h-secret', pin: 'p-secret', token: 't-secret' });
    expect(body.own).to.deep.equal({ id: 1, name: 'Ada' });
  });

  it('keep the values of hidden fields that a PUT omits', async () => {
    const { agent, models } = await open();
    await agent.put('/user/1').send({ name: 'Bob' }).expect(200);
    expect(models.rows('user')[0]).to.include({ name: 'Bob', pin: 'p-secret', password_hash: 'h-secret' });
  });

  it('must include the primary key for lists', async () => {
    class Keyless extends Rest {
      static hidden = ['id'];
    }
    const { agent } = await open({ controllers: { user: Keyless } });
    expect((await agent.get('/user/1').expect(200)).body).to.deep.equal({ name: 'Ada', password_hash: 'h-secret' });
    expect((await agent.get('/user').expect(500)).body.hint).to.match(/primary key/);
  });
});
