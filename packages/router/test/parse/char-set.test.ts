import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { expect } from 'chai';
import { areDisjoint, hasCharacter, readCharSet } from '../../src/parse/char-set.ts';
import type { CharSet } from '../../src/parse/types.ts';

function setOf(source: string, flags = ''): CharSet | undefined {
  const element = new RegExpParser().parsePattern(source).alternatives[0]?.elements[0];
  return readCharSet(element as AST.CharacterClass, flags);
}

describe('readCharSet', () => {
  for (const [source, flags] of [
    ['\\d', ''],
    ['\\D', ''],
    ['\\w', 'i'],
    ['\\W', 'i'],
    ['.', ''],
    ['.', 's'],
    ['[^/]', ''],
    ['[^\\w/]', 'i'],
    ['[a-f\\D]', 'i'],
    ['[]', ''],
    ['[^]', ''],
    ['[^\\D]', ''],
    ['k', 'i'],
    ['[^k]', 'i'],
  ] as const) {
    it(`has the characters of /${source}/${flags}, all of them`, () => {
      const set = setOf(source, flags) as CharSet;
      const expression = new RegExp(`^${source}$`, flags);
      for (let code = 0; code < 65_536; code++) {
        if (hasCharacter(set, code) !== expression.test(String.fromCharCode(code))) expect.fail(`differs at ${code}`);
      }
    });
  }

  for (const source of ['\\s', '[\\S]', '\u00e9', '[a\u00e9]', '[a-\u00e9]', '[^\u00e9]']) {
    it(`does not know ${source}`, () => expect(setOf(source)).to.equal(undefined));
  }
});

describe('areDisjoint', () => {
  for (const [one, other, disjoint] of [
    ['\\d', '[a-z]', true],
    ['\\d', '\\w', false],
    ['[^/]', '\\d', false],
    ['[^/]', '[/]', true],
    ['[^\\w]', '\\D', false],
  ] as const) {
    it(`${one} and ${other}: ${disjoint}`, () =>
      expect(areDisjoint(setOf(one) as CharSet, setOf(other) as CharSet)).to.equal(disjoint));
  }
});
