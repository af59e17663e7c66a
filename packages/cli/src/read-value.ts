import { readTokens, type Token } from './read-tokens.ts';

/** A list in a source: offsets of it, brackets included, and what is in it; `null` for a hole. */
export interface List {
  readonly start: number;
  readonly end: number;
  readonly elements: readonly (Element | null)[];
}

/** An element of a list. */
export interface Element {
  readonly start: number;
  readonly end: number;
  /** It is a list itself, and nothing around it. */
  readonly isList: boolean;
  /** What it begins with, where it is a list that begins with a text: the pattern of a rule. */
  readonly pattern?: string;
}

/** The tokens of a file. */
export interface Code {
  readonly tokens: readonly Token[];
  readonly isTypeScript: boolean;
}

/** Take a file apart; its name says whether it is TypeScript. Undefined for what cannot be taken apart. */
export function readCode(source: string, file: string): Code | undefined {
  const tokens = readTokens(source);
  return tokens && { tokens, isTypeScript: /\.[cm]?ts$/.test(file) };
}

/**
 * Read the list that the expression from a token on stands for: `defineRules`, `Object.freeze`, parentheses and type assertions are
 * looked through.
 *
 * @param define - gives the list of a name
 * @returns also the index of the token behind the expression
 */
export function readValue(
  code: Code,
  at: number,
  define: (name: string) => List | undefined = () => undefined,
): { list: List; next: number } | undefined {
  const list = readPrimary(code, at, define);
  return list && { ...list, next: skipAssertions(code, list.next) };
}

// --- internal ---

type Define = (name: string) => List | undefined;
type Value = { list: List; next: number };

function readPrimary(code: Code, at: number, define: Define): Value | undefined {
  const { tokens, isTypeScript } = code;
  const token = tokens[at];
  if (token?.text === '[') return { list: toList(code, at), next: (token.close as number) + 1 };
  if (token?.text === '(') return readInside(code, at, define);
  if (token?.text === '<' && isTypeScript) return readPrimary(code, skipAngles(code, at), define);
  if (token?.type !== 'IdentifierName') return undefined;
  let name = token.text;
  let next = at + 1;
  for (; tokens[next]?.text === '.'; next += 2) name += `.${tokens[next + 1]?.text}`;
  const call = tokens[next]?.text === '<' && isTypeScript ? skipAngles(code, next) : next;
  if (tokens[call]?.text === '(') {
    return /(?:^|\.)defineRules$|^Object\.freeze$/.test(name) ? readInside(code, call, define) : undefined;
  }
  const list = define(name);
  return list && { list, next };
}

/** The one value between parentheses. */
function readInside(code: Code, open: number, define: Define): Value | undefined {
  const close = code.tokens[open]?.close as number;
  const value = readValue(code, open + 1, define);
  const end = value && code.tokens[value.next]?.text === ',' ? value.next + 1 : value?.next;
  return value && end === close ? { list: value.list, next: close + 1 } : undefined;
}

function toList(code: Code, open: number): List {
  const { tokens } = code;
  const close = tokens[open]?.close as number;
  const elements: (Element | null)[] = [];
  let from = open + 1;
  for (let at = from; at <= close; at += 1) {
    at = tokens[at]?.close ?? at;
    if (at < close && tokens[at]?.text !== ',') continue;
    if (at > from) elements.push(toElement(code, from, at));
    else if (at < close) elements.push(null);
    from = at + 1;
  }
  return { start: tokens[open]?.start as number, end: tokens[close]?.end as number, elements };
}

/** The element between two tokens, the second left out. */
function toElement(code: Code, from: number, to: number): Element {
  const { tokens } = code;
  const { start, text, close } = tokens[from] as Token;
  const end = tokens[to - 1]?.end as number;
  const value = readValue(code, from);
  const inner = value?.next === to ? tokens.findIndex((token) => token.start === value.list.start) + 1 : 0;
  const first = inner > 0 && /^[,\]]$/.test(tokens[inner + 1]?.text ?? '') ? tokens[inner] : undefined;
  const pattern = /^(?:StringLiteral|NoSubstitutionTemplate)$/.test(first?.type ?? '') && first?.text.slice(1, -1);
  return { start, end, isList: text === '[' && close === to - 1, ...(typeof pattern === 'string' && { pattern }) };
}

/** Behind `as const satisfies Rules` and `!`. */
function skipAssertions(code: Code, from: number): number {
  let at = from;
  if (!code.isTypeScript) return at;
  for (;;) {
    const token = code.tokens[at];
    if (token === undefined || token.isFirst) return at;
    if (token.text === '!') at += 1;
    else if (ASSERTION.test(token.text)) at = skipType(code, at + 1);
    else return at;
  }
}

const ASSERTION = /^(?:as|satisfies)$/;

/** Behind a type: names, what is in brackets, and what joins them. */
function skipType(code: Code, from: number): number {
  let at = from;
  let isJoined = true;
  for (;;) {
    const token = code.tokens[at];
    if (token === undefined || ASSERTION.test(token.text)) return at;
    const isWord = token.type === 'IdentifierName' || token.type === 'StringLiteral';
    if (token.isFirst && isWord && !isJoined) return at;
    if (token.text === '<') at = skipAngles(code, at);
    else if (token.close !== undefined) at = token.close + 1;
    else if (isWord || /^[.|&]$/.test(token.text)) at += 1;
    else return at;
    isJoined = /^[.|&]$/.test(token.text);
  }
}

/** Behind the arguments of a type, `<A<B>>`. */
function skipAngles({ tokens }: Code, from: number): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at = (tokens[at]?.close ?? at) + 1) {
    const { text } = tokens[at] as Token;
    if (text === '<') depth += 1;
    if (/^>+$/.test(text)) depth -= text.length;
    if (depth <= 0) return at + 1;
  }
  return tokens.length;
}
