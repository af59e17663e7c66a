import { compileRules } from '../../compile/compile-rules.ts';
import type { CompiledRule } from '../../compile/types.ts';
import { StartError } from '../../errors.ts';
import type { TriedRule } from '../../explanation.ts';
import { testRule } from '../../match/test-rule.ts';
import type { ParsedRule, SkippedRule } from '../../parse/types.ts';
import { explainMismatch, type Mismatch } from './explain-mismatch.ts';

/** What the rules say to one path. */
export interface Trial {
  readonly tried: readonly TriedRule[];
  /** The rule that takes it. */
  readonly taker: CompiledRule | undefined;
  /** Those that do not, when none does. */
  readonly mismatches: ReadonlyMap<CompiledRule, Mismatch>;
}

/** Try every rule on a path, in written order. */
export function tryRules(
  parsed: readonly (ParsedRule | SkippedRule)[],
  rules: readonly CompiledRule[],
  path: string,
  maxPath: number,
): Trial {
  // Expressions are judged for paths within the limit only.
  const tooLong = path.length > maxPath;
  const taker = tooLong ? undefined : rules.find((rule) => testRule(rule, path));
  const mismatches = new Map<CompiledRule, Mismatch>();
  const compiled = new Map(rules.map((rule) => [rule.rule, rule]));
  let taken = false;
  const tried = parsed.map((rule): TriedRule => {
    const known = { rule: rule.number, text: rule.text, reason: undefined, at: undefined };
    if (rule.kind === 'skipped') return { ...known, result: 'skipped', reason: rule.reason };
    const own = compiled.get(rule) as CompiledRule;
    if (own === taker) {
      taken = true;
      return { ...known, result: 'matched' };
    }
    if (taken) return { ...known, ...afterTaken(own, path, (taker as CompiledRule).rule.number) };
    if (tooLong) return { ...known, result: 'no match', reason: `the path is longer than ${maxPath} characters` };
    const mismatch = explainMismatch(own, path);
    mismatches.set(own, mismatch);
    return { ...known, result: 'no match', reason: mismatch.reason, at: mismatch.at };
  });
  return { tried, taker, mismatches };
}

/** Find the first rule that is skipped, and would take a path if it were one of ours. */
export function findSkipped(
  parsed: readonly (ParsedRule | SkippedRule)[],
  path: string,
  maxPath: number,
): SkippedRule | undefined {
  if (path.length > maxPath) return undefined;
  return parsed.find((rule): rule is SkippedRule => {
    const compiled = rule.kind === 'skipped' ? compileSkipped(rule, maxPath) : undefined;
    return compiled !== undefined && testRule(compiled, path);
  });
}

// --- internal ---

/** They are compiled when they are asked for first. */
const COMPILED = new WeakMap<SkippedRule, CompiledRule | false>();

function compileSkipped(rule: SkippedRule, maxPath: number): CompiledRule | undefined {
  let compiled = COMPILED.get(rule);
  if (compiled === undefined) {
    compiled = tryCompile(rule, maxPath) ?? false;
    COMPILED.set(rule, compiled);
  }
  return compiled || undefined;
}

/** One that can hang is never run. */
function tryCompile({ meant }: SkippedRule, maxPath: number): CompiledRule | undefined {
  try {
    return meant && compileRules([meant], { maxPath }).rules[0];
  } catch (error) {
    if (error instanceof StartError) return undefined;
    throw error;
  }
}

function afterTaken(rule: CompiledRule, path: string, taker: string): Pick<TriedRule, 'result' | 'reason'> {
  if (!testRule(rule, path)) return { result: 'not reached', reason: `rule ${taker} took the path` };
  return { result: 'would match too', reason: `rule ${taker} took the path before it` };
}
