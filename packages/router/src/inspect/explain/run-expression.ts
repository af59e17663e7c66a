import { type AST, RegExpParser } from '@eslint-community/regexpp';
import type { ParsedRule } from '../../parse/types.ts';
import { END, quote } from './describe-need.ts';

/** Where an expression that only its engine can run comes to in a path, and what it needs there. */
export interface ExpressionStop {
  readonly at: number;
  readonly need: string;
}

/** Longest path whose beginnings are all tried. */
const LONGEST_TRIED = 256;

/**
 * Find the longest beginning of an expression that takes the beginning of a path, by running it shortened.
 *
 * A beginning of an expression that fails has made the whole of it fail, in the same steps: what was judged safe stays safe.
 *
 * @returns `undefined` when all of its parts go on, and yet the whole does not take the path
 */
export function stopOfExpression({ pattern, search }: ParsedRule, path: string): ExpressionStop | undefined {
  const { source, flags } = pattern;
  let farthest: ExpressionStop | undefined;
  for (const { elements } of readAlternatives(source, flags)) {
    const stop = stopOf(elements, flags, path);
    // A way whose parts all go on fails at its end, or in its choices.
    if (stop === undefined) return search ? undefined : stopAtEnd(source, flags, path);
    if (farthest === undefined || stop.at > farthest.at) farthest = stop;
  }
  return farthest;
}

// --- internal ---

const PARSER = new RegExpParser();

function readAlternatives(source: string, flags: string): readonly AST.Alternative[] {
  try {
    const mode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') };
    return PARSER.parsePattern(source, 0, source.length, mode).alternatives;
  } catch {
    // The engine may know newer syntax than the parser.
    return [];
  }
}

function stopOf(elements: readonly AST.Element[], flags: string, path: string): ExpressionStop | undefined {
  let at = 0;
  let source = '';
  for (const [index, element] of elements.entries()) {
    source += element.raw;
    const end = endOf(source, flags, path);
    if (end === undefined) return { at, need: describe(elements.slice(index)) };
    at = end;
  }
  return undefined;
}

/** Where the beginning of an expression ends that takes the beginning of a path. */
function endOf(source: string, flags: string, path: string): number | undefined {
  try {
    const regexp = new RegExp(`(?:${source})`, `${flags}y`);
    return regexp.test(path) ? regexp.lastIndex : undefined;
  } catch {
    // It refers to a group that was cut off.
    return undefined;
  }
}

/** The whole takes a beginning of the path: then too much follows. */
function stopAtEnd(source: string, flags: string, path: string): ExpressionStop | undefined {
  if (path.length > LONGEST_TRIED) return undefined;
  const whole = new RegExp(`^(?:${source})$`, flags);
  for (let at = path.length - 1; at > 0; at--) {
    if (whole.test(path.slice(0, at))) return { at, need: END };
  }
  return undefined;
}

/** Letters that follow each other are one text. */
function describe(elements: readonly AST.Element[]): string {
  let text = '';
  for (const element of elements) {
    if (element.type !== 'Character') break;
    if (text !== '' && element.value === 47 /* '/' */) break;
    text += String.fromCodePoint(element.value);
  }
  return text === '' ? `what ${shorten((elements[0] as AST.Element).raw)} takes` : quote(text);
}

function shorten(raw: string): string {
  return raw.length > 40 ? `/${raw.slice(0, 39)}…/` : `/${raw}/`;
}
