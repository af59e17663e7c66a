import { compileRules } from '../../compile/compile-rules.ts';
import type { CompiledRule } from '../../compile/types.ts';
import { StartError } from '../../errors.ts';
import { testRule } from '../../match/test-rule.ts';
import type { ParsedRule, SkippedRule } from '../../parse/types.ts';

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
