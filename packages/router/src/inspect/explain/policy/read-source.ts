import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { PolicyRule, TablePolicy } from '@rest-gen/model/core';
import { describeFilter } from './describe-filter.ts';
import { locateRules, type RuleFinder, type RulePlace } from './locate-rules.ts';

/** Find the rules of a policy in its file; without a file, or where they are not found, a rule is shown as it is in memory. */
export function readSource({ file }: TablePolicy): RuleFinder {
  if (file === undefined) return NOTHING;
  try {
    const path = resolve(file);
    const changed = statSync(path).mtimeMs;
    const known = cache.get(path);
    if (known?.changed === changed) return known.find;
    const find = locateRules(readFileSync(path, 'utf8'));
    cache.set(path, { changed, find });
    return find;
  } catch {
    // A bundle, or a file that was removed since.
    return NOTHING;
  }
}

/** A rule as text: a word, its source, or what it is in memory. */
export function textOf(rule: PolicyRule, place: RulePlace | undefined): string {
  if (typeof rule === 'string') return rule;
  if (place !== undefined) return place.text;
  if (typeof rule === 'function') return rule.toString().replace(/\s+/g, ' ');
  return describeFilter(rule, () => false);
}

/** Shorten a text in the middle of a line. */
export function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

// --- internal ---

const NOTHING: RuleFinder = () => undefined;
const cache = new Map<string, { readonly changed: number; readonly find: RuleFinder }>();
