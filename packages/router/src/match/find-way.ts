import type { CompiledRule, TreeNode, Way } from '../compile/types.ts';
import { hasText, isCapital, runSteps } from './run-steps.ts';

/** What the expression of the found way captured, when it has no steps; what steps capture is in `slots`. */
export function capturesFound(): RegExpExecArray {
  return found.captures as RegExpExecArray;
}

/**
 * Find the first way that takes a path, by rank.
 *
 * A path leads down the tree along its characters, through any node at most once. Then the ways at each node are tried, those with the longest
 * key first; nothing with a larger rank than what was found is tried.
 */
export function findWay(tree: TreeNode, path: string): Way | undefined {
  found.rank = NO_RANK;
  const way = searchTree(tree, path, 0, false, undefined);
  // A way that was tried later, and failed, may have written over the captures.
  if (way !== undefined && way.steps !== undefined && found.noted !== way.rank) {
    runSteps(way.steps, path, way.skip, found.end);
  }
  return way;
}

/** Whether a rule takes a path that ends with a slash without it, too. */
export function dropsSlash({ looseSlash, rule }: CompiledRule, path: string): boolean {
  return looseSlash || (path === '/' && !rule.search);
}

/** Whether all groups around a rule take a path. */
export function passesGates({ rule: { gates } }: CompiledRule, path: string): boolean {
  for (let index = 0; index < gates.length; index++) {
    if (!(gates[index] as RegExp).test(path)) return false;
  }
  return true;
}

// --- internal ---

interface Found {
  /** Of the best match so far. */
  rank: number;
  /** Where the match ends. */
  end: number;
  captures: RegExpExecArray | undefined;
  /** The rank of the way whose captures are in the slots. */
  noted: number;
}

/** Above all ranks; a small integer for the engine. */
const NO_RANK = 2 ** 30 - 1;

/** One for all searches, since each ends before the next begins; the engine knows where it is. */
const found: Found = { rank: NO_RANK, end: 0, captures: undefined, noted: NO_RANK };

/**
 * @param capitals - whether a capital letter was taken for a small one before `from`
 * @param best - what is found so far; given back when there is nothing better
 */
function searchTree(
  root: TreeNode,
  path: string,
  from: number,
  capitals: boolean,
  best: Way | undefined,
): Way | undefined {
  const { length } = path;
  const stop = length > 0 && path.charCodeAt(length - 1) === 47 /* '/' */ ? length - 1 : length;
  let way = best;
  let folded = capitals;
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
      folded = true;
    }
    at += size;
    deepest = node;
    if (at >= stop && node.ends !== undefined) way = tryWays(node.ends, path, stop, folded, way);
    if (at >= length) break;
    let code = path.charCodeAt(at++);
    if (isCapital(code)) {
      code += 32;
      folded = true;
    }
    const child: number = code - node.lowest;
    node = child < 0 || child >= node.children.length ? undefined : node.children[child];
  }
  for (let place = deepest; place !== undefined; place = place.up) {
    if (place.least >= found.rank) continue;
    if (place.ways !== undefined) way = tryWays(place.ways, path, stop, folded, way);
    if (place.segment !== undefined) way = skipSegment(place.segment, path, from + place.depth, folded, way);
  }
  return way;
}

function skipSegment(
  tree: TreeNode,
  path: string,
  from: number,
  capitals: boolean,
  best: Way | undefined,
): Way | undefined {
  const slash = path.indexOf('/', from);
  const end = slash < 0 ? path.length : slash;
  return end > from ? searchTree(tree, path, end, capitals, best) : best;
}

function tryWays(first: Way, path: string, stop: number, capitals: boolean, best: Way | undefined): Way | undefined {
  let chosen = best;
  for (let way: Way | undefined = first; way !== undefined && way.rank < found.rank; way = way.next) {
    if (way.exact && (capitals || way.capital) && !path.startsWith(way.literal)) continue;
    // Without the slash first: `(.+)` must not take it for a part of the last segment.
    if (stop < path.length && dropsSlash(way.rule, path) && takes(way, path, stop)) {
      found.rank = way.rank;
      return way;
    }
    const rank = stop < path.length ? way.rank + way.later : way.rank;
    if (rank < found.rank && takes(way, path, path.length)) {
      found.rank = rank;
      chosen = way;
    }
  }
  return chosen;
}

function takes(way: Way, path: string, end: number): boolean {
  const { steps } = way;
  if (steps === undefined) return takesWhole(way, path, end);
  found.noted = way.rank;
  if (!runSteps(steps, path, way.skip, end)) return false;
  if (way.gated && !passesGates(way.rule, path)) return false;
  found.end = end;
  return true;
}

function takesWhole(way: Way, path: string, end: number): boolean {
  const { ending } = way;
  if (ending !== undefined && !hasText(ending.text, ending.fold, path, end - ending.text.length, end)) return false;
  if (way.gated && !passesGates(way.rule, path)) return false;
  const captures = (way.regexp as RegExp).exec(end < path.length ? path.slice(0, end) : path);
  if (captures === null) return false;
  found.captures = captures;
  return true;
}
