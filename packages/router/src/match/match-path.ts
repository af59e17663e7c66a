import type { CompiledPart, CompiledRule, MatchedRule, Params, RuleIndex } from '../compile/types.ts';
import { decodeCapture } from './decode-capture.ts';

/**
 * Find the first rule that takes a path; rules are tried in written order (seed, "Route rule").
 *
 * @param path - as received, still percent-encoded, with leading slash, without query: `/post/12`
 * @param maxSegment - longest captured segment in characters
 * @returns `undefined` when no rule takes it and the request belongs to someone else
 * @throws {HttpError} 400 or 414 when the rule takes the path but a capture does not decode
 */
export function matchPath(index: RuleIndex, path: string, maxSegment: number): MatchedRule | undefined {
  for (const rule of index.rules) {
    const captures = testRule(rule, path);
    if (captures) return readMatch(rule, captures, maxSegment);
  }
  return undefined;
}

/** Hold one rule against a path. */
export function testRule(rule: CompiledRule, path: string): RegExpExecArray | null {
  if (!rule.rule.gates.every((gate) => passesGate(gate, path))) return null;
  const found = rule.regexp.exec(path);
  if (found || !path.endsWith('/') || !(rule.looseSlash || (path === '/' && !rule.rule.search))) return found;
  return rule.regexp.exec(path.slice(0, -1));
}

// --- internal ---

function passesGate(gate: RegExp | string, path: string): boolean {
  if (typeof gate !== 'string') return gate.test(path);
  return path.startsWith(gate) && (path.length === gate.length || path[gate.length] === '/');
}

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
    const capture = captures[part];
    if (capture === undefined) return undefined;
    value += decodeCapture(capture, maxSegment);
  }
  return value;
}
