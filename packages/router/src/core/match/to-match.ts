import type { CompiledParam, CompiledPart, MatchedRule, Params, Search, Variant } from '../compile/types.ts';
import { decodeCapture } from './decode-capture.ts';

/**
 * Put the captures of a found variant into the controller's name and the parameters.
 *
 * A name is used as received, without decoding: `/%70ost` does not name `post`, because a guard on `/post` does not see it.
 *
 * @throws {HttpError} as `decodeCapture`
 */
export function toMatch(variant: Variant, search: Search, path: string, maxSegment: number): MatchedRule {
  const { rule, filling } = variant;
  const params = new EmptyParams();
  for (let index = 0; index < filling.params.length; index++) {
    const param = filling.params[index] as CompiledParam;
    const { name, group } = param;
    const value =
      group > 0
        ? readSlot(group, search.slots, path, maxSegment, decodeCapture)
        : fill(variant, search, param.parts, path, maxSegment, decodeCapture);
    if (value === undefined) continue;
    // Nearly all rules have `id`, and setting a property by a literal name costs a third of setting it by a variable.
    if (name === 'id') params.id = value;
    else params[name] = value;
  }
  let { controller } = rule;
  if (controller === undefined)
    controller =
      fill(variant, search, filling.controller as readonly CompiledPart[], path, maxSegment, checkCapture) ?? '';
  return { rule, controller, params };
}

// --- internal ---

/** Objects of a class are many times faster than those of `Object.create(null)`, and inherit no names either when its prototype has none. */
const EmptyParams = function Params() {} as unknown as new () => Params;
EmptyParams.prototype = Object.create(null);

/** Return a capture as received, if it decodes. */
function checkCapture(raw: string, maxSegment: number): string {
  decodeCapture(raw, maxSegment);
  return raw;
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
