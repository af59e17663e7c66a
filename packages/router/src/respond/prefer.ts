/**
 * Read which answer to a write a client prefers (RFC 7240 section 4.2). Of two, the first counts; what is malformed or unknown is passed over.
 *
 * `Vary` need not name `Prefer`: answers to these methods are not stored for other requests.
 *
 * @param field - `respond-async, return=minimal`
 */
export function readReturn(field: string | undefined): 'minimal' | 'representation' | undefined {
  for (const preference of splitOutsideQuotes(field ?? '', ',')) {
    const [pair = ''] = splitOutsideQuotes(preference, ';');
    const [name = '', value] = splitOutsideQuotes(pair, '=');
    if (name.trim().toLowerCase() !== 'return') continue;
    const word = unquote(value?.trim() ?? '');
    return word === 'minimal' || word === 'representation' ? word : undefined;
  }
  return undefined;
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
