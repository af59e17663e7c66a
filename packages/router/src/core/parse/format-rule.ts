import type { RuleGroup } from './types.ts';

/** Print a rule as its author wrote it. */
export function formatRule(rule: unknown): string {
  // Joined, it is one flat text; a template would keep its pieces.
  if (Array.isArray(rule)) return ['[', rule.map(formatElement).join(', '), ']'].join('');
  if (isGroup(rule)) return `{ match: ${formatElement(rule.match)}, rules: [… ${rule.rules.length}] }`;
  return formatElement(rule);
}

/** Print an element of a rule. */
export function formatElement(value: unknown): string {
  if (value instanceof RegExp) return String(value);
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  if (isPlainObject(value))
    return `{ ${Object.entries(value)
      .map(([name, item]) => `${name}: ${formatElement(item)}`)
      .join(', ')} }`;
  return Array.isArray(value) ? formatRule(value) : String(value);
}

/** Whether an entry is a group `{ match, rules }`. */
export function isGroup(rule: unknown): rule is RuleGroup {
  return isPlainObject(rule) && Array.isArray((rule as { rules?: unknown }).rules);
}

/** Whether a value is an object with names, as options and groups are. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof RegExp);
}
