import { expect } from 'chai';
import { Controller, type ControllerClass, createRestRouter, StartError } from '../../src/index.ts';

const start = (Class: ControllerClass) =>
  createRestRouter({ rules: [['/post/:id?', 'rest']], controllers: { post: Class }, logics: {} });

/** A class with a member of this name. */
function classWith(name: string, isStatic: boolean): ControllerClass {
  class Base extends Controller {
    getAction() {}
  }
  Object.defineProperty(isStatic ? Base : Base.prototype, name, {
    value: isStatic ? ['hash'] : () => {},
    writable: true,
  });
  return class Post extends Base {};
}

describe('checkMembers', () => {
  // biome-ignore format: a table
  const wrong: readonly [name: string, meant: string, isStatic?: true][] = [
    ['_before', '__before'], ['__befor', '__before'], ['___before', '__before'], ['__Before', '__before'], ['_after', '__after'],
    ['getaction', 'getAction'], ['getActions', 'getAction'], ['PostAction', 'postAction'], ['patchactions', 'patchAction'],
    ['beforewrite', 'beforeWrite'], ['afterWrites', 'afterWrite'], ['afterComit', 'afterCommit'], ['addRecord', 'addRecords'],
    ['hiden', 'hidden', true], ['hide', 'hidden', true], ['Hidden', 'hidden', true], ['requirePreconditions', 'requirePrecondition', true],
    ['pagesize', 'pageSize', true], ['filterabel', 'filterable', true], ['sortible', 'sortable', true], ['max_page_size', 'maxPageSize', true], ['Upsert', 'upsert', true],
    ['timeOut', 'timeout', true], ['maxitems', 'maxItems', true],
  ];
  for (const [name, meant, isStatic = false] of wrong) {
    it(`refuses ${isStatic ? 'static ' : ''}${name}, in a base class too`, () => {
      expect(() => start(classWith(name, isStatic)))
        .to.throw(StartError, `did you mean ${meant}?`)
        .with.property('code', 'E_CONTROLLER_MEMBER');
    });
  }

  // biome-ignore format: a table
  const right: readonly [name: string, isStatic?: true][] = [
    ['_call'], ['before'], ['after'], ['call'], ['setAction'], ['archiveAction'], ['getAuction'], ['getSection'], ['action'], ['_beforeSave'], ['_private'], ['beforeWrite'], ['addRecords'], ['beforeSave'],
    ['show'], ['subset', true], ['table', true], ['includes', true], ['options', true], ['insert', true], ['header', true],
  ];
  for (const [name, isStatic = false] of right) {
    it(`takes ${isStatic ? 'static ' : ''}${name}`, () => {
      expect(() => start(classWith(name, isStatic))).not.to.throw();
    });
  }
});
