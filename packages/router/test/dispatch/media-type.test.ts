import { expect } from 'chai';
import { mediaType } from '../../src/dispatch/read-body.ts';

describe('mediaType', () => {
  for (const [header, type, isUtf8] of [
    [undefined, '', true],
    ['', '', true],
    ['application/json', 'application/json', true],
    [' Application/JSON\t', 'application/json', true],
    ['application/json; charset=utf-8', 'application/json', true],
    ['application/json;charset=UTF-8', 'application/json', true],
    ['application/json;\t Charset="Utf-8" ', 'application/json', true],
    ['application/json; charset=utf8', 'application/json', false],
    ['application/json; charset=utf-16', 'application/json', false],
    ['application/json; charset="utf-8', 'application/json', false],
    ["application/json; charset='utf-8'", 'application/json', false],
    ['application/json; charset=utf-8; charset=latin1', 'application/json', false],
    ['application/json; charset=utf-8;', 'application/json', false],
    ['application/json;', 'application/json', false],
    ['application/json; q=1', 'application/json', false],
    ['text/plain, application/json', 'text/plain, application/json', true],
  ] as const) {
    it(`reads ${header}`, () => {
      expect(mediaType(header)).to.deep.equal({ type, isUtf8 });
    });
  }
});
