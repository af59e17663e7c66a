import jsTokens from 'js-tokens';

/** A token of JavaScript or TypeScript; white space and comments are none. */
export interface Token {
  readonly type: string;
  readonly text: string;
  /** Offsets in the source. */
  readonly start: number;
  readonly end: number;
  /** It is the first one of its line. */
  readonly isFirst: boolean;
  /** For an opening bracket: the index of the closing one. */
  close?: number;
}

/** Take a source apart. Undefined when something in it is not closed, or is no token: a file like that is left alone. */
export function readTokens(source: string): Token[] | undefined {
  if (UNMERGED.test(source)) return undefined;
  const tokens: Token[] = [];
  const open: { token: Token; closing: string }[] = [];
  let end = 0;
  let isFirst = true;
  for (const token of jsTokens(source)) {
    const { type, value: text } = token;
    const start = end;
    end += text.length;
    if (type === 'Invalid' || ('closed' in token && !token.closed)) return undefined;
    if (SPACE.has(type)) {
      isFirst ||= type === 'LineTerminatorSequence' || text.includes('\n');
      continue;
    }
    const read: Token = { type, text, start, end, isFirst };
    isFirst = false;
    if (CLOSING.has(text) || type === 'TemplateTail') {
      const opened = open.pop();
      if (opened?.closing !== (type === 'TemplateTail' ? type : text)) return undefined;
      opened.token.close = tokens.length;
    }
    const closing = type === 'TemplateHead' ? 'TemplateTail' : BRACKETS.get(text);
    if (closing !== undefined) open.push({ token: read, closing });
    tokens.push(read);
  }
  return open.length === 0 ? tokens : undefined;
}

// --- internal ---

/** What Git leaves in a file with conflicts; by its tokens it could be an expression. */
const UNMERGED = /^(?:<{7}|>{7}) /m;

const BRACKETS: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);
const CLOSING: ReadonlySet<string> = new Set(BRACKETS.values());
const SPACE: ReadonlySet<string> = new Set([
  'WhiteSpace',
  'LineTerminatorSequence',
  'SingleLineComment',
  'MultiLineComment',
  'HashbangComment',
]);
