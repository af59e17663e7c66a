import type { TriedRule } from '../explanation.ts';

/** Rules that an answer, or the output of DEBUG, tells about. */
const MOST_TOLD = 20;

/** The rules that matter most where there are many: those that take the path, then those that get farthest; in written order. */
export function mostTelling(tried: readonly TriedRule[]): readonly TriedRule[] {
  if (tried.length <= MOST_TOLD) return tried;
  const weight = ({ result, at = 0 }: TriedRule) => (TAKES.has(result) ? Number.POSITIVE_INFINITY : at);
  // Equals stay in written order.
  const sorted = [...tried].sort((a, b) => (weight(a) === weight(b) ? 0 : weight(b) - weight(a)));
  const chosen = new Set(sorted.slice(0, MOST_TOLD));
  return tried.filter((rule) => chosen.has(rule));
}

// --- internal ---

const TAKES: ReadonlySet<TriedRule['result']> = new Set(['matched', 'would match too']);
