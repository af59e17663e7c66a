import { inspect } from 'node:util';

/**
 * Format a thrown value for a log, like the console does. Control characters are escaped and all lines but the first are indented, so
 * that a message from a request cannot look like a log entry. Never throws.
 */
export function showFailure(thrown: unknown): string {
  return show(thrown)
    .split('\n')
    .map((line, index) => `${index === 0 ? '' : '  '}${line.replace(CONTROLS, escapeOne)}`)
    .join('\n');
}

// --- internal ---

/** C0 and C1 controls, marks of direction, separators of lines. */
const CONTROLS = /[\p{Cc}\p{Bidi_C}\p{Zl}\p{Zp}]/gu;

function escapeOne(character: string): string {
  if (character === '\r') return '\\r';
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A proxy or a getter throws when it is looked at. */
function show(thrown: unknown): string {
  try {
    return inspect(thrown);
  } catch {
    return `a value that throws when it is shown (${typeof thrown})`;
  }
}
