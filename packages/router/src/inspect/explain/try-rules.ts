import type { CompiledRule } from '../../compile/types.ts';
import { testRule } from '../../match/test-rule.ts';
import type { ParsedRule, SkippedRule } from '../../parse/types.ts';
import type { TriedRule } from '../explanation.ts';
import { findMiss, type Miss } from './find-miss.ts';

/** What the rules say to one path. */
export interface Trial {
  readonly tried: readonly TriedRule[];
  /** The rule that takes it. */
  readonly taker: CompiledRule | undefined;
  /** Those that do not, when none does. */
  readonly misses: ReadonlyMap<CompiledRule, Miss>;
}

/** Hold every rule against a path, in written order. */
export function tryRules(
  parsed: readonly (ParsedRule | SkippedRule)[],
  rules: readonly CompiledRule[],
  path: string,
  maxPath: number,
): Trial {
  // Expressions are judged for paths within the limit only.
  const tooLong = path.length > maxPath;
  const taker = tooLong ? undefined : rules.find((rule) => testRule(rule, path));
  const misses = new Map<CompiledRule, Miss>();
  const compiled = new Map(rules.map((rule) => [rule.rule, rule]));
  let taken = false;
  const tried = parsed.map((rule): TriedRule => {
    const told = { rule: rule.number, text: rule.text, reason: undefined, at: undefined };
    if (rule.kind === 'skipped') return { ...told, result: 'skipped', reason: rule.reason };
    const own = compiled.get(rule) as CompiledRule;
    if (own === taker) {
      taken = true;
      return { ...told, result: 'matched' };
    }
    if (taken) return { ...told, ...afterTaken(own, path, (taker as CompiledRule).rule.number) };
    if (tooLong) return { ...told, result: 'no match', reason: `the path is longer than ${maxPath} characters` };
    const miss = findMiss(own, path);
    misses.set(own, miss);
    return { ...told, result: 'no match', reason: miss.reason, at: miss.at };
  });
  return { tried, taker, misses };
}

// --- internal ---

function afterTaken(rule: CompiledRule, path: string, taker: string): Pick<TriedRule, 'result' | 'reason'> {
  if (!testRule(rule, path)) return { result: 'not reached', reason: `rule ${taker} took the path` };
  return { result: 'would match too', reason: `rule ${taker} took the path before it` };
}
