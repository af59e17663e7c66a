import { NO_RANK } from '../compile/search.ts';
import type { CompiledRule, RuleIndex, Search, TreeNode, Variant } from '../compile/types.ts';
import { hasText, isCapital, runSteps } from './run-steps.ts';

/**
 * Find the first variant that takes a path, by rank.
 *
 * A path leads down the tree along its characters, through any node at most once. Then the variants at each node are tried, those with the longest
 * key first; nothing with a larger rank than what was found is tried. The captures of the variant are in `search` until the next match.
 */
export function findVariant({ tree, search }: RuleIndex, path: string): Variant | undefined {
  search.rank = NO_RANK;
  const variant = searchTree(tree, path, 0, false, undefined, search);
  // A variant that was tried later, and failed, may have written over the captures.
  if (variant !== undefined && variant.steps !== undefined && search.noted !== variant.rank) {
    runSteps(variant.steps, path, variant.skip, search.end, search);
  }
  return variant;
}

/** Whether a rule takes a path that ends with a slash without it, too. */
export function dropsSlash({ looseSlash, rule }: CompiledRule, path: string): boolean {
  return looseSlash || (path === '/' && !rule.search);
}

/** Whether all groups around a rule take a path. */
export function passesGates({ rule: { gates } }: CompiledRule, path: string): boolean {
  for (let index = 0; index < gates.length; index++) {
    if (!gates[index]?.regexp.test(path)) return false;
  }
  return true;
}

// --- internal ---

/**
 * @param capitals - whether a capital letter was taken for a small one before `from`
 * @param best - the best match so far; returned when there is no better one
 */
function searchTree(
  root: TreeNode,
  path: string,
  from: number,
  capitals: boolean,
  best: Variant | undefined,
  search: Search,
): Variant | undefined {
  const { length } = path;
  const stop = length > 0 && path.charCodeAt(length - 1) === 47 /* '/' */ ? length - 1 : length;
  let variant = best;
  let hasCapitals = capitals;
  let at = from;
  let node: TreeNode | undefined = root;
  let deepest: TreeNode | undefined;
  down: while (node !== undefined) {
    const { text } = node;
    const size = text.length;
    if (at + size > length) break;
    for (let index = 0; index < size; index++) {
      const own = text[index] as number;
      const other = path.charCodeAt(at + index);
      if (own === other) continue;
      if (!isCapital(other) || other + 32 !== own) break down;
      hasCapitals = true;
    }
    at += size;
    deepest = node;
    if (at >= stop && node.ends !== undefined)
      variant = tryVariants(node.ends, path, stop, hasCapitals, variant, search);
    if (at >= length) break;
    let code = path.charCodeAt(at++);
    if (isCapital(code)) {
      code += 32;
      hasCapitals = true;
    }
    const child: number = code - node.lowest;
    node = child < 0 || child >= node.children.length ? undefined : node.children[child];
  }
  for (let place = deepest; place !== undefined; place = place.up) {
    if (place.minRank >= search.rank) continue;
    if (place.variants !== undefined) variant = tryVariants(place.variants, path, stop, hasCapitals, variant, search);
    if (place.segment !== undefined)
      variant = skipSegment(place.segment, path, from + place.depth, hasCapitals, variant, search);
  }
  return variant;
}

function skipSegment(
  tree: TreeNode,
  path: string,
  from: number,
  capitals: boolean,
  best: Variant | undefined,
  search: Search,
): Variant | undefined {
  const slash = path.indexOf('/', from);
  const end = slash < 0 ? path.length : slash;
  return end > from ? searchTree(tree, path, end, capitals, best, search) : best;
}

function tryVariants(
  first: Variant,
  path: string,
  stop: number,
  capitals: boolean,
  best: Variant | undefined,
  search: Search,
): Variant | undefined {
  let chosen = best;
  for (
    let variant: Variant | undefined = first;
    variant !== undefined && variant.rank < search.rank;
    variant = variant.next
  ) {
    if (variant.exact && (capitals || variant.capital) && !path.startsWith(variant.literal)) continue;
    // Without the slash first: `(.+)` must not take it for a part of the last segment.
    if (stop < path.length && dropsSlash(variant.rule, path) && takes(variant, path, stop, search)) {
      search.rank = variant.rank;
      return variant;
    }
    const rank = stop < path.length ? variant.rank + variant.later : variant.rank;
    if (rank < search.rank && takes(variant, path, path.length, search)) {
      search.rank = rank;
      chosen = variant;
    }
  }
  return chosen;
}

function takes(variant: Variant, path: string, end: number, search: Search): boolean {
  const { steps } = variant;
  if (steps === undefined) return takesWhole(variant, path, end, search);
  search.noted = variant.rank;
  if (!runSteps(steps, path, variant.skip, end, search)) return false;
  if (variant.gated && !passesGates(variant.rule, path)) return false;
  search.end = end;
  return true;
}

function takesWhole(variant: Variant, path: string, end: number, search: Search): boolean {
  const { ending } = variant;
  if (ending !== undefined && !hasText(ending.text, ending.ignoreCase, path, end - ending.text.length, end))
    return false;
  if (variant.gated && !passesGates(variant.rule, path)) return false;
  const captures = (variant.regexp as RegExp).exec(end < path.length ? path.slice(0, end) : path);
  if (captures === null) return false;
  search.captures = captures;
  return true;
}
