import type { ParsedRule } from '../parse/types.ts';
import { buildTree } from './build-tree.ts';
import { type CompileContext, compileRule } from './compile-rule.ts';
import { createSearch } from './search.ts';
import type { RuleIndex } from './types.ts';

export interface CompileOptions {
  /** Longest path in characters that will be matched; expressions are judged for it. */
  maxPath: number;
  file?: string | undefined;
}

/**
 * Compile parsed rules to an index over all of them.
 *
 * @throws {StartError} `E_RULE_SLOW` when an expression can take exponential time on a path of at most `maxPath` characters
 */
export function compileRules(rules: readonly ParsedRule[], options: CompileOptions): RuleIndex {
  const context: CompileContext = { ...options, parts: new Map(), variants: [], ranks: 0 };
  const compiled = rules.map((rule) => compileRule(rule, context));
  return { rules: compiled, tree: buildTree(context.variants), search: createSearch() };
}
