import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import type { ParsedPattern } from '../../parse/types.ts';
import type { Opaque } from './read-value.ts';

/** Say why an expression, or a way through it, was not understood. */
export function reasonOf({ source, flags }: ParsedPattern): Opaque {
  if (flags.includes('m')) return 'it has the flag m';
  const reasons: Opaque[] = [];
  const refuse = (reason: Opaque) => void reasons.push(reason);
  try {
    const mode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') };
    visitRegExpAST(PARSER.parsePattern(source, 0, source.length, mode), {
      onAssertionEnter: ({ kind }) => {
        if (kind === 'word') refuse('it has a boundary of words');
        else if (kind !== 'start' && kind !== 'end') refuse('it looks ahead or behind');
      },
      onBackreferenceEnter: () => refuse('it refers back to a capture'),
      onModifiersEnter: () => refuse('it changes its flags on the way'),
      onQuantifierEnter: ({ element: { type }, max }) => {
        if (max > 1 && (type === 'Group' || type === 'CapturingGroup')) refuse('it repeats a group');
      },
    });
  } catch {
    return 'its syntax is newer than what is read here';
  }
  return reasons[0] ?? (/[uv]/.test(flags) ? 'it has the flag u or v' : 'it has too many ways, or rare characters');
}

// --- internal ---

const PARSER = new RegExpParser();
