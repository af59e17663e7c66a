import { expect } from 'chai';
import fc from 'fast-check';
import { chooseLanguage } from '../../src/messages/choose-language.ts';

describe('chooseLanguage', () => {
  const table: [header: string | undefined, tags: string[], language: string][] = [
    [undefined, ['de'], 'en'],
    ['', ['de'], 'en'],
    ['*', ['de'], 'en'],
    ['en-US,en;q=0.9', [], 'en'],
    ['fr', [], 'en'],
    ['zh', [], 'zh-CN'],
    ['zh-CN', [], 'zh-CN'],
    ['ZH-cn', [], 'zh-CN'],
    ['zh-Hans', [], 'zh-CN'],
    ['zh-hans-cn', [], 'zh-CN'],
    ['zh-TW', [], 'en'],
    ['zh-Hant', [], 'en'],
    ['zh-Hant-TW', [], 'en'],
    ['zh-TW, zh;q=0.9, en;q=0.8', [], 'zh-CN'],
    ['zh-TW, zh-CN;q=0.5', [], 'zh-CN'],
    ['zh-TW, en;q=0.5', ['zh-TW'], 'zh-TW'],
    ['zh', ['zh-TW'], 'zh-CN'],
    ['de-AT, en;q=0.5', ['de'], 'de'],
    ['de', ['de-AT'], 'de-AT'],
    ['de;q=0.2, zh-CN;q=0.9', ['de'], 'zh-CN'],
    ['en;q=0, de', [], 'en'],
    ['en;q=nonsense, zh-CN;q=0.1', [], 'zh-CN'],
    ['fr, *;q=0.1', ['*'], 'en'],
    [`de, ${'x, '.repeat(1000)}zh-CN`, ['de'], 'de'],
    [`${'fr,'.repeat(332)}f,zh-TW`, [], 'en'],
    [`zh,${'fr,'.repeat(332)}en`, [], 'zh-CN'],
    [`${'fr,'.repeat(331)}x,zh-CN`, [], 'zh-CN'],
    ['a'.repeat(100_000), [], 'en'],
    ['__proto__, constructor, zh-CN;q=0.1', [], 'zh-CN'],
  ];
  for (const [header, tags, language] of table) {
    it(`${header?.slice(0, 40)} among ${tags} is ${language}`, () =>
      expect(chooseLanguage(header, tags)).to.equal(language));
  }

  it('returns an existing language for any header', () => {
    const pieces = fc.constantFrom(
      'zh',
      '-',
      'CN',
      ',',
      ';',
      'q=',
      '0.5',
      '*',
      '"',
      '\\',
      ' ',
      '\t',
      '=',
      'de',
      '\u0000',
    );
    const header = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces, { maxLength: 600 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(header, (text) => {
        expect(chooseLanguage(text, ['de'])).to.be.oneOf(['en', 'zh-CN', 'de']);
      }),
    );
  });

  it('is fast for a long header', () => {
    const start = performance.now();
    for (const piece of ['a,', ' ', ';', 'a;q=0.1;', '"', '\\"', '-']) chooseLanguage(piece.repeat(1_000_000), ['de']);
    expect(performance.now() - start).to.be.below(5_000);
  });
});
