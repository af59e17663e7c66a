import { createSearch } from '../compile/search.ts';
import type { CompiledRule, Variant } from '../compile/types.ts';
import { dropsSlash, passesGates } from './find-variant.ts';
import { hasText, runSteps } from './run-steps.ts';

/** Test a path with one rule. */
export function testRule(rule: CompiledRule, path: string): boolean {
  if (!passesGates(rule, path)) return false;
  const without = path.endsWith('/') && dropsSlash(rule, path) ? path.slice(0, -1) : path;
  return rule.variants.some(
    (variant) => testVariant(variant, without) || (without !== path && testVariant(variant, path)),
  );
}

/** Whether a path begins with the literal of a variant. */
export function beginsAs({ literal, exact }: Variant, path: string): boolean {
  return hasText(literal, !exact, path, 0, path.length);
}

// --- internal ---

function testVariant(variant: Variant, path: string): boolean {
  if (variant.steps === undefined) return variant.regexp?.test(path) === true;
  return beginsAs(variant, path) && runSteps(variant.steps, path, variant.skip, path.length, createSearch());
}
