import { RegExpParser } from '@eslint-community/regexpp';
import type { CompiledRule } from '../compile/types.ts';
import { testRule } from '../match/test-rule.ts';
import { sampleTexts } from './describe/sample-texts.ts';

/**
 * Make paths that a rule takes: with other values, alternatives, lengths, cases and trailing slashes. The same ones each time, the short ones first.
 *
 * @returns none where no path was found, which for an expression with lookarounds or back references does not mean that there is none
 */
export function samplePaths(rule: CompiledRule): string[] {
  const known = SAMPLES.get(rule);
  if (known) return known;
  const { pattern, search } = rule.rule;
  const mode = { unicode: pattern.flags.includes('u'), unicodeSets: pattern.flags.includes('v') };
  const parsed = new RegExpParser().parsePattern(pattern.source, 0, pattern.source.length, mode);
  const texts = sampleTexts(parsed, pattern.flags, COUNT).map((text) => text || '/');
  const anywhere = search ? texts.flatMap((text) => [`/x${text}`, `${text}/x`]) : [];
  const varied = [...texts, ...anywhere].flatMap((text) => [text, text.toUpperCase(), `${text}/`]);
  const paths = [...new Set(varied)].filter((path) => PATH.test(path) && testRule(rule, path));
  paths.sort((one, other) => one.length - other.length);
  SAMPLES.set(rule, paths);
  return paths;
}

// --- internal ---

const COUNT = 24;

/** As a request line can have it. */
const PATH = /^\/[^?#\s]*$/;

const SAMPLES = new WeakMap<CompiledRule, string[]>();
