import { expect } from 'chai';
import fc from 'fast-check';
import { compileRules } from '../../src/compile/compile-rules.ts';
import type { RuleIndex } from '../../src/compile/types.ts';
import { matchPath } from '../../src/match/match-path.ts';
import { parseRules } from '../../src/parse/rule.ts';
import type { ParsedRule, RuleConfig } from '../../src/parse/types.ts';
import { anyRule, change, manyRules, type SampledRule } from './any-rule.ts';
import { type NaiveRule, type NaiveSegment, naiveMatch, naiveRun } from './naive-match.ts';

const PAIRS = Number(process.env.FAST_CHECK_RUNS ?? 2_000);
const PATHS_PER_SET = 50;
const SETS = Math.ceil(PAIRS / PATHS_PER_SET);
/** Another one each time; `SEED=<n>` repeats a run. */
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);

const literal = fc
  .constantFrom('post', 'user', 'v1', 'v2', 'api', 'comments', 'Post', 'a-b', 'x.y')
  .map((text): NaiveSegment => ({ kind: 'literal', text }));
const capture = (optional: boolean) =>
  fc
    .constantFrom('digits', 'word', 'any')
    .map((kind) => ({ kind: kind as 'digits' | 'word' | 'any', name: '', optional }));

const naiveRule: fc.Arbitrary<NaiveRule> = fc
  .record({
    first: literal,
    middle: fc.array(fc.oneof(literal, capture(false)), { maxLength: 3 }),
    last: fc.option(capture(true), { nil: undefined }),
    form: fc.constantFrom('regexp', 'path', 'short'),
    bulk: fc.boolean(),
  })
  .map(({ first, middle, last, form, bulk }) => {
    let number = 0;
    const segments = [first, ...middle, ...(last ? [last] : [])].map((segment) =>
      segment.kind === 'literal' ? segment : { ...segment, name: `p${++number}` },
    );
    const literals = segments.flatMap((segment) =>
      segment.kind === 'literal' && /^[\w-]+$/.test(segment.text) ? [segment.text] : [],
    );
    const required = segments.some((segment) => segment.kind !== 'literal' && !segment.optional);
    const plain = segments.every((segment) => segment.kind !== 'literal' || /^[\w-]+$/.test(segment.text));
    if (form === 'short' && plain) return { segments, form, controller: literals.join('/') };
    return {
      segments,
      form: form === 'regexp' ? 'regexp' : 'path',
      controller: bulk && required ? 1 : 'thing',
    } as NaiveRule;
  });

const CAPTURES = { digits: '\\d+', word: '\\w+', any: '[^/]+' };

/** Write a naive rule as a user would. */
function authored({ segments, form, controller }: NaiveRule): RuleConfig {
  const names = segments.flatMap((segment) => (segment.kind === 'literal' ? [] : [segment.name]));
  if (form === 'regexp') {
    const source = segments.map((segment) => {
      if (segment.kind === 'literal') return `\\/${segment.text.replaceAll('.', '\\.')}`;
      return segment.optional ? `(?:\\/(${CAPTURES[segment.kind]}))?` : `\\/(${CAPTURES[segment.kind]})`;
    });
    const params = names.flatMap((name, index) => (index + 1 === controller ? [] : [`${name}=:${index + 1}`]));
    const target = typeof controller === 'number' ? `:${controller}` : controller;
    return [new RegExp(source.join('')), params.length > 0 ? `${target}?${params.join('&')}` : target, 'rest'];
  }
  const path = segments.map((segment) => {
    if (segment.kind === 'literal') return `/${segment.text}`;
    return `/:${segment.name}${segment.kind === 'any' ? '' : `(${CAPTURES[segment.kind]})`}${segment.optional ? '?' : ''}`;
  });
  return form === 'short'
    ? [path.join(''), 'rest']
    : [path.join(''), typeof controller === 'number' ? `:${controller}` : `/${controller}`, 'rest'];
}

const part = fc.oneof(
  fc.constantFrom(
    'post',
    'user',
    'v1',
    'v2',
    'api',
    'comments',
    'Post',
    'POST',
    'a-b',
    'x.y',
    'xzy',
    '',
    '12',
    '0',
    'abc',
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
  // A dot segment in a capture is refused, which the oracle does not know.
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
    // Rules and paths that never meet would prove nothing.
    expect(outcomes.match).to.be.greaterThan(PAIRS / 10);
    expect(outcomes.none).to.be.greaterThan(PAIRS / 50);
    expect(outcomes.error).to.be.greaterThan(0);
  });
});

/** What can hang is refused at start, and asked for nothing. */
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

describe('matchPath against a naive matcher', () => {
  it(`agrees on ${(SETS * PATHS_PER_SET).toLocaleString('en')} pairs of a rule set and a path (seed ${SEED})`, function () {
    this.timeout(600_000);
    let matched = 0;
    const ruleSet = fc.array(naiveRule, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(ruleSet, fc.array(path, { minLength: PATHS_PER_SET, maxLength: PATHS_PER_SET }), (rules, paths) => {
        const parsed = parseRules(rules.map(authored), { caseSensitive: false, strict: false }) as ParsedRule[];
        const index = compileRules(parsed, { maxPath: 2048 });
        // Half of the paths are made from the rules, so that many match.
        for (const [at, candidate] of paths.entries()) {
          const tried = at % 2 === 0 ? candidate : pathFor(rules[at % rules.length] as NaiveRule, candidate);
          const expected = naiveMatch(rules, tried);
          const found = matchPath(index, tried, { path: 2048, segment: 255 });
          if (found) matched++;
          expect(
            found && {
              rule: index.rules.indexOf(found.rule),
              controller: found.controller,
              params: { ...found.params },
            },
            tried,
          ).to.deep.equal(expected);
        }
      }),
      { numRuns: SETS, seed: SEED },
    );
    expect(matched).to.be.greaterThan((SETS * PATHS_PER_SET) / 10);
  });
});

/** A path that fits a rule, or nearly: `seed` decides about values, the last segment and the slash. */
function pathFor({ segments }: NaiveRule, seed: string): string {
  const values = { digits: String(seed.length), word: `w${seed.length}`, any: seed.split('/')[1] || 'x' };
  const parts = segments.flatMap((segment) => {
    if (segment.kind === 'literal') return [segment.text];
    return segment.optional && seed.length % 3 === 0 ? [] : [values[segment.kind]];
  });
  return `/${parts.join('/')}${seed.length % 5 === 0 ? '/' : ''}${seed.length % 7 === 0 ? 'x' : ''}`;
}
