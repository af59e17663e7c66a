import { type AST, RegExpParser } from '@eslint-community/regexpp';
import type { Ending } from './types.ts';

/**
 * Read the fixed text that ends every text which an expression takes: a comparison then spares a run of it over a long path.
 *
 * @param isWhole - the expression has to match the whole text, whether or not it says `$`
 * @returns undefined where there is none, or it cannot be told
 */
export function readEnding({ source, flags }: Pick<RegExp, 'source' | 'flags'>, isWhole: boolean): Ending | undefined {
  const fold = flags.includes('i');
  // With m the text may end at any line; with u and i letters have more forms than two.
  if (flags.includes('m') || (fold && /[uv]/.test(flags))) return undefined;
  const elements = lastElements(source, flags);
  const isAnchored = isEnd(elements.at(-1));
  if (!isWhole && !isAnchored) return undefined;
  const fixed = isAnchored ? elements.slice(0, -1) : elements;
  let text = '';
  for (const element of fixed.toReversed()) {
    if (element.type !== 'Character' || element.value > 127) break;
    text = String.fromCharCode(element.value) + text;
  }
  return text === '' ? undefined : { text: fold ? text.toLowerCase() : text, fold };
}

// --- internal ---

const PARSER = new RegExpParser();

function lastElements(source: string, flags: string): readonly AST.Element[] {
  try {
    const mode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') };
    const { alternatives } = PARSER.parsePattern(source, 0, source.length, mode);
    return alternatives.length === 1 ? (alternatives[0] as AST.Alternative).elements : [];
  } catch {
    // The engine may know newer syntax than the parser.
    return [];
  }
}

function isEnd(element: AST.Element | undefined): boolean {
  return element?.type === 'Assertion' && element.kind === 'end';
}
