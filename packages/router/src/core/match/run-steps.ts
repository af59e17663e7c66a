import type { Search, Step } from '../compile/types.ts';
import { hasCharacter } from '../parse/char-set.ts';
import type { CharSet } from '../parse/types.ts';

/**
 * Run the steps of a variant over a part of a path; each character is read once.
 *
 * @param slots - the captures of this variant are written to it
 * @returns whether they match all of it
 */
export function runSteps(
  steps: readonly Step[],
  path: string,
  from: number,
  end: number,
  { slots }: Pick<Search, 'slots'>,
): boolean {
  let at = from;
  for (let index = 0; index < steps.length; index++) {
    const step = steps[index] as Step;
    const { set, text } = step;
    if (set !== undefined) {
      at = takeClass(step, set, path, at, end, slots);
      if (at < 0) return false;
    } else if (text !== undefined) {
      if (!hasText(text, step.ignoreCase, path, at, end)) return false;
      at += text.length;
    } else {
      noteBound(step, at, slots);
    }
  }
  return at === end;
}

/** Whether a path has a text at a place; the text is in lower case when `ignoreCase`. */
export function hasText(text: string, ignoreCase: boolean, path: string, from: number, end: number): boolean {
  if (end - from < text.length) return false;
  for (let index = 0; index < text.length; index++) {
    const code = path.charCodeAt(from + index);
    const own = text.charCodeAt(index);
    if (code !== own && !(ignoreCase && isCapital(code) && code + 32 === own)) return false;
  }
  return true;
}

/** A–Z. */
export function isCapital(code: number): boolean {
  return code >= 65 && code <= 90;
}

// --- internal ---

/** The end of a run; -1 when it is too short. */
function takeClass(step: Step, set: CharSet, path: string, from: number, end: number, slots: Int32Array): number {
  const { min, max, group } = step;
  const limit = end - from > max ? from + max : end;
  const { table } = set;
  let at = from;
  let seen = 0;
  while (at < limit) {
    const code = path.charCodeAt(at);
    // Beyond ASCII there are control characters, too; they are left to the decoder.
    const bits = code < 128 ? (table[code] as number) : hasCharacter(set, code) ? 3 : 0;
    if (bits === 0) break;
    seen |= bits;
    at++;
  }
  if (at - from < min) return -1;
  slots[group * 3] = from;
  slots[group * 3 + 1] = at;
  slots[group * 3 + 2] = seen >> 1;
  return at;
}

/** A capture of several parts; what they hold is not known here. */
function noteBound({ group, opens }: Step, at: number, slots: Int32Array): void {
  slots[group * 3 + (opens ? 0 : 1)] = at;
  slots[group * 3 + 2] = 1;
}
