import type { CompiledParam, CompiledPart, MatchedRule, Params, RuleIndex, Search, Variant } from '../compile/types.ts';
import { requestError } from '../errors.ts';
import { findVariant } from './find-variant.ts';
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
  const variant = findVariant(index, path);
  return variant === undefined ? undefined : toMatch(variant, index.search, path, limits.segment);
}

/**
 * Put the captures of a found variant into the controller's name and the parameters.
 *
 * A name is used as received, without decoding: `/%70ost` does not name `post`, because a guard on `/post` does not see it.
 *
 * @throws {HttpError} as `decodeCapture`
 */
function toMatch(variant: Variant, search: Search, path: string, maxSegment: number): MatchedRule {
  const { rule, filling } = variant;
  const params = new EmptyParams();
  let rawId: string | undefined;
  for (let index = 0; index < filling.params.length; index++) {
    const param = filling.params[index] as CompiledParam;
    const { name } = param;
    const value = readParam(variant, search, param, path, maxSegment, decodeCapture);
    if (value === undefined) continue;
    // Nearly all rules have `id`, and setting a property by a literal name costs a third of setting it by a variable.
    if (name === 'id') {
      params.id = value;
      if (value.includes(',')) rawId = readParam(variant, search, param, path, maxSegment, checkCapture);
    } else params[name] = value;
  }
  let { controller } = rule;
  if (controller === undefined)
    controller =
      fill(variant, search, filling.controller as readonly CompiledPart[], path, maxSegment, checkCapture) ?? '';
  return { rule, controller, params, rawId };
}

/**
 * Percent-decode a capture, exactly once (RFC 3986 section 2.4).
 *
 * @param raw - as it is in the path
 * @param maxSegment - longest segment in characters, after decoding
 * @throws {HttpError} `E_BAD_ESCAPE` for a bad escape; `E_BAD_PATH` for a control character, a line break, an encoded slash, an empty or a dot segment;
 *   `E_PATH_TOO_LONG`
 */
export function decodeCapture(raw: string, maxSegment: number): string {
  const value = raw.includes('%') ? decodeEscapes(raw) : raw;
  // Ids end up in header fields, logs and the names of files.
  if (CONTROL.test(value))
    throw requestError('E_BAD_PATH', 'A control character or line break is not accepted in the path.');
  if (!value.includes('/')) return checkSegment(value, maxSegment);
  for (const segment of value.split('/')) {
    // `/files//etc/passwd` would make the rest of a path an absolute one.
    if (segment === '') throw requestError('E_BAD_PATH', 'An empty segment is not accepted in the path.');
    checkSegment(segment, maxSegment);
  }
  return value;
}

/**
 * Give back a segment that has no escapes and no slash.
 *
 * @throws {HttpError} `E_BAD_PATH` for a dot segment, `E_PATH_TOO_LONG`
 */
function checkSegment(value: string, maxSegment: number): string {
  if (value.length <= 2 && (value === '.' || value === '..')) {
    throw requestError('E_BAD_PATH', 'A dot segment is not accepted in the path.');
  }
  if (value.length > maxSegment) {
    throw requestError('E_PATH_TOO_LONG', `A path segment has ${value.length} characters; ${maxSegment} are allowed.`);
  }
  return value;
}

// --- internal ---

/** No expression is run on such a path: they are judged for shorter ones. */
function refuseLong({ rules }: RuleIndex, path: string, max: number): void {
  if (!rules.some(({ variants }) => variants.some((variant) => beginsAs(variant, path)))) return;
  throw requestError('E_PATH_TOO_LONG', `The path has ${path.length} characters; ${max} are allowed.`);
}

/** Objects of a class are many times faster than those of `Object.create(null)`, and inherit no names either when its prototype has none. */
const EmptyParams = function Params() {} as unknown as new () => Params;
EmptyParams.prototype = Object.create(null);

/** Return a capture as received, if it decodes. */
function checkCapture(raw: string, maxSegment: number): string {
  decodeCapture(raw, maxSegment);
  return raw;
}

function readParam(
  variant: Variant,
  search: Search,
  { group, parts }: CompiledParam,
  path: string,
  maxSegment: number,
  read: typeof decodeCapture,
): string | undefined {
  return group > 0
    ? readSlot(group, search.slots, path, maxSegment, read)
    : fill(variant, search, parts, path, maxSegment, read);
}

/** Fill the slots with captures; `undefined` when one of them is absent. */
function fill(
  variant: Variant,
  search: Search,
  parts: readonly CompiledPart[],
  path: string,
  maxSegment: number,
  read: typeof decodeCapture,
): string | undefined {
  const captured = variant.steps === undefined ? findCaptured(parts, search) : undefined;
  if (captured?.includes(undefined)) return undefined;
  let value = '';
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] as CompiledPart;
    if (typeof part === 'string') value += part;
    else if (captured) value += read(captured[at] as string, maxSegment);
    else value += readSlot(part[0] as number, search.slots, path, maxSegment, read);
  }
  return value;
}

/** The raw capture of each part, or its fixed text. */
function findCaptured(parts: readonly CompiledPart[], search: Search): (string | undefined)[] {
  const captures = search.captures as RegExpExecArray;
  return parts.map((part) =>
    typeof part === 'string' ? part : part.map((group) => captures[group]).find((text) => text !== undefined),
  );
}

function readSlot(
  group: number,
  slots: Int32Array,
  path: string,
  maxSegment: number,
  read: typeof decodeCapture,
): string {
  const begin = slots[group * 3] as number;
  const end = slots[group * 3 + 1] as number;
  const value = path.substring(begin, end);
  const plain = slots[group * 3 + 2] === 0 && end - begin <= maxSegment && path.charCodeAt(begin) !== 46; /* '.' */
  return plain ? value : read(value, maxSegment);
}

/** Control characters, and the line and paragraph separators of Unicode. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

function decodeEscapes(raw: string): string {
  let value: string;
  try {
    value = decodeURIComponent(raw);
  } catch {
    throw requestError('E_BAD_ESCAPE', 'The path holds an invalid percent escape.');
  }
  // An encoded slash would make one segment look like two to code that reads the value later.
  if (/%2f/i.test(raw)) throw requestError('E_BAD_PATH', 'An encoded slash is not accepted in the path.');
  return value;
}
