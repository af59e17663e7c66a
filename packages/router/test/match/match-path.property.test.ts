import { expect } from 'chai';
import fc from 'fast-check';
import { compileRules } from '../../src/core/compile/compile-rules.ts';
import type { RuleIndex } from '../../src/core/compile/types.ts';
import { matchPath } from '../../src/core/match/match-path.ts';
import { parseRules } from '../../src/core/parse/rule.ts';
import type { ParsedRule } from '../../src/core/parse/types.ts';
import { anyRule, change, manyRules, type SampledRule } from './any-rule.ts';
import { naiveRun } from './naive-match.ts';

const PAIRS = Number(process.env.FAST_CHECK_RUNS ?? 2_000);
const PATHS_PER_SET = 50;
const SETS = Math.ceil(PAIRS / PATHS_PER_SET);
/** Random by default; `SEED=<n>` repeats a run. */
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);

const part = fc.oneof(
  fc.constantFrom(
    'post',
    'v1',
    'api',
    'Post',
    'POST',
    'a-b',
    'x.y',
    'xzy',
    '',
    '12',
    'a_1',
    'é',
    '12abc',
    '-',
    'thing',
  ),
  fc.stringMatching(/^[a-z0-9_.~-]{0,4}$/),
);
const path = fc
  .tuple(fc.array(part, { maxLength: 6 }), fc.boolean())
  .map(([parts, slash]) => `/${parts.join('/')}${slash ? '/' : ''}`)
  // A dot segment in a capture is an error, and the other paths are for matches.
  .filter((text) => !text.split('/').some((segment) => segment === '.' || segment === '..'));

describe('matchPath against the expressions themselves', () => {
  it(`agrees on ${(SETS * PATHS_PER_SET).toLocaleString('en')} pairs of any rule set and a path (seed ${SEED})`, function () {
    this.timeout(600_000);
    const outcomes = { match: 0, error: 0, none: 0 };
    const few = fc.array(anyRule, { minLength: 1, maxLength: 8 });
    const ruleSet = fc.oneof({ arbitrary: few, weight: 9 }, { arbitrary: manyRules, weight: 1 });
    const asked = fc.array(fc.tuple(fc.nat(), change, path), { minLength: PATHS_PER_SET, maxLength: PATHS_PER_SET });
    fc.assert(
      fc.property(ruleSet, asked, fc.boolean(), fc.boolean(), (rules, paths, caseSensitive, strict) => {
        const taken = rules.filter((rule) => isTaken(rule));
        const parsed = parseRules(
          taken.map(({ rule }) => rule),
          { caseSensitive, strict },
        ) as ParsedRule[];
        const index = compileRules(parsed, { maxPath: 2048 });
        const samples = taken.flatMap((rule) => rule.samples);
        for (const [number, changed, other] of paths) {
          const sample = number % 8 === 0 ? undefined : samples[number % samples.length];
          const tried = sample === undefined ? other : changed(sample);
          const expected = naiveRun(parsed, tried);
          outcomes[expected === undefined ? 'none' : 'code' in expected ? 'error' : 'match']++;
          expect(outcomeOf(index, tried), JSON.stringify(tried)).to.deep.equal(expected);
        }
      }),
      { numRuns: SETS, seed: SEED },
    );
    // Without matches the comparison would prove nothing.
    expect(outcomes.match).to.be.greaterThan(PAIRS / 10);
    expect(outcomes.none).to.be.greaterThan(PAIRS / 50);
    expect(outcomes.error).to.be.greaterThan(0);
  });
});

/** Rules that the router refuses at start are left out. */
function isTaken({ rule }: SampledRule): boolean {
  try {
    compileRules(parseRules([rule], { caseSensitive: false, strict: false }) as ParsedRule[], { maxPath: 2048 });
    return true;
  } catch (error) {
    expect(error).to.have.property('code').that.is.oneOf(['E_RULE_SLOW', 'E_RULE_SLOT']);
    return false;
  }
}

function outcomeOf(index: RuleIndex, path: string): unknown {
  try {
    const found = matchPath(index, path, { path: 2048, segment: 255 });
    return (
      found && { rule: index.rules.indexOf(found.rule), controller: found.controller, params: { ...found.params } }
    );
  } catch (error) {
    return { code: (error as { code?: string }).code ?? String(error) };
  }
}
