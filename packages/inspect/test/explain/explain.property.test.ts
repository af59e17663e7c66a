import { expect } from 'chai';
import fc from 'fast-check';
import { compileRules } from '../../../router/src/core/compile/compile-rules.ts';
import type { RuleIndex } from '../../../router/src/core/compile/types.ts';
import { givenModules } from '../../../router/src/core/load/load-modules.ts';
import { passesGates } from '../../../router/src/core/match/find-variant.ts';
import { matchPath } from '../../../router/src/core/match/match-path.ts';
import { requestPath } from '../../../router/src/core/match/request-path.ts';
import { testRule } from '../../../router/src/core/match/test-rule.ts';
import { parseRules } from '../../../router/src/core/parse/rule.ts';
import type { ParsedRule } from '../../../router/src/core/parse/types.ts';
import { toProject } from '../../../router/src/load/to-project.ts';
import { resolveOptions } from '../../../router/src/options.ts';
import { anyRule, change, type SampledRule } from '../../../router/test/match/any-rule.ts';
import { explainRequest } from '../../src/explain/explain-request.ts';
import { repairPath } from '../../src/explain/repair-path.ts';
import { tokensOf, walkTokens } from '../../src/explain/walk-tokens.ts';

const RUNS = Math.ceil(Number(process.env.FAST_CHECK_RUNS ?? 1_000) / 20);
/** Random by default; `SEED=<n>` repeats a run. */
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const LIMITS = { path: 2048, segment: 255 };
const DEFAULTS = { caseSensitive: false, strict: false };

const ruleSet = fc.array(anyRule, { minLength: 1, maxLength: 6 });
const changes = fc.array(fc.tuple(fc.nat(), change), { minLength: 20, maxLength: 20 });

describe(`explain, of any rules and paths (seed ${SEED})`, function () {
  this.timeout(300_000);

  it('agrees with the matcher, and has a reason for each mismatch', () => {
    const results = { matched: 0, 'no match': 0, 'would match too': 0, 'not reached': 0, skipped: 0 };
    each(({ parsed, index }, path) => {
      const options = resolveOptions({ limits: LIMITS });
      const project = toProject(givenModules({ rules: [], controllers: {} }), {});
      const service = { project, options, parsed, index, controllers: new Map(), statics: [], securitySchemes: {} };
      const { tried, matched, error, hint } = explainRequest(service, 'get', path);
      expect(matched?.rule).to.equal(takerOf(index, path));
      expect(tried.map(({ rule }) => rule)).to.deep.equal(parsed.map(({ number }) => number));
      for (const [place, { result, reason, at }] of tried.entries()) {
        results[result]++;
        const rule = index.rules[place];
        expect(/match/.test(result) && result !== 'no match', result).to.equal(rule && testRule(rule, path));
        if (result === 'matched') expect(reason).to.equal(undefined);
        else expect(reason).to.be.a('string').that.does.not.contain('undefined');
        if (at !== undefined) expect(at).to.be.within(0, path.length);
      }
      // Without controllers, every path is an error.
      expect(error === undefined).to.equal(matched === undefined);
      expect(hint).to.be.a('string').that.is.not.empty;
    });
    for (const result of ['matched', 'no match', 'would match too', 'not reached'] as const) {
      expect(results[result], result).to.be.greaterThan(RUNS / 5);
    }
  });

  it('walks a variant to the end only if the rule matches', () => {
    let sure = 0;
    each(({ index }, path) => {
      for (const rule of index.rules) {
        // A rule drops the slash of `/`, however strict.
        if (rule.rule.search || path === '/' || !passesGates(rule, path)) continue;
        const walks = tokensOf(rule).map((tokens) => walkTokens(tokens, path, true));
        if (walks.some(({ isOpen }) => isOpen)) {
          // What is open may hold or not; what stops does not.
          if (walks.every(({ stop }) => stop !== undefined))
            expect(testRule({ ...rule, looseSlash: false }, path)).to.equal(false);
          continue;
        }
        sure++;
        const takes = walks.some(({ stop }) => stop === undefined);
        expect(takes).to.equal(testRule({ ...rule, looseSlash: false }, path));
      }
    });
    expect(sure).to.be.greaterThan(RUNS);
  });

  it('repairs paths so that the rule matches', () => {
    let repaired = 0;
    each(({ index }, path) => {
      for (const rule of index.rules) {
        const urls = repairPath(rule, path);
        repaired += urls.length;
        for (const url of urls) expect(testRule(rule, url), url).to.equal(true);
      }
    });
    expect(repaired).to.be.greaterThan(RUNS);
  });
});

// --- internal ---

interface Compiled {
  readonly parsed: ParsedRule[];
  readonly index: RuleIndex;
}

function each(check: (compiled: Compiled, path: string) => void): void {
  fc.assert(
    fc.property(ruleSet, changes, (rules, asked) => {
      const taken = rules.filter(isTaken);
      const parsed = parseRules(
        taken.map(({ rule }) => rule),
        DEFAULTS,
      ) as ParsedRule[];
      const index = compileRules(parsed, { maxPath: LIMITS.path });
      const samples = ['/', ...taken.flatMap((rule) => rule.samples)];
      for (const [number, changed] of asked) {
        const path = changed(samples[number % samples.length] as string);
        if (requestPath({ url: path }) === path) check({ parsed, index }, path);
      }
    }),
    { numRuns: RUNS, seed: SEED },
  );
}

/** What can hang is refused at start. */
function isTaken({ rule }: SampledRule): boolean {
  try {
    compileRules(parseRules([rule], DEFAULTS) as ParsedRule[], { maxPath: LIMITS.path });
    return true;
  } catch {
    return false;
  }
}

function takerOf(index: RuleIndex, path: string): string | undefined {
  try {
    return matchPath(index, path, LIMITS)?.rule.rule.number;
  } catch {
    // It matched, and a capture of it does not decode.
    return index.rules.find((rule) => testRule(rule, path))?.rule.number;
  }
}
