import { expect } from 'chai';
import { checkWrites } from '../../src/controller/check-writes.ts';
import { StartError } from '../../src/index.ts';

describe('checkWrites', () => {
  for (const name of ['upsert', 'requirePrecondition', 'bulk', 'forms']) {
    it(`takes true and false for ${name}, and nothing else`, () => {
      for (const value of [true, false, undefined]) checkWrites({ [name]: value } as never, 'post.ts');
      for (const value of ['true', 1, null, {}]) {
        expect(() => checkWrites({ [name]: value } as never, 'post.ts')).to.throw(
          StartError,
          new RegExp(`E_CONTROLLER_STATIC in post.ts\\n {2}static ${name} is `),
        );
      }
    });
  }
});
