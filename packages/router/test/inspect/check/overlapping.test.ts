import { expect } from 'chai';
import fc from 'fast-check';
import { compileRules } from '../../../src/compile/compile-rules.ts';
import type { CompiledRule } from '../../../src/compile/types.ts';
import { overlapping } from '../../../src/inspect/check/overlapping.ts';
import { testRule } from '../../../src/match/test-rule.ts';
import { parseRules } from '../../../src/parse/rule.ts';
import type { ParsedRule, RuleConfig } from '../../../src/parse/types.ts';
import { manyRules } from '../../match/any-rule.ts';

describe('overlapping', () => {
  it('keeps rules apart by their literals, as far as one does not begin with the other', () => {
    const rules = compile([
      ['/user/:id?', 'rest'],
      ['/users', 'rest'],
      ['/tag', 'rest'],
      ['/:tenant/one', '/one', 'rest'],
      ['/:tenant/two', '/two', 'rest'],
      [/g/, 'tag', 'rest', { match: 'search' }],
      ['/USER/me', '/me', 'rest'],
    ]);
    const found = overlapping(rules).map(({ earlier }) => earlier.map(({ rule }) => rule.number).join());
    expect(found).to.eql(['', '1', '', '1,2,3', '1,2,3', '1,2,3,4,5', '1,4,5,6']);
  });

  it('leaves out no rule that takes a path of a later one', function () {
    this.timeout(60_000);
    fc.assert(
      fc.property(manyRules, (sampled) => {
        const rules = compile(sampled.map(({ rule }) => rule));
        const places = new Map(rules.map((rule, at) => [rule, at]));
        for (const { rule, earlier } of overlapping(rules)) {
          const samples = sampled.flatMap((one) => one.samples).filter((path) => testRule(rule, path));
          for (const path of samples.slice(0, 3)) {
            const takers = rules.slice(0, places.get(rule)).filter((other) => testRule(other, path));
            expect(earlier).to.include.members(takers);
          }
        }
      }),
      { numRuns: 25 },
    );
  });
});

/** Rules whose expressions can hang are left out. */
function compile(rules: readonly RuleConfig[]): readonly CompiledRule[] {
  return parseRules(rules, { caseSensitive: false, strict: false }).flatMap((rule) => {
    try {
      return compileRules([rule as ParsedRule], { maxPath: 2_048 }).rules;
    } catch {
      return [];
    }
  });
}
