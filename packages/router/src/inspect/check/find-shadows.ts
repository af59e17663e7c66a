import type { CompiledRule, RuleIndex } from '../../compile/types.ts';
import { findWay } from '../../match/find-way.ts';
import { testRule } from '../../match/test-rule.ts';
import { repairPath } from '../explain/repair-path.ts';
import { type Budget, explore } from './language/explore.ts';
import { type Language, readLanguage } from './language/read-language.ts';
import { createVary } from './language/vary.ts';
import { overlapping } from './overlapping.ts';

/** What becomes of the paths of a rule. */
export interface Shadow {
  readonly rule: CompiledRule;
  /**
   * - `reached`: it gets at least one path, `path`
   * - `empty`: it takes no path at all
   * - `shadowed`: earlier rules take every path of it; `tested`: they took all that were tried, and more cannot be told
   * - `unknown`: no path of it was found
   */
  readonly kind: 'reached' | 'empty' | 'shadowed' | 'tested' | 'unknown';
  /** A path that it gets; where it gets none, one that an earlier rule gets first. */
  readonly path: string | undefined;
  /** Earlier rules that get paths of it, each with the shortest such path that was met. */
  readonly takers: ReadonlyMap<CompiledRule, string>;
  /** How many paths were tried. */
  readonly tried: number;
}

/** Steps of the walks: to prove what becomes of a rule that seems to get nothing, and to find paths that it shares with others. */
export interface Budgets {
  readonly proof: Budget;
  readonly sharing: Budget;
}

/**
 * Find for each rule whether earlier ones leave it anything; a verdict is proved by walking through every path, as classes of characters.
 *
 * @param budgets - default 200,000 steps for a proof and 5,000,000 for all proofs; 20,000 and 1,000,000 for paths that are shared
 */
export function findShadows(
  { rules, tree }: RuleIndex,
  { proof, sharing }: Budgets = {
    proof: { each: 200_000, left: 5_000_000 },
    sharing: { each: 20_000, left: 1_000_000 },
  },
): Shadow[] {
  const languageOf = createReader();
  return overlapping(rules).map(({ rule, earlier }) => {
    const path = findOwn(rule, languageOf, tree);
    if (path === undefined) return findShadow(rule, earlier, { languageOf, tree }, proof);
    // What is shared with the same controller is lost to nobody.
    const others = earlier.filter(({ controller }) => controller === undefined || controller !== rule.controller);
    if (others.length === 0) return { rule, kind: 'reached', path, takers: new Map(), tried: 1 };
    return findShadow(rule, others.slice(0, MOST_SHARING), { languageOf, tree }, sharing, path);
  });
}

/** Whether each path of a rule is one of another, too: proved, or false. */
export function isWithin(
  inner: CompiledRule,
  outer: CompiledRule,
  budget: Budget = { each: 20_000, left: 20_000 },
): boolean {
  const known = new Map();
  const [own, other] = [readLanguage(inner.rule, known), readLanguage(outer.rule, known)];
  if (!own.isExact || !other.isExact) return false;
  let within = true;
  const complete = explore(own, [other], budget, ({ takers }) => {
    within = takers.length > 0;
    return within;
  });
  return complete && within;
}

// --- internal ---

const FIRST_SAMPLES = 40;
/** Earlier rules that a rule is held against when it gets a path at all. */
const MOST_SHARING = 50;

type LanguageOf = (rule: CompiledRule) => Language;

/** Of most rules no language is ever asked for. */
function createReader(): LanguageOf {
  const machines = new Map();
  const languages = new Map<CompiledRule, Language>();
  return (rule) => {
    const known = languages.get(rule) ?? readLanguage(rule.rule, machines);
    languages.set(rule, known);
    return known;
  };
}

/** A path that a rule gets: most rules get the shortest, or one of the first that they take, and the tree tells at once. */
function findOwn(rule: CompiledRule, languageOf: LanguageOf, tree: RuleIndex['tree']): string | undefined {
  const isOwn = (path: string) => findWay(tree, path)?.rule === rule;
  const shortest = repairPath(rule, '').find(isOwn);
  if (shortest !== undefined) return shortest;
  let own: string | undefined;
  let tried = 0;
  explore(languageOf(rule), [], { each: 20_000, left: 20_000 }, ({ path }) => {
    if (isOwn(path)) own = path;
    return own === undefined && ++tried < FIRST_SAMPLES;
  });
  return own;
}

/** Fewer paths than this tell nothing. */
const ENOUGH = 10;
const MOST_SAMPLES = 100;
const VARIANTS = 10;

function findShadow(
  rule: CompiledRule,
  earlier: readonly CompiledRule[],
  { languageOf, tree }: { languageOf: LanguageOf; tree: RuleIndex['tree'] },
  budget: Budget,
  known?: string,
): Shadow {
  const own = languageOf(rule);
  const others = earlier.map(languageOf);
  const takers = new Map<CompiledRule, string>();
  const samples: string[] = [];
  let path = known;
  let tried = 0;
  let isProof = own.isExact;
  /** The rules themselves have the last word on a path, and the tree knows which is the first. */
  const tryPath = (one: string): void => {
    if (!testRule(rule, one)) return;
    tried++;
    const first = findWay(tree, one)?.rule as CompiledRule;
    if (first === rule) path ??= one;
    else if (!takers.has(first)) takers.set(first, one);
  };
  const isComplete = explore(own, others, budget, (sample) => {
    // One path stands for all that lead to the same states, where the languages are exact.
    isProof &&= sample.takers.some((at) => others[at]?.isExact);
    if (samples.length < MOST_SAMPLES) samples.push(sample.path);
    tryPath(sample.path);
    return earlier.length > 0 || path === undefined;
  });
  if (path !== undefined) return { rule, kind: 'reached', path, takers, tried };
  if (isComplete && samples.length === 0) return { rule, kind: 'empty', path: undefined, takers, tried };
  const [taken] = takers.values();
  if (isComplete && isProof) return { rule, kind: 'shadowed', path: taken, takers, tried };
  const vary = createVary([own, ...others]);
  for (const variant of samples.flatMap((sample) => vary(sample, VARIANTS))) tryPath(variant);
  if (path !== undefined) return { rule, kind: 'reached', path, takers, tried };
  return { rule, kind: tried >= ENOUGH ? 'tested' : 'unknown', path: [...takers.values()][0], takers, tried };
}
