import type { CompiledRule, Way } from '../compile/types.ts';
import { dropsSlash, passesGates } from './find-way.ts';
import { hasText, runSteps } from './run-steps.ts';

/** Hold one rule against a path, apart from all others. */
export function testRule(rule: CompiledRule, path: string): boolean {
  if (!passesGates(rule, path)) return false;
  const without = path.endsWith('/') && dropsSlash(rule, path) ? path.slice(0, -1) : path;
  return rule.ways.some((way) => testWay(way, without) || (without !== path && testWay(way, path)));
}

/** Whether a path begins with the literal of a way. */
export function beginsAs({ literal, exact }: Way, path: string): boolean {
  return hasText(literal, !exact, path, 0, path.length);
}

// --- internal ---

function testWay(way: Way, path: string): boolean {
  if (way.steps === undefined) return way.regexp?.test(path) === true;
  return beginsAs(way, path) && runSteps(way.steps, path, way.skip, path.length);
}
