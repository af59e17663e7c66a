import type { CompiledRule } from '../core/compile/types.ts';
import { testRule } from '../core/match/test-rule.ts';
import { sampleTexts } from './sample-texts.ts';

/**
 * Make paths that a rule takes: with other values, alternatives, lengths, cases and trailing slashes. The same ones each time, the short ones first.
 *
 * @returns none where no path was found, which for an expression with lookarounds or back references does not mean that there is none
 */
export function samplePaths(rule: CompiledRule): string[] {
  const known = SAMPLES.get(rule);
  if (known) return known;
  const { pattern, search } = rule.rule;
  const texts = sampleTexts(pattern.alternatives, COUNT).map((text) => text || '/');
  const anywhere = search ? texts.flatMap((text) => [`/x${text}`, `${text}/x`]) : [];
  const varied = [...texts, ...anywhere].flatMap((text) => [text, text.toUpperCase(), `${text}/`]);
  const paths = [...new Set(varied)].filter((path) => PATH.test(path) && testRule(rule, path));
  paths.sort((one, other) => one.length - other.length);
  SAMPLES.set(rule, paths);
  return paths;
}

// --- internal ---

const COUNT = 24;

/** Characters that a request line can have. */
const PATH = /^\/[^?#\s]*$/;

const SAMPLES = new WeakMap<CompiledRule, string[]>();
