import { expect } from 'chai';
import fc from 'fast-check';
import { compileRules } from '../../../src/compile/compile-rules.ts';
import type { CompiledRule, RuleIndex } from '../../../src/compile/types.ts';
import { StartError } from '../../../src/errors.ts';
import { findShadows, isWithin } from '../../../src/inspect/check/find-shadows.ts';
import { testRule } from '../../../src/match/test-rule.ts';
import { parseRules } from '../../../src/parse/rule.ts';
import type { ParsedRule, RuleConfig } from '../../../src/parse/types.ts';
import { anyRule } from '../../match/any-rule.ts';

const SETS = Math.ceil(Number(process.env.FAST_CHECK_RUNS ?? 10_000) / 50);
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);

const LETTERS = ['/', 'a', 'b', '1', '-'];
/** Every path of up to six of these characters. */
const PATHS = Array.from({ length: 5 }).reduce<string[][]>(
  (levels) => [...levels, (levels.at(-1) as string[]).flatMap((path) => LETTERS.map((letter) => path + letter))],
  [['/']],
);

const part = fc.constantFrom(
  ...['a', 'b', 'ab', '1', '-', '\\/', '\\/a', '\\/b', '\\w', '\\d', '\\D', '.', '[ab]', '[^/]', '[^a]'],
);
const count = fc.constantFrom('', '', '', '?', '+', '*', '{2}', '{1,2}', '+?');
const odd = fc.constantFrom(
  '(?=a)',
  '(?!a)',
  '(?!a$)',
  '(?=.*1)',
  '(?!.*b(?=a))',
  '\\b',
  '\\B',
  '^',
  '$',
  '(?=(?!b)\\w)',
);
const repeated = fc.tuple(part, count).map(([text, times]) => (times === '' ? text : `(?:${text})${times}`));
const sequence = fc
  .array(fc.oneof({ arbitrary: repeated, weight: 6 }, { arbitrary: odd, weight: 1 }), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(''));
const source = fc
  .tuple(
    fc.constantFrom('\\/', '\\/', '\\/', ''),
    sequence,
    fc.option(sequence),
    sequence,
    fc.constantFrom('?', '', '*'),
  )
  .map(([slash, one, two, three, times]) => `${slash}${one}(?:${two === null ? three : `${two}|${three}`})${times}`);
const expression = fc
  .tuple(
    source,
    fc.constantFrom('', '', 'i', 'm', 'u'),
    fc.constantFrom({}, {}, { strict: true }, { match: 'search' as const }),
  )
  .map(([text, flags, options]): RuleConfig => [new RegExp(text, flags), 'thing', 'rest', options]);
const pattern = fc
  .array(fc.constantFrom('a', 'b', '@', '@(\\d+)', '@(a|1-)', 'a-@', '@?', '@*', '@+'), { maxLength: 3 })
  .map((parts): RuleConfig => [`/${parts.map((one, at) => one.replace('@', `:p${at}`)).join('/')}`, 'thing', 'rest']);
const rule = fc.oneof({ arbitrary: expression, weight: 2 }, { arbitrary: pattern, weight: 1 });
const entry = fc.oneof(
  { arbitrary: rule, weight: 6 },
  {
    arbitrary: fc
      .tuple(fc.constantFrom('/a', '/b', /a/, /^\/[^/]1/), fc.array(rule, { minLength: 1, maxLength: 2 }))
      .map(([match, rules]): RuleConfig => ({ match, rules })),
    weight: 1,
  },
);

describe('findShadows', function () {
  this.timeout(120_000);

  it('gives the verdict of every short path', () => {
    const seen = { reached: 0, empty: 0, shadowed: 0 };
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 6 }), (rules) => {
        const index = compile(rules);
        const compiled = index.rules;
        const paths = PATHS.flat();
        for (const { rule, kind, path, takers } of findShadows(index)) {
          const at = compiled.indexOf(rule);
          const won = paths.find((one) => firstTaker(compiled, one) === at);
          const taken = paths.find((one) => testRule(rule, one));
          if (kind === 'reached') expect(firstTaker(compiled, path as string), path).to.equal(at);
          else if (kind === 'empty') expect(taken).to.equal(undefined);
          else if (kind === 'shadowed') {
            expect(won).to.equal(undefined);
            expect(firstTaker(compiled, path as string)).to.be.lessThan(at);
          } else expect.fail(`${kind}: every expression here can be told`);
          seen[kind as keyof typeof seen]++;
          for (const [taker, example] of takers) {
            expect(testRule(rule, example), example).to.equal(true);
            expect(firstTaker(compiled, example)).to.equal(compiled.indexOf(taker));
          }
        }
      }),
      { numRuns: SETS, seed: SEED },
    );
    // Random rules that never meet would prove nothing.
    expect(Math.min(...Object.values(seen))).to.be.greaterThan(SETS / 50);
  });

  it('proves nothing that is not so of any rules, and every example holds', () => {
    fc.assert(
      fc.property(fc.array(anyRule, { minLength: 1, maxLength: 5 }), (sampled) => {
        const index = compile(sampled.map((one) => one.rule));
        const compiled = index.rules;
        const samples = sampled.flatMap((one) => one.samples).filter((path) => /^\/[^?#\s\u0100-\uffff]*$/.test(path));
        for (const { rule, kind, path, takers } of findShadows(index)) {
          const at = compiled.indexOf(rule);
          if (kind === 'reached') expect(firstTaker(compiled, path as string)).to.equal(at);
          if (kind === 'empty') expect(samples.filter((one) => testRule(rule, one))).to.eql([]);
          if (kind === 'shadowed') expect(samples.filter((one) => firstTaker(compiled, one) === at)).to.eql([]);
          for (const [taker, example] of takers) {
            expect(firstTaker(compiled, example)).to.equal(compiled.indexOf(taker));
            expect(testRule(rule, example)).to.equal(true);
          }
        }
      }),
      { numRuns: SETS, seed: SEED },
    );
  });

  it('tells which rule is within another', () => {
    fc.assert(
      fc.property(rule, rule, (one, other) => {
        const [inner, outer] = compile([one, other]).rules as [CompiledRule, CompiledRule];
        if (inner === undefined || outer === undefined || !isWithin(inner, outer)) return;
        expect(PATHS.flat().filter((path) => testRule(inner, path) && !testRule(outer, path))).to.eql([]);
      }),
      { numRuns: SETS, seed: SEED },
    );
  });
});

/** Expressions that can hang are not the matter here. */
function compile(rules: readonly RuleConfig[]): RuleIndex {
  const parsed = parseRules(rules, { caseSensitive: false, strict: false });
  const ours = parsed.filter((one): one is ParsedRule => one.kind === 'rest');
  const harmless = ours.filter((one) => {
    try {
      return compileRules([one], { maxPath: 2_048 });
    } catch (error) {
      if (error instanceof StartError) return false;
      throw error;
    }
  });
  return compileRules(harmless, { maxPath: 2_048 });
}

function firstTaker(rules: readonly CompiledRule[], path: string): number {
  return rules.findIndex((one) => testRule(one, path));
}
