import { expect } from 'chai';
import { readMethod } from '../../src/arguments/read-method.ts';
import { thrownBy } from '../fixture.ts';

describe('readMethod', () => {
  for (const [text, method] of [
    ['get', 'GET'],
    ['Delete', 'DELETE'],
    ['M-SEARCH', 'M-SEARCH'],
  ] as const) {
    it(`reads ${text}`, () => expect(readMethod(text)).to.equal(method));
  }

  for (const text of ['', '/post/1', 'GET ', 'GÉT']) {
    it(`refuses "${text}"`, async () => {
      const error = await thrownBy(() => readMethod(text));
      expect(error).to.include({ code: 'E_USAGE', exitCode: 2 });
      expect(error.fix).to.contain('DELETE');
    });
  }
});
