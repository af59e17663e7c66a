import type { Request } from 'express';

/**
 * Read which answer to a write a client prefers (RFC 7240 section 4.2).
 *
 * `Vary` need not name `Prefer`: answers to these methods are not stored for other requests.
 */
export function parseReturn(field: string | undefined): 'minimal' | 'representation' | undefined {
  const word = parsePreference(field, 'return');
  return word === 'minimal' || word === 'representation' ? word : undefined;
}

/**
 * Read the value of a preference (RFC 7240 section 2). Of two with the same name, the first counts; a malformed one is ignored.
 *
 * @param field - `respond-async, return=minimal`
 * @param name - in lower case
 */
export function parsePreference(field: string | undefined, name: string): string | undefined {
  for (const preference of splitOutsideQuotes(field ?? '', ',')) {
    const [pair = ''] = splitOutsideQuotes(preference, ';');
    const [written = '', value] = splitOutsideQuotes(pair, '=');
    if (written.trim().toLowerCase() === name) return unquote(value?.trim() ?? '');
  }
  return undefined;
}

/** The field `Prefer` of a request, which may be repeated. */
export function preferOf({ headers }: Pick<Request, 'headers'>): string | undefined {
  const { prefer } = headers;
  return Array.isArray(prefer) ? prefer.join(', ') : prefer;
}

// --- internal ---

function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = [];
  let quoted = false;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (quoted && character === '\\') at++;
    else if (character === '"') quoted = !quoted;
    else if (character === separator && !quoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

function unquote(word: string): string {
  const isQuoted = word.length > 1 && word.startsWith('"') && word.endsWith('"');
  return isQuoted ? word.slice(1, -1).replace(/\\(.)/g, '$1') : word;
}
