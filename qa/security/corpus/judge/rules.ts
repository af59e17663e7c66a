import assert from 'node:assert/strict';
import { compileRules } from '../../../../packages/router/src/core/compile/compile-rules.ts';
import type { RuleIndex } from '../../../../packages/router/src/core/compile/types.ts';
import { isHttpError, START_CODES, StartError } from '../../../../packages/router/src/core/errors.ts';
import { matchPath } from '../../../../packages/router/src/core/match/match-path.ts';
import { parseRules } from '../../../../packages/router/src/core/parse/rule.ts';
import type { ParsedRule, RuleConfig } from '../../../../packages/router/src/core/parse/types.ts';
import { naiveRun } from '../../../../packages/router/test/match/naive-match.ts';

const LIMITS = { path: 2_048, segment: 255 };

/** What became of rules and paths. */
export interface Matched {
  /** The rules were refused at start. */
  isRefused: boolean;
  readonly found: number;
  readonly refused: number;
}

/**
 * Parse and compile rules, and match paths: errors are ours and coded, and what matches is what the expressions alone say.
 *
 * @throws {assert.AssertionError} for a broken promise
 */
export function judgeRules(rules: readonly RuleConfig[], paths: readonly string[]): Matched {
  const compiled = compile(rules);
  if (compiled === undefined) return { isRefused: true, found: 0, refused: 0 };
  let found = 0;
  let refused = 0;
  for (const path of paths) {
    const outcome = match(compiled.index, path);
    if (path.length <= LIMITS.path) assert.deepEqual(outcome, naiveRun(compiled.parsed, path), JSON.stringify(path));
    if (outcome === undefined) continue;
    if ('code' in outcome) refused++;
    else found++;
  }
  return { isRefused: false, found, refused };
}

// --- internal ---

type Outcome = { rule: number; controller: string; params: Record<string, string> } | { code: string };

function compile(rules: readonly RuleConfig[]): { parsed: ParsedRule[]; index: RuleIndex } | undefined {
  try {
    const all = parseRules(rules, { caseSensitive: false, strict: false });
    const parsed = all.filter((rule) => rule.kind === 'rest');
    return { parsed, index: compileRules(parsed, { maxPath: LIMITS.path }) };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    assert.ok(Object.hasOwn(START_CODES, error.code) && error.code.startsWith('E_RULE_'), error.code);
    return undefined;
  }
}

function match(index: RuleIndex, path: string): Outcome | undefined {
  try {
    const found = matchPath(index, path, LIMITS);
    if (found === undefined) return undefined;
    assert.ok(!('toString' in found.params), 'the parameters inherit');
    return {
      rule: index.rules.indexOf(found.rule),
      controller: found.controller,
      params: { ...(found.params as Record<string, string>) },
    };
  } catch (error) {
    if (!isHttpError(error)) throw error;
    assert.ok(error.status === 400 || error.status === 414, String(error.status));
    return { code: error.code };
  }
}
