import { expect } from 'chai';
import { compileRules } from '../../src/compile/compile-rules.ts';
import { readEnding } from '../../src/compile/read-ending.ts';
import { matchPath } from '../../src/match/match-path.ts';
import { readExpression } from '../../src/parse/read-expression.ts';
import { parseRules } from '../../src/parse/rule.ts';
import type { ParsedRule } from '../../src/parse/types.ts';

/** Not in a literal: the types are those of an older target. */
const WITH_SETS = 'iv';

const ROWS: readonly (readonly [RegExp, ending: string | undefined, searched?: string | undefined])[] = [
  [/(?:\/\w+)*\/raw/, '/raw'],
  [/(?:\/\w+)*\/raw$/, '/raw', '/raw'],
  [/^\/raw$/, '/raw', '/raw'],
  [/(?:\/\w+)*\/Raw/i, '/raw'],
  [/(?:\/\w+)*\.json/u, '.json'],
  [/(?:\/\w+)*[.]json/, '.json'],
  [/(?:\/\w+)*[Rr]/, undefined],
  [/(?:\/\w+)*x?/, undefined],
  [/(?:\/\w+)*x+y*/, undefined],
  [/(?:\/\w+)*(?:\/raw)/, undefined],
  [/(?:\/\w+)*\/\u00e9a/, 'a'],
  [/\/raw(?!x)/, undefined],
  [/\/a|\/b/, undefined],
  [/\/raw/m, undefined],
  [/\/raw/iu, undefined],
  [new RegExp('/raw', WITH_SETS), undefined],
  [/(?:)/, undefined],
];

describe('readEnding', () => {
  for (const [regexp, whole, searched] of ROWS) {
    it(`of ${regexp}`, () => {
      const pattern = { ...readExpression(regexp), flags: regexp.flags };
      expect(readEnding(pattern, true)?.text).to.equal(whole);
      expect(readEnding(pattern, false)?.text).to.equal(searched);
      expect(readEnding(pattern, true)?.ignoreCase ?? regexp.ignoreCase).to.equal(regexp.ignoreCase);
    });
  }

  it('spares runs, and changes no match', () => {
    const rules = parseRules(
      [
        [/(?:\/\w+)*\/Raw/i, 'raw', 'rest'],
        [/(?:\/\w+)*\/end$/, 'end', 'rest', { match: 'search' }],
        [/(?:\/\w+)*\/(\w+)/, 'any', 'rest'],
      ],
      { caseSensitive: false, strict: false },
    );
    const index = compileRules(rules as ParsedRule[], { maxPath: 2048 });
    const find = (path: string) => matchPath(index, path, { path: 2048, segment: 255 })?.controller;
    expect(['/a/raw', '/A/RAW', '/raw/', '/x/end', '/x/end/', '/raws', '/', ''].map(find)).to.deep.equal([
      'raw',
      'raw',
      'raw',
      'end',
      'any',
      'any',
      undefined,
      undefined,
    ]);
  });
});
