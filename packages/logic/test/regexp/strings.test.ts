import { parseRegExpLiteral } from '@eslint-community/regexpp';
import { expect } from 'chai';
import type { Leaf } from '../../src/regexp/alphabet.ts';
import { checkRegExp } from '../../src/regexp/check-regexp.ts';
import { stringsIn } from '../../src/regexp/strings.ts';

describe('stringsIn', () => {
  // As text, here and below: not every version of the language reads it.
  const partOf = (source: string) => parseRegExpLiteral(`/${source}/v`).pattern.alternatives[0]?.elements[0] as Leaf;

  const rows: [string, string[]][] = [
    ['[a]', []],
    ['a', []],
    ['[\\q{abc|d}x]', ['abc']],
    ['[[\\q{ab}]&&[\\q{ab|cd}]]', ['ab', 'ab', 'cd']],
    ['[[\\q{ab|cd}]--\\q{cd}]', ['ab', 'cd']],
    ['\\d', []],
    ['\\p{Emoji}', []],
    ['[\\p{Emoji_Keycap_Sequence}\\q{ab}]', ['[0-9#*]\\ufe0f\\u20e3', 'ab']],
  ];
  for (const [source, strings] of rows) {
    it(`finds those of ${source}`, () => {
      const found = stringsIn(partOf(source)).map((string) => string.map(({ raw }) => raw).join(''));
      expect(found).to.deep.equal(strings);
    });
  }

  const samples: [property: string, strings: string[]][] = [
    ['Basic_Emoji', ['\u2764\ufe0f', '\u00a9\ufe0f', '\u{1f3f3}\ufe0f']],
    ['Emoji_Keycap_Sequence', ['1\ufe0f\u20e3', '#\ufe0f\u20e3']],
    ['RGI_Emoji_Modifier_Sequence', ['\u{1f44b}\u{1f3fd}']],
    ['RGI_Emoji_Flag_Sequence', ['\u{1f1e9}\u{1f1ea}']],
    ['RGI_Emoji_Tag_Sequence', ['\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}']],
    [
      'RGI_Emoji_ZWJ_Sequence',
      [
        '\u{1f468}\u200d\u{1f4bb}',
        '\u{1f468}\u{1f3fd}\u200d\u{1f4bb}',
        '\u{1f468}\u200d\u2695\ufe0f',
        '\u{1f468}\u{1f3fd}\u200d\u2695\ufe0f',
        '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
        '\u{1f469}\u200d\u2764\ufe0f\u200d\u{1f468}',
        '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}',
      ],
    ],
  ];
  for (const [property, strings] of samples) {
    it(`has a form for the strings of ${property}`, () => {
      for (const name of [property, 'RGI_Emoji']) {
        const forms = stringsIn(partOf(`\\p{${name}}`)).map((form) => form.map(({ raw }) => raw).join(''));
        for (const string of strings) {
          expect(string).to.match(new RegExp(`^\\p{${name}}$`, 'v'));
          expect(string).to.match(new RegExp(`^(?:${forms.join('|')})$`, 'v'));
        }
      }
    });
  }

  it('makes a text that is slow indeed out of them', () => {
    const loop = new RegExp(`^${'\\p{RGI_Emoji}+'}$`, 'v');
    const slow = checkRegExp(loop);
    expect(slow?.complexity).to.equal('exponential');
    expect(slow?.text.slice(0, -1)).to.match(loop);
  });

  for (const source of ['(?:\\p{RGI_Emoji_Flag_Sequence}|[🇩🇪])+', '(?:\\p{Emoji_Keycap_Sequence}|[2\ufe0f\u20e3])+']) {
    it(`finds out that they overlap with characters: ${source}`, () => {
      expect(checkRegExp(new RegExp(`^${source}$`, 'v'))?.complexity).to.equal('exponential');
    });
  }

  for (const source of [
    '\\p{RGI_Emoji}',
    '\\p{RGI_Emoji}{1,5}',
    '\\p{Basic_Emoji}+',
    '\\p{Emoji_Keycap_Sequence}+',
    '\\p{RGI_Emoji_Modifier_Sequence}+',
    '\\p{RGI_Emoji_Flag_Sequence}+',
    '\\p{RGI_Emoji_ZWJ_Sequence}+',
  ]) {
    it(`takes ${source}, which nobody can read in two ways`, () => {
      expect(checkRegExp(new RegExp(`^${source}$`, 'v'))).to.equal(undefined);
    });
  }
});
