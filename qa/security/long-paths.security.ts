import { createRestRouter, type RuleConfig } from '@rest-gen/router';
import { expect } from 'chai';
import { hostilePaths, LENGTH, RULES, TABLES } from '../../bench/paths/tables.js';
import { compileRules } from '../../packages/router/src/core/compile/compile-rules.ts';
import type { RuleIndex } from '../../packages/router/src/core/compile/types.ts';
import { matchPath } from '../../packages/router/src/core/match/match-path.ts';
import { parseRules } from '../../packages/router/src/core/parse/rule.ts';
import type { ParsedRule } from '../../packages/router/src/core/parse/types.ts';
import Rest from '../../test/fixture/rest.ts';
import { describeAttacks } from './attack.ts';
import { request } from './bytes.ts';

/** A rule of each kind that takes long paths at all. */
const TAKEN: Readonly<Record<string, string>> = {
  'path form': '/item7/1',
  'path form, over slashes': '/item7/a/b',
  'path form, over slashes and on': '/files/a/b/item7',
  'path form, parts of a segment': '/log/1-2-3.item7',
  'path form, an expression': '/item/1,2/x7',
  'one segment, no slash': '/a-item7',
  'a loop of segments': '/a/b/item7',
  'searched for': '/item7/a',
  'captures [^/]+ first': '/a/b/item7',
};

describe('long paths', () => {
  const paths = hostilePaths();
  for (const [kind, make] of Object.entries(TABLES)) {
    const rules = Array.from({ length: RULES }, (_, at) => make(at) as RuleConfig);

    it(`200 rules look at few characters of 8 KB: ${kind}`, () => {
      const index = compile(rules);
      const most = paths.reduce((worst, path) => Math.max(worst, charactersSeen(index, path)), 0);
      expect(most).to.be.within(1, kind.startsWith('searched for') ? SEARCHED : WHOLE);
    });

    it(`200 rules are taken at the start, for 8 KB: ${kind}`, () => {
      const limits = { path: LENGTH };
      expect(() =>
        createRestRouter({ log: false, limits, rules, controllers: { x: class X extends Rest {} } }),
      ).not.to.throw();
    });
  }

  for (const [kind, path] of Object.entries(TAKEN)) {
    it(`the rules are right: ${kind}`, () => {
      const make = TABLES[kind] as (at: number) => unknown;
      const index = compile(Array.from({ length: RULES }, (_, at) => make(at) as RuleConfig));
      const found = matchPath(index, path, { path: LENGTH, segment: 255 });
      expect(found?.rule.rule.number, found?.rule.rule.text).to.equal('8');
    });
  }

  it('the paths are as long as they can be, and of many kinds', () => {
    expect(paths.length).to.be.above(250);
    for (const path of paths) expect(path.length, path.slice(0, 40)).to.be.within(LENGTH - 1, LENGTH);
  });
});

describeAttacks(
  'long paths',
  [2_048, 2_049, 8_192, 8_193].flatMap((length) =>
    ['/mapped/', '/any/', '/rest-of/', '/post/1/', '/nowhere/', '//', '/a-'].flatMap((begin) =>
      ['a', '/a', '%41'].map((text) => ({
        name: `${length} characters: ${begin} and ${text} repeated`,
        send: request('GET', begin + text.repeat(length).slice(0, length - begin.length)),
        answer: [400, 404, 414],
      })),
    ),
  ),
  { limits: { path: LENGTH }, rules: Array.from({ length: RULES }, (_, at) => [`/a-${at}/:a-:b`, 'plain', 'rest']) },
);

// --- internal ---

/** Characters that all rules together may look at; the path itself has 8,192. At a nanosecond each, 2,000,000 are 2 ms. */
const WHOLE = 400_000;
/** What is searched for is run once for each rule, and reads the path once. */
const SEARCHED = 2_000_000;

function compile(rules: readonly RuleConfig[]): RuleIndex {
  const parsed = parseRules(rules, { caseSensitive: false, strict: false }) as ParsedRule[];
  return compileRules(parsed, { maxPath: LENGTH });
}

/** Counts what a match looks at: characters one by one, and all those of a text for each expression that is run on it. */
function charactersSeen(index: RuleIndex, path: string): number {
  let seen = 0;
  const { exec } = RegExp.prototype;
  const { charCodeAt, startsWith } = String.prototype;
  RegExp.prototype.exec = function (this: RegExp, text: string) {
    seen += text.length;
    return exec.call(this, text);
  };
  String.prototype.charCodeAt = function (this: string, at: number) {
    seen += 1;
    return charCodeAt.call(this, at);
  };
  String.prototype.startsWith = function (this: string, text: string, at?: number) {
    seen += text.length;
    return startsWith.call(this, text, at);
  };
  try {
    matchPath(index, path, { path: LENGTH, segment: 255 });
  } catch {
    // Refused: a segment is too long, or holds what cannot be decoded.
  } finally {
    RegExp.prototype.exec = exec;
    Object.assign(String.prototype, { charCodeAt, startsWith });
  }
  return seen;
}
