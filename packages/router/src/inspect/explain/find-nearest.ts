import { nearest } from '@rest-gen/logic/nearest';
import type { CompiledRule } from '../../compile/types.ts';
import type { Miss } from './find-miss.ts';
import { repairPath } from './repair-path.ts';

/** A rule that was most likely meant, and the path as it takes it. */
export interface Near {
  readonly rule: CompiledRule;
  readonly url: string | undefined;
}

/**
 * Find the rule that a path was most likely meant for: the one whose path is a few letters away, else the one that takes more than the first segment
 * of it.
 *
 * @param misses - of each rule, in written order
 * @param serves - the rule that a path comes to, when its controller is there
 * @returns `undefined` when none is near
 */
export function findNearest(
  misses: ReadonlyMap<CompiledRule, Miss>,
  path: string,
  serves: (url: string) => CompiledRule | undefined,
): Near | undefined {
  const repaired = new Map<string, CompiledRule>();
  for (const asked of misses.keys()) {
    for (const url of repairPath(asked, path)) {
      const rule = repaired.has(url) ? undefined : serves(url);
      if (rule) repaired.set(url, rule);
    }
  }
  const begins = [...repaired.keys()].filter((url) => isNear(firstSegment(path), firstSegment(url)));
  // A name that is misspelt is found whatever follows it.
  const misspelt = begins.filter((url) => firstSegment(url) !== firstSegment(path));
  const url = nearest(path, begins) ?? keepingMost(misspelt, path);
  if (url !== undefined) return { rule: repaired.get(url) as CompiledRule, url };
  let farthest: CompiledRule | undefined;
  let most = Math.max(firstSegment(path).length - 1, 1);
  for (const [rule, { reached }] of misses) if (reached > most) [farthest, most] = [rule, reached];
  if (farthest === undefined) return undefined;
  const served = repairPath(farthest, path).filter((one) => serves(one) === farthest);
  return { rule: farthest, url: keepingMost(served, path) };
}

/** `/post` of `/post/1`. */
export function firstSegment(path: string): string {
  return /^\/[^/]*/.exec(path)?.[0] ?? '';
}

// --- internal ---

function isNear(segment: string, other: string): boolean {
  return segment === other || nearest(segment, [other]) !== undefined;
}

/** The one that begins with most of what was asked for. */
function keepingMost(urls: readonly string[], path: string): string | undefined {
  let best: string | undefined;
  let most = -1;
  for (const url of urls) {
    let kept = 0;
    while (kept < url.length && url[kept] === path[kept]) kept++;
    if (kept > most) [best, most] = [url, kept];
  }
  return best;
}
