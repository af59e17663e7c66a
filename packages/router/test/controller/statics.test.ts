import { expect } from 'chai';
import { Controller, createRestRouter, StartError } from '../../src/index.ts';

const start = (statics: object) => {
  class Post extends Controller {
    getAction(): void {}
  }
  const controllers = { post: Object.assign(Post, statics) };
  return createRestRouter({ rules: [['/post/:id?', 'rest']], controllers, log: false });
};

describe('static members of a controller', () => {
  const refused: readonly (readonly [name: string, ...values: unknown[]])[] = [
    ...['upsert', 'requirePrecondition', 'bulk', 'forms'].map((name) => [name, 'true', 1, null, {}] as const),
    ['idempotent', 'yes', 1, null],
    ['idempotencyTtl', 0, 1_500.5, '24h', Number.POSITIVE_INFINITY],
    ['hidden', 'password', [1]],
    ['pageSize', 0, '10'],
    ['maxPageSize', Number.POSITIVE_INFINITY],
  ];
  for (const [name, ...values] of refused) {
    it(`stop the start when ${name} has an invalid value`, () => {
      for (const value of values) {
        expect(() => start({ [name]: value }))
          .to.throw(StartError, new RegExp(`static ${name} is .*\\n {2}It has to be `))
          .with.property('code', 'E_CONTROLLER_STATIC');
      }
    });
  }

  it('may be undefined', () => {
    for (const [name] of refused) expect(() => start({ [name]: undefined })).not.to.throw();
  });
});
