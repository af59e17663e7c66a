import { defineLogic } from '@rest-gen/logic';
import type { Row } from '@rest-gen/model/core';
import { expect } from 'chai';
import { Controller, createRestRouter, type ServiceDescription } from '../../src/index.ts';

class Rest extends Controller {
  static abstract = true;
  static declaresListQuery = true;
  getAction() {
    return [];
  }
  queryAction() {
    return [];
  }
  postAction() {
    return 1;
  }
  patchAction() {
    return 1;
  }
}
class Post extends Rest {
  static bulk = true;
  static idempotent = 'required' as const;
  static pageSize = 5;
  override show(record: Row) {
    return record.title;
  }
  override __before() {
    return true;
  }
  override patchAction() {
    return 2;
  }
}
class Draft extends Post {}
class Profile extends Rest {
  static singleton = true;
}

const router = createRestRouter({
  rules: [['/post/:id?', 'rest']],
  controllers: { rest: Rest, post: Post, 'v1/draft': Draft, profile: Profile },
  logics: { post: defineLogic({ postAction: { body: { title: { string: true } } } }) },
  envelope: (data) => ({ data }),
  problemType: '/docs/errors#',
});
let service: ServiceDescription;
let controllers: ServiceDescription['controllers'];

describe('describe', () => {
  before(() => {
    service = router.describe();
    controllers = service.controllers;
  });

  it('has the options of the service', () => {
    expect(service).to.deep.include({ model: undefined, hasEnvelope: true, hasOnError: false });
    expect(service.limits.path).to.equal(2048);
    expect(service.problemType('E_QUERY')).to.equal('/docs/errors#e_query');
    expect(service.rules).to.have.length(1);
    expect(service.rules[0]).to.deep.include({ number: '1', text: "['/post/:id?', 'rest']", file: undefined });
    expect([...controllers.keys()]).to.deep.equal(['post', 'v1/draft', 'profile']);
  });

  it('has the static members of a class without defaults', () => {
    const { statics, hooks, overridesShow } = controllers.get('v1/draft') ?? {};
    expect(statics).to.deep.equal({ declaresListQuery: true, pageSize: 5, bulk: true, idempotent: 'required' });
    expect([hooks, overridesShow]).to.deep.equal([['__before'], true]);
    expect(controllers.get('profile')).to.deep.include({ hooks: [], overridesShow: false });
  });

  it('has the operations of collections and items', () => {
    const { collection = [], item = [] } = controllers.get('post') ?? {};
    const logic = collection.find(({ method }) => method === 'POST')?.logic;
    expect(logic?.fields('body')).to.deep.equal(['title']);
    const plain = {
      logic: undefined,
      takesBody: false,
      isInherited: true,
      isList: false,
      isBulk: false,
      isMany: false,
      deprecated: false,
      sunset: undefined,
      answerHeaders: {},
      parameters: [],
      idempotent: false,
    };
    expect(collection).to.deep.equal([
      { ...plain, method: 'GET', action: 'getAction', isList: true },
      { ...plain, method: 'QUERY', action: 'queryAction', isList: true, takesBody: true },
      { ...plain, method: 'POST', action: 'postAction', takesBody: true, isBulk: true, idempotent: 'required', logic },
    ]);
    expect(item).to.deep.equal([
      { ...plain, method: 'GET', action: 'getAction' },
      { ...plain, method: 'PATCH', action: 'patchAction', takesBody: true, isInherited: false },
    ]);
  });

  it('has no list for a singleton', () => {
    const { collection = [] } = controllers.get('profile') ?? {};
    expect(collection.filter(({ isList }) => isList)).to.deep.equal([]);
    expect(collection.map(({ method }) => method)).to.include('PATCH');
  });
});
