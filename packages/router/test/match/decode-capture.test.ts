import { expect } from 'chai';
import { HttpError } from '../../src/core/errors.ts';
import { decodeCapture } from '../../src/core/match/match-path.ts';

describe('decodeCapture', () => {
  for (const [raw, value] of [
    ['12', '12'],
    ['a%20b', 'a b'],
    ['caf%C3%A9', 'café'],
    ['%2525', '%25'],
    ['a%5Cb', 'a\\b'],
    ['$%26', '$&'],
    ['a/b', 'a/b'],
    ['...', '...'],
  ]) {
    it(`decodes ${raw} once`, () => expect(decodeCapture(raw as string, 255)).to.equal(value));
  }

  for (const [raw, status, code] of [
    ['%', 400, 'E_BAD_ESCAPE'],
    ['%ff', 400, 'E_BAD_ESCAPE'],
    ['%c0%ae', 400, 'E_BAD_ESCAPE'],
    ['%00', 400, 'E_BAD_PATH'],
    ['a%0d%0aSet-Cookie:', 400, 'E_BAD_PATH'],
    ['a%7f', 400, 'E_BAD_PATH'],
    ['a\u0085', 400, 'E_BAD_PATH'],
    ['a%e2%80%a8', 400, 'E_BAD_PATH'],
    ['a%2Fb', 400, 'E_BAD_PATH'],
    ['.', 400, 'E_BAD_PATH'],
    ['..', 400, 'E_BAD_PATH'],
    ['a/../b', 400, 'E_BAD_PATH'],
    ['/etc/passwd', 400, 'E_BAD_PATH'],
    ['a//b', 400, 'E_BAD_PATH'],
    ['a'.repeat(256), 414, 'E_PATH_TOO_LONG'],
  ] as const) {
    it(`refuses ${raw.slice(0, 12)} with ${code}`, () => {
      expect(() => decodeCapture(raw, 255))
        .to.throw(HttpError)
        .that.includes({ status, code });
    });
  }

  it('accepts a segment at the limit', () => expect(decodeCapture('a'.repeat(255), 255)).to.have.length(255));
});
