import { hasCharacter } from '../../compile/char-set.ts';
import { isCapital } from '../../match/run-steps.ts';
import type { Token } from './read-tokens.ts';

/** How far a way takes a path. */
export interface Walk {
  /** The token that does not go on; `undefined` when the way takes all of the path, or could. */
  readonly stop: number | undefined;
  /** Where that text would have to begin; of a run of characters, where the next one would have to be. */
  readonly at: number;
  /** Where the first character stands that it does not take. */
  readonly reached: number;
  /** Only the engine can tell whether what was passed holds: a lookahead, or syntax that is not understood. */
  readonly isOpen: boolean;
}

/**
 * Walk a way as far as it goes.
 *
 * All places that a token can end at are kept, so that no choice is ever taken back: what is told holds for every way in which the expression could
 * divide the path.
 *
 * @param whole - the way has to take the path to its end
 */
export function walkWay(tokens: readonly Token[], path: string, whole: boolean): Walk {
  let places = [0];
  let isOpen = false;
  for (const [stop, token] of tokens.entries()) {
    if (token.kind === 'opaque') return { stop: undefined, at: last(places), reached: last(places), isOpen: true };
    if (token.kind === 'assertion') isOpen = true;
    const step = take(token, places, path);
    if (step.places.length === 0) {
      const { at, reached } = step;
      return { stop, at: token.kind === 'run' ? reached : at, reached, isOpen };
    }
    places = step.places;
  }
  const at = last(places);
  // Behind the last token stands the end of the path.
  return { stop: whole && at < path.length ? tokens.length : undefined, at, reached: at, isOpen };
}

// --- internal ---

/** Where a token can end, and where it came farthest. */
interface Step {
  readonly places: number[];
  readonly at: number;
  readonly reached: number;
}

function take(token: Token, from: number[], path: string): Step {
  switch (token.kind) {
    case 'text':
      return takeEach(from, (at) => {
        const length = commonLength(token.text, token.folds, path, at);
        return [length, length, length < token.text.length];
      });
    case 'run':
      return takeEach(from, (at) => {
        const limit = Math.min(path.length, at + token.most);
        let end = at;
        while (end < limit && hasCharacter(token.set, path.charCodeAt(end))) end++;
        return [token.least, end - at, end - at < token.least];
      });
    case 'start':
      return keep(from, (at) => at === 0);
    case 'end':
      return keep(from, (at) => at === path.length);
    default:
      return { places: from, at: last(from), reached: last(from) };
  }
}

/** @param measure - the least and the most characters that are taken at a place, and whether they are too few */
function takeEach(from: number[], measure: (at: number) => [least: number, most: number, short: boolean]): Step {
  const ends = new Set<number>();
  let at = 0;
  let reached = -1;
  for (const place of from) {
    const [least, most, short] = measure(place);
    if (place + most > reached) [at, reached] = [place, place + most];
    if (!short) for (let end = place + least; end <= place + most; end++) ends.add(end);
  }
  return { places: [...ends].sort((a, b) => a - b), at, reached };
}

function keep(from: number[], holds: (at: number) => boolean): Step {
  return { places: from.filter(holds), at: last(from), reached: last(from) };
}

/** Characters of a text that stand at a place. */
function commonLength(text: string, folds: readonly boolean[], path: string, at: number): number {
  let length = 0;
  while (length < text.length && at + length < path.length) {
    const code = path.charCodeAt(at + length);
    const own = text.charCodeAt(length);
    if (code !== own && !(folds[length] && isCapital(code) && code + 32 === own)) break;
    length++;
  }
  return length;
}

function last(places: readonly number[]): number {
  return places.at(-1) as number;
}
