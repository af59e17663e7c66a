import type { ParsedPattern } from '../parse/types.ts';
import type { Ending } from './types.ts';

/**
 * Read the fixed text that ends every text which an expression takes: a comparison then spares a run of it over a long path.
 *
 * @param isWhole - the expression has to match the whole text, whether or not it says `$`
 * @returns `undefined` when there is none, or it is unknown
 */
export function parseEnding(
  { alternatives, flags }: Pick<ParsedPattern, 'alternatives' | 'flags'>,
  isWhole: boolean,
): Ending | undefined {
  const ignoreCase = flags.includes('i');
  // With u and i letters have more forms than two.
  if (alternatives.length > 1 || (ignoreCase && /[uv]/.test(flags))) return undefined;
  const nodes = alternatives[0] ?? [];
  const isAnchored = nodes.at(-1)?.kind === 'end';
  if (!isWhole && !isAnchored) return undefined;
  const last = nodes.at(isAnchored ? -2 : -1);
  // Letters in `[Cc]` ignore the case without the flag.
  if (last?.kind !== 'text' || (last.ignoreCase && !ignoreCase)) return undefined;
  const text = last.text.split(/[^\0-\x7f]/).at(-1) as string;
  return text === '' ? undefined : { text, ignoreCase };
}
