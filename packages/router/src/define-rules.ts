import type { RuleConfig } from './core/parse/types.ts';

/**
 * Type the list of rules that `src/config/router` exports; gives it back as it is.
 *
 * @example
 * export default defineRules([
 *   ['/post/:id?', 'rest'],
 *   [/\/post\/(\d+)\/comments(?:\/(\d+))?/, 'comment?postId=:1&id=:2', 'rest'],
 * ]);
 *
 * @see docs/rules.md
 */
export function defineRules(rules: readonly RuleConfig[]): readonly RuleConfig[] {
  return rules;
}
