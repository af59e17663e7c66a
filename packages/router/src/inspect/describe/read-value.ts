import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { sampleTexts } from './sample-texts.ts';

/** What a place of a template takes. */
export interface Value {
  /** Expression that the whole value has to match, without flags; `undefined` for any. */
  readonly pattern: string | undefined;
  readonly isMultiSegment: boolean;
  /** Values that it takes, as different as can be; one at least. */
  readonly samples: readonly string[];
}

/** Why something cannot be written as a template. */
export type Opaque = string;

/**
 * Read what a part of an expression takes: `\d+`, `a|b`, `.+?`.
 *
 * The pattern is the text of the part. Under the flag i it tells the values in the case that is written, which are some of those that are taken.
 *
 * @returns a text that says why not, where the part looks around itself or means something else without its flags
 */
export function readValue(source: string, flags: string): Value | Opaque {
  if (flags.includes('v')) return 'it has the flag v';
  let parsed: AST.Pattern;
  try {
    parsed = PARSER.parsePattern(source, 0, source.length, { unicode: flags.includes('u') });
  } catch {
    return `(${source}) means something only within the whole expression`;
  }
  const seen = look(parsed, flags);
  if (seen.reason !== undefined) return seen.reason;
  const samples = sampleTexts(parsed, flags).filter((text) => text !== '');
  if (samples.length === 0) return `(${source}) takes nothing that can stand in a path as it is`;
  return { pattern: ANYTHING.test(source) ? undefined : anchor(parsed), isMultiSegment: seen.slashes, samples };
}

// --- internal ---

const PARSER = new RegExpParser();

/** `[^/]+?`, `.+`, `[^/?#]*`: a path has no `?` and no `#`. */
const ANYTHING = /^(?:\.|\[\^(?:\\?[/?#])+\]|\[\^\])[+*]\??$/;

const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'];

function anchor({ alternatives, raw }: AST.Pattern): string {
  return alternatives.length > 1 ? `^(?:${raw})$` : `^${raw}$`;
}

/** Whether slashes are taken, and what no pattern without flags can say. */
function look(parsed: AST.Pattern, flags: string): { slashes: boolean; reason: Opaque | undefined } {
  const seen = { slashes: false, reason: undefined as Opaque | undefined };
  const refuse = (reason: Opaque): void => {
    seen.reason ??= reason;
  };
  const refuseUnicode = (): void => refuse('it uses syntax of the flag u');
  const lookAt = ({ raw }: AST.CharacterSet | AST.CharacterClass): void => {
    const free = new RegExp(`^${raw}$`, flags);
    const cased = new RegExp(`^${raw}$`, flags.replace('i', ''));
    if (free.test('/')) seen.slashes = true;
    // Without i a negated class takes the letters of the other case.
    if (LETTERS.some((letter) => cased.test(letter) && !free.test(letter))) refuse(`${raw} ignores the case`);
  };
  visitRegExpAST(parsed, {
    onAssertionEnter: () => refuse('it looks around itself'),
    onBackreferenceEnter: () => refuse('it refers back to a capture'),
    onModifiersEnter: () => refuse('it changes its flags on the way'),
    onCharacterSetEnter: (node) => {
      if (node.kind === 'property') refuseUnicode();
      else if (node.parent.type !== 'CharacterClass') lookAt(node);
    },
    onCharacterClassEnter: lookAt,
    onCharacterEnter: ({ value, parent }) => {
      if (value > 0xffff) refuseUnicode();
      if (value === 47 /* '/' */ && parent.type !== 'CharacterClass') seen.slashes = true;
    },
  });
  return seen;
}
