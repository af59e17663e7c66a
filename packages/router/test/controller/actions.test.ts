import { defineLogic } from '@rest-gen/logic';
import { expect } from 'chai';
import { checkProject } from '../../../inspect/src/check/check-project.ts';
import { createRestRouter } from '../../../inspect/test/create-router.ts';
import { Controller, type ControllerClass, StartError } from '../../src/index.ts';
import { onBothMajors } from '../serve.ts';

class Whole extends Controller {
  static abstract = true;
  getAction(): unknown {
    return [];
  }
  queryAction(): unknown {
    return [];
  }
  postAction(): unknown {
    return {};
  }
  putAction(): unknown {
    return {};
  }
  patchAction(): unknown {
    return {};
  }
  deleteAction(): void {}
}
class Report extends Whole {
  static actions = ['get'];
  override putAction(): unknown {
    return {};
  }
}
const options = (post: ControllerClass) => ({ rules: [['/post/:id?', 'rest']] as const, controllers: { post } });

onBothMajors('static actions', (serve) => {
  it('answers 405 with the exact Allow for actions that are not listed', async () => {
    const { agent } = serve(options(Report));
    for (const path of ['/post', '/post/1']) {
      await agent.get(path).expect(200);
      await agent.head(path).expect(200);
      for (const method of ['post', 'put', 'patch', 'delete'] as const)
        await agent[method](path).expect(405).expect('Allow', 'GET, HEAD, OPTIONS');
      await agent.options(path).expect(204).expect('Allow', 'GET, HEAD, OPTIONS');
    }
  });

  it('applies to a singleton', async () => {
    class Profile extends Whole {
      static singleton = true;
      static actions = ['get', 'put'];
    }
    const { agent } = serve(options(Profile));
    await agent.put('/post').expect(200);
    await agent.patch('/post').expect(405).expect('Allow', 'GET, HEAD, PUT, OPTIONS');
  });
});

describe('static actions', () => {
  it('removes other actions from routes, describe and explain', () => {
    const router = createRestRouter(options(Report));
    expect(router.routes()[0]).to.deep.include({ collection: ['GET', 'HEAD'], item: ['GET', 'HEAD'] });
    const { controllers } = router.describe();
    const controller = controllers.get('post');
    expect(controller?.collection.map(({ method }) => method)).to.deep.equal(['GET']);
    expect(controller?.item.map(({ method }) => method)).to.deep.equal(['GET']);
    const { status, hint } = router.explain('PATCH', '/post/1');
    expect(status).to.equal(405);
    expect(hint).to.equal('Add \'patch\' to static actions of the controller "post".');
  });

  for (const [what, actions] of [
    ['a name that is no action', ['get', 'fetch']],
    ['the name of a method', ['getAction']],
    ['capitals', ['GET']],
    ['one name', 'get'],
    ['an action that the class does not have', ['get', 'patch']],
  ] as const) {
    it(`stops the start for ${what}`, () => {
      class Odd extends Controller {
        static actions = actions as unknown as string[];
        getAction(): void {}
        deleteAction(): void {}
      }
      expect(() => createRestRouter(options(Odd)))
        .to.throw(StartError, /static actions is .*\n.*the class has: 'get', 'delete'/)
        .that.includes({ code: 'E_CONTROLLER_STATIC' });
    });
  }

  it('makes check report a logic for other actions', async () => {
    const logics = { post: defineLogic({ getAction: {}, postAction: { body: {} } }) };
    const { findings } = await checkProject({ ...options(Report), logics });
    expect(findings.map(({ code, name }) => [code, name])).to.deep.equal([['C_LOGIC_ACTION_UNUSED', 'postAction']]);
  });
});
