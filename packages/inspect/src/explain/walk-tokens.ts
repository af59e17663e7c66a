import {
  type CompiledRule,
  flattenExpression,
  hasCharacter,
  isCapital,
  type ReadClass,
  type Token,
} from '@rest-gen/router/internal';

/** A token that matches a part of the path; a class knows the parameter that it fills. */
export type PathToken = NamedClass | Exclude<Token, ReadClass | { readonly kind: 'open' | 'close' }>;

export type NamedClass = ReadClass & { readonly name: string | undefined };

/** How much of a path a variant matches. */
export interface Walk {
  /**
   * The token that does not match, of a text the first one; `undefined` when the variant matches the path, or could.
   */
  readonly stop: number | undefined;
  /** Position at which the text should begin, or the next character of a class should be. */
  readonly at: number;
  /** The first character that does not match. */
  readonly reached: number;
  /** Only the engine knows whether the part so far matches: it has a lookahead, or syntax that is not understood. */
  readonly isOpen: boolean;
}

/** The variants of the expression of a rule, in the order in which they are tried. */
export function tokensOf({ rule: { pattern } }: CompiledRule): PathToken[][] {
  return flattenExpression(pattern).map((tokens) => {
    const open: number[] = [];
    return tokens.flatMap((token): PathToken[] => {
      if ('capture' in token) {
        if (token.kind === 'open') open.push(token.capture);
        else open.pop();
        return [];
      }
      return [token.kind === 'class' ? { ...token, name: pattern.groups[(open.at(-1) ?? 0) - 1] } : token];
    });
  });
}

/**
 * Match a path with a variant as far as possible.
 *
 * All positions where a token can end are kept, so there is no backtracking: the result holds for every way in which
 * the expression can divide the path.
 *
 * @param isWhole - the variant has to match the path to its end
 */
export function walkTokens(tokens: readonly PathToken[], path: string, isWhole: boolean): Walk {
  let places: readonly number[] = [0];
  let isOpen = false;
  for (const [stop, token] of tokens.entries()) {
    const from = last(places);
    if (token.kind === 'unread') return { stop: undefined, at: from, reached: from, isOpen: true };
    if (token.kind === 'assertion') isOpen = true;
    const next = placesAfter(token, places, path);
    if (next.length === 0) {
      const reached = token.kind === 'class' ? Math.max(...places.map((at) => endOfClass(token, path, at))) : from;
      const first = textStart(tokens, stop);
      return { stop: first, at: reached - (stop - first), reached, isOpen };
    }
    places = next;
  }
  const at = last(places);
  // After the last token the path has to end.
  return { stop: isWhole && at < path.length ? tokens.length : undefined, at, reached: at, isOpen };
}

// --- internal ---

function placesAfter(token: PathToken, places: readonly number[], path: string): readonly number[] {
  switch (token.kind) {
    case 'text':
      return places.filter((at) => isText(token, path.charCodeAt(at))).map((at) => at + 1);
    case 'class': {
      const ends = new Set<number>();
      for (const at of places) {
        const end = endOfClass(token, path, at);
        for (let place = at + token.min; place <= end; place++) ends.add(place);
      }
      return [...ends].sort((one, other) => one - other);
    }
    case 'start':
      return places.filter((at) => at === 0);
    case 'end':
      return places.filter((at) => at === path.length);
    default:
      return places;
  }
}

function isText({ char, ignoreCase }: Extract<PathToken, { kind: 'text' }>, code: number): boolean {
  const own = char.charCodeAt(0);
  return code === own || (ignoreCase && isCapital(code) && code + 32 === own);
}

function endOfClass({ set, max }: ReadClass, path: string, from: number): number {
  const limit = Math.min(path.length, from + max);
  let end = from;
  while (end < limit && hasCharacter(set, path.charCodeAt(end))) end++;
  return end;
}

/** The first token of the text around a place, which begins at the last slash. */
function textStart(tokens: readonly PathToken[], at: number): number {
  let first = at;
  const isInside = (token: PathToken | undefined) => token?.kind === 'text' && token.char !== '/';
  while (isInside(tokens[first]) && tokens[first - 1]?.kind === 'text') first--;
  return first;
}

function last(places: readonly number[]): number {
  return places.at(-1) as number;
}
