import type { CompiledPart, CompiledRule, MatchedRule, Params, RuleIndex } from '../compile/types.ts';
import { requestError } from '../errors.ts';
import { decodeCapture } from './decode-capture.ts';

/** Characters that the whole path and one captured segment may have. */
export interface PathLimits {
  readonly path: number;
  readonly segment: number;
}

/**
 * Find the first rule that takes a path; rules are tried in written order (seed, "Route rule").
 *
 * @param path - as received, still percent-encoded, with leading slash, without query: `/post/12`
 * @returns `undefined` when no rule takes it and the request belongs to someone else
 * @throws {HttpError} 400 or 414 when the rule takes the path but a capture does not decode; 414 for a path over its limit that begins as one of a
 *   rule does
 */
export function matchPath(index: RuleIndex, path: string, limits: PathLimits): MatchedRule | undefined {
  const lower = path.toLowerCase();
  for (const rule of index.rules) {
    // Most rules are told apart by their first letters; the expression is run for the others only.
    if (!(rule.ignoresCase ? lower : path).startsWith(rule.prefix)) continue;
    if (path.length > limits.path) {
      throw requestError('E_PATH_TOO_LONG', `The path has ${path.length} characters; ${limits.path} are allowed.`);
    }
    const captures = testRule(rule, path);
    if (captures) return readMatch(rule, captures, limits.segment);
  }
  return undefined;
}

/** Hold one rule against a path. */
export function testRule(rule: CompiledRule, path: string): RegExpExecArray | null {
  for (const gate of rule.rule.gates) {
    if (!gate.test(path)) return null;
  }
  const slash = path.endsWith('/') && (rule.looseSlash || (path === '/' && !rule.rule.search));
  // Without the slash first: `(.+)` must not take it for a part of the last segment.
  return (slash ? rule.regexp.exec(path.slice(0, -1)) : null) ?? rule.regexp.exec(path);
}

// --- internal ---

function readMatch(rule: CompiledRule, captures: RegExpExecArray, maxSegment: number): MatchedRule {
  const params: Params = Object.create(null);
  for (const { name, parts } of rule.params) {
    const value = fill(parts, captures, maxSegment);
    if (value !== undefined) params[name] = value;
  }
  return { rule, controller: rule.controller ?? fill(rule.controllerParts, captures, maxSegment) ?? '', params };
}

/** Put captures into the slots; `undefined` when one of them is absent. */
function fill(parts: readonly CompiledPart[], captures: RegExpExecArray, maxSegment: number): string | undefined {
  let value = '';
  for (const part of parts) {
    if (typeof part === 'string') {
      value += part;
      continue;
    }
    const index = part.find((group) => captures[group] !== undefined);
    if (index === undefined) return undefined;
    value += decodeCapture(captures[index] as string, maxSegment);
  }
  return value;
}
