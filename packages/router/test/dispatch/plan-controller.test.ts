import { expect } from 'chai';
import { Controller, createRestRouter, StartError } from '../../src/index.ts';

describe('planController', () => {
  for (const name of ['upsert', 'requirePrecondition', 'bulk', 'forms']) {
    it(`takes true and false for static ${name}, and nothing else`, () => {
      const start = (value: unknown) => {
        class Post extends Controller {
          getAction(): void {}
        }
        Object.assign(Post, { [name]: value });
        return createRestRouter({ rules: [['/post/:id?', 'rest']], controllers: { post: Post }, log: false });
      };
      for (const value of [true, false, undefined]) start(value);
      for (const value of ['true', 1, null, {}]) {
        expect(() => start(value))
          .to.throw(StartError, new RegExp(`static ${name} is `))
          .with.property('code', 'E_CONTROLLER_STATIC');
      }
    });
  }
});
