import type { MatchedRule, RuleIndex } from '../compile/types.ts';
import { requestError } from '../errors.ts';
import { findWay } from './find-way.ts';
import { readMatch } from './read-match.ts';
import { beginsAs } from './test-rule.ts';

/** Characters that the whole path and one captured segment may have. */
export interface PathLimits {
  readonly path: number;
  readonly segment: number;
}

/**
 * Find the first rule that takes a path, in written order (seed, "Route rule").
 *
 * @param path - as received, still percent-encoded, with leading slash, without query: `/post/12`
 * @returns `undefined` when no rule takes it and the request belongs to someone else
 * @throws {HttpError} 400 or 414 when the rule takes the path but a capture does not decode; 414 for a path over its limit that begins as one of a
 *   rule does
 */
export function matchPath(index: RuleIndex, path: string, limits: PathLimits): MatchedRule | undefined {
  if (path.length > limits.path) {
    refuseLong(index, path, limits.path);
    return undefined;
  }
  const way = findWay(index.tree, path);
  return way === undefined ? undefined : readMatch(way, path, limits.segment);
}

// --- internal ---

/** No expression is run on such a path: they are judged for shorter ones. */
function refuseLong({ rules }: RuleIndex, path: string, most: number): void {
  if (!rules.some(({ ways }) => ways.some((way) => beginsAs(way, path)))) return;
  throw requestError('E_PATH_TOO_LONG', `The path has ${path.length} characters; ${most} are allowed.`);
}
