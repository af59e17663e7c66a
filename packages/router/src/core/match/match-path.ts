import type { MatchedRule, RuleIndex } from '../compile/types.ts';
import { requestError } from '../errors.ts';
import { findVariant } from './find-variant.ts';
import { beginsAs } from './test-rule.ts';
import { toMatch } from './to-match.ts';

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
  const variant = findVariant(index, path);
  return variant === undefined ? undefined : toMatch(variant, index.search, path, limits.segment);
}

// --- internal ---

/** No expression is run on such a path: they are judged for shorter ones. */
function refuseLong({ rules }: RuleIndex, path: string, max: number): void {
  if (!rules.some(({ variants }) => variants.some((variant) => beginsAs(variant, path)))) return;
  throw requestError('E_PATH_TOO_LONG', `The path has ${path.length} characters; ${max} are allowed.`);
}
