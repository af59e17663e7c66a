import { expect } from 'chai';
import fc from 'fast-check';
import { compileRules } from '../../src/core/compile/compile-rules.ts';
import type { CompiledRule } from '../../src/core/compile/types.ts';
import { isHttpError } from '../../src/core/errors.ts';
import { matchPath } from '../../src/core/match/match-path.ts';
import { testRule } from '../../src/core/match/test-rule.ts';
import { parseRules } from '../../src/core/parse/rule.ts';
import type { ParsedRule } from '../../src/core/parse/types.ts';
import { describePaths } from '../../src/templates/describe-paths.ts';
import type { PathDescription, PathParameter } from '../../src/templates/types.ts';
import { anyRule } from '../match/any-rule.ts';

const RUNS = Math.ceil(Number(process.env.FAST_CHECK_RUNS ?? 20_000) / 200);
/** Random by default; `SEED=<n>` repeats a run. */
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);

/** What rules of the sampled kinds can name, and more. */
// biome-ignore format: a list
const CONTROLLERS = [
  'thing', 'x/post', 'x/item1', 'x1', 'x1111', 'xa', 'xA', 'x-', 'a/12', 'a/w_1', 'a/x', 'a/a', 'a/bc', 'a/a/b',
];
const LIMITS = { path: 2048, segment: 255 };

/** Values of a parameter that need no escapes in a path. */
function valuesOf({ pattern, isMultiSegment }: PathParameter): fc.Arbitrary<string> {
  if (pattern === undefined)
    return fc.stringMatching(isMultiSegment ? /^[\w.~-]{1,5}(\/[\w-]{1,5}){0,3}$/ : /^[\w~-]{1,9}$/);
  return fc.array(fc.stringMatching(new RegExp(pattern)), { minLength: 12, maxLength: 12 }).map((values) => {
    return (
      values.find((value) => /^[\w.~!$&'()*+,;=:@/-]+$/.test(value) && (isMultiSegment || !value.includes('/'))) ?? ''
    );
  });
}

/** The template with values in its places; `undefined` where none could be found. */
function fill({ template, parameters }: PathDescription, values: readonly string[]): string | undefined {
  if (values.includes('')) return undefined;
  return parameters.reduce((path, { name }, at) => path.replace(`{${name}}`, () => values[at] as string), template);
}

/** The controller that a rule alone leads to; that of a path whose captures do not decode is not known. */
function controllerOf(rule: CompiledRule, path: string): string | undefined {
  const index = compileRules([rule.rule], { maxPath: LIMITS.path });
  try {
    return matchPath(index, path, LIMITS)?.controller;
  } catch (error) {
    if (isHttpError(error)) return undefined;
    throw error;
  }
}

describe('the paths of any rule', () => {
  let described = 0;
  let filled = 0;

  it('match the rule, with the example and with other values', () => {
    const property = fc.property(anyRule, fc.gen(), ({ rule: config }, generate) => {
      let index: ReturnType<typeof compileRules>;
      try {
        index = compileRules(parseRules([config], { caseSensitive: false, strict: false }) as ParsedRule[], {
          maxPath: LIMITS.path,
        });
      } catch {
        return;
      }
      for (const rule of index.rules) {
        const { paths } = describePaths(rule, CONTROLLERS);
        for (const path of paths) {
          described++;
          const names = path.parameters.map(({ name }) => name);
          expect(path.template.match(/(?<=\{)[^}]*/g) ?? []).to.deep.equal(names);
          expect(new Set(names).size).to.equal(names.length);
          expect(testRule(rule, path.example), path.example).to.equal(true);
          expect(controllerOf(rule, path.example) ?? path.controller, path.example).to.equal(path.controller);
          const values = path.parameters.map((parameter) => generate(valuesOf, parameter));
          const made = fill(path, values);
          if (made === undefined) continue;
          filled++;
          expect(testRule(rule, made), `${made} of ${path.template}`).to.equal(true);
        }
      }
    });
    fc.assert(property, { numRuns: RUNS, seed: SEED });
    expect(described).to.be.greaterThan(RUNS / 10);
    expect(filled).to.be.greaterThan(described / 4);
  }).timeout(120_000);
});
