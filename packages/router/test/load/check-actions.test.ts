import { defineLogic } from '@rest-gen/logic';
import { expect } from 'chai';
import { givenModules } from '../../src/core/load/load-modules.ts';
import { Controller, type ControllerClass, StartError } from '../../src/index.ts';
import { toProject } from '../../src/load/to-project.ts';
import { startErrorOf } from './load-project.ts';
import { removeProjects, writeProject } from './project.ts';

class Base extends Controller {
  getAction() {}
  postAction() {}
  queryAction() {}
}
class Post extends Base {
  archiveAction() {}
}
class ReadOnly extends Base {
  override postAction = undefined as never;
}
class Hidden extends Base {}
Object.defineProperty(Hidden.prototype, 'postAction', { value: undefined });
class Field extends Controller {
  getAction = async () => 1;
}
class Caller extends Controller {
  getAction() {}
  override __call() {}
}

const load = (Class: ControllerClass, logic: object, name = 'post') => {
  const options = { rules: [], controllers: { post: Class }, logics: { [name]: logic as never } };
  return toProject(givenModules(options), options);
};

describe('checkActions', () => {
  afterEach(removeProjects);

  for (const [what, Class, logic] of [
    ['methods of base classes', Post, { getAction: {}, postAction: {}, queryAction: {} }],
    ['a method of its own', Post, { archiveAction: {} }],
    ['a logic without actions', Post, { params: {} }],
    ['functions in place of actions', Post, { postAction: () => ({}) }],
    ['whatever a controller with __call may use', Caller, { postAction: {}, purgeAction: {} }],
  ] as const) {
    it(`takes ${what}`, () => expect(load(Class, defineLogic(logic as never)).logics.size).to.equal(1));
  }

  it('takes a logic without a controller', () => {
    expect(load(Post, { pstAction: {} }, 'other').logics.has('other')).to.equal(true);
  });

  for (const [what, Class, action, message] of [
    ['a misspelt action', Post, 'pstAction', /Did you mean "postAction"\?/],
    [
      'an action that the class does not have',
      Post,
      'patchAction',
      /Write patchAction\(\) in the controller, or take it out/,
    ],
    ['an action that the class has taken away', Hidden, 'postAction', /Write postAction\(\)/],
    [
      'an action that is a class field',
      Field,
      'getAction',
      /A class field \(getAction = …\) is not served: write a method/,
    ],
    ['a name of every object', Post, 'toStringAction', /Write toStringAction\(\)/],
  ] as const) {
    it(`refuses ${what}`, () => {
      const start = () => load(Class, { [action]: {} });
      expect(start).to.throw(StartError, message).that.includes({ code: 'E_LOGIC_ACTION', file: 'the logic "post"' });
      expect(start).to.throw(`it declares "${action}", and the controller "post" has no such method`);
    });
  }

  it('refuses an action that is misspelt beside __call', () => {
    expect(() => load(Caller, { gettAction: {} })).to.throw(StartError, /Did you mean "getAction"\?/);
  });

  it('sees that a class field hides no method', () => {
    expect(load(ReadOnly, { postAction: {} }).logics.size).to.equal(1);
  });

  it('names both files', async () => {
    const { root } = writeProject({
      'src/config/router.js': 'export default [];',
      'src/controller/post.js':
        "import { Controller } from '@rest-gen/router';\nexport default class extends Controller {}",
      'src/logic/post.js': 'export default { postAction: {} };',
    });
    expect((await startErrorOf({ root })).message).to.match(
      /src\/logic\/post\.js\n.*"postAction".*"post" \(.*src\/controller\/post\.js\)/,
    );
  });
});
