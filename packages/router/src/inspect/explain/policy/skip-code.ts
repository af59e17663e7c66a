/**
 * The end of a string, comment, template or regular expression that begins here; of anything else the next character.
 *
 * An unterminated one ends with the source.
 */
export function skipCode(source: string, at: number): number {
  const char = source[at] as string;
  if (char === "'" || char === '"') return skipString(source, at);
  if (char === '`') return skipTemplate(source, at);
  if (char !== '/') return at + 1;
  if (source[at + 1] === '/') return endOf(source.indexOf('\n', at), source);
  if (source[at + 1] === '*') return endOf(source.indexOf('*/', at + 2), source, 2);
  return beginsExpression(source, at) ? skipExpression(source, at) : at + 1;
}

/** A part of the source in one line, without comments. */
export function readCode(source: string, from: number, to: number): string {
  let text = '';
  for (let at = from; at < to; ) {
    const end = skipCode(source, at);
    const part = source.slice(at, end);
    if (/^(?:\s|\/[/*])/.test(part)) text += text.endsWith(' ') ? '' : ' ';
    else text += part;
    at = end;
  }
  return text.trim();
}

// --- internal ---

function endOf(found: number, source: string, length = 0): number {
  return found < 0 ? source.length : found + length;
}

function skipString(source: string, from: number): number {
  for (let at = from + 1; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === source[from] || source[at] === '\n') return at + 1;
  }
  return source.length;
}

function skipTemplate(source: string, from: number): number {
  let at = from + 1;
  while (at < source.length && source[at] !== '`') {
    if (source[at] === '\\') at += 2;
    else if (source.startsWith('${', at)) {
      at += 2;
      for (let depth = 1; at < source.length && depth > 0; ) {
        const next = skipCode(source, at);
        if (source[at] === '{') depth++;
        else if (source[at] === '}') depth--;
        at = next;
      }
    } else at++;
  }
  return Math.min(at + 1, source.length);
}

/** A slash divides after a value, and begins a regular expression after anything else. */
function beginsExpression(source: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && /\s/.test(source[before] as string)) before--;
  if (before < 0 || /[(,=:[!&|?{};+\-*%<>~^]/.test(source[before] as string)) return true;
  return /\b(?:return|typeof|case|in|of)$/.test(source.slice(Math.max(0, before - 9), before + 1));
}

function skipExpression(source: string, from: number): number {
  let inClass = false;
  for (let at = from + 1; at < source.length && source[at] !== '\n'; at++) {
    const char = source[at];
    if (char === '\\') at++;
    else if (char === '[') inClass = true;
    else if (char === ']') inClass = false;
    else if (char === '/' && !inClass) return at + 1;
  }
  // Not one after all.
  return from + 1;
}
