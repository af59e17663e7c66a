import { expect } from 'chai';
import { mediaType } from '../../src/dispatch/media-type.ts';

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
      for (const time of ['first', 'second']) expect(mediaType(header), time).to.deep.equal({ type, isUtf8 });
    });
  }

  it('remembers what is repeated, and forgets it among many others', () => {
    const first = mediaType('application/vnd.first+json');
    expect(mediaType('application/vnd.first+json') === first).to.equal(true);
    for (let i = 0; i < 1_000; i++) mediaType(`application/vnd.${i}+json`);
    expect(mediaType('application/vnd.first+json') === first).to.equal(false);
  });

  it('remembers nothing long', () => {
    const [first, second] = ['x', 'x'].map((text) => mediaType(`application/json; profile=${text.repeat(200)}`));
    expect(first).to.deep.equal(second);
    expect(first === second).to.equal(false);
  });
});
