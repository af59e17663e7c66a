import { areDisjoint, hasCharacter } from '../parse/char-set.ts';
import type { ReadClass, Token } from './flatten-expression.ts';
import type { KeyedVariant, Step, Variant } from './types.ts';

/** The properties of a variant that are derived from its tokens. */
export interface CompiledVariant
  extends Pick<Variant, 'literal' | 'skip' | 'exact' | 'capital'>,
    Omit<KeyedVariant, 'variant'> {
  /** `undefined` when the expression has to be run. */
  readonly steps: readonly Step[] | undefined;
}

/**
 * Compile a variant that has to match the whole path.
 *
 * There are steps only where a text can be matched in one way only, so that they find what the expression finds, without backtracking: each
 * run of characters is followed by the end or by a character that is not in it.
 */
export function compileVariant(tokens: readonly Token[]): CompiledVariant {
  const plain = readExact(tokens);
  const [key, closed] = readKey(tokens);
  const lead = leadOf(plain ?? tokens.filter(({ kind }) => !isMark(kind)));
  const literal = lead.map(({ char }) => char).join('');
  const exact = /[a-z]/i.test(literal) && !lead.some(({ ignoreCase }) => ignoreCase);
  const steps = plain && toSteps(plain.slice(lead.length));
  const capital = exact && /[A-Z]/.test(literal);
  return { key, closed: closed && plain !== undefined, literal, skip: literal.length, exact, capital, steps };
}

// --- internal ---

type TextToken = Extract<Token, { kind: 'text' }>;

/** The tokens without anchors; `undefined` when the engine has to decide, or could match in several ways. */
function readExact(tokens: readonly Token[]): Token[] | undefined {
  const exact: Token[] = [];
  let ended = false;
  for (const token of tokens) {
    if (token.kind === 'unread' || token.kind === 'assertion') return undefined;
    if (token.kind === 'text' || token.kind === 'class') {
      if (ended) return undefined;
    }
    if (token.kind === 'end') ended = true;
    else if (token.kind !== 'start') exact.push(token);
    else if (exact.some(({ kind }) => kind === 'text' || kind === 'class')) return undefined;
  }
  const taking = exact.filter((token) => token.kind === 'text' || token.kind === 'class');
  return taking.every((token, at) => token.kind === 'text' || isDecided(token, taking.slice(at + 1)))
    ? exact
    : undefined;
}

function isDecided({ set, min, max }: ReadClass, followers: readonly (TextToken | ReadClass)[]): boolean {
  if (min === max) return true;
  for (const next of followers) {
    if (next.kind === 'text') return !casesOf(next).some((char) => hasCharacter(set, char.charCodeAt(0)));
    if (!areDisjoint(set, next.set)) return false;
    if (next.min > 0) return true;
  }
  return true;
}

function casesOf({ char, ignoreCase }: TextToken): string[] {
  return ignoreCase ? [char, char.toUpperCase()] : [char];
}

/** The literal at the beginning, as far as letters are alike: all of either case, or all of the case that is written. */
function leadOf(tokens: readonly Token[]): TextToken[] {
  const lead: TextToken[] = [];
  let free: boolean | undefined;
  for (const token of tokens) {
    if (token.kind !== 'text' || token.char > '~') break;
    if (/[a-z]/i.test(token.char)) {
      if (free !== undefined && free !== token.ignoreCase) break;
      free = token.ignoreCase;
    }
    lead.push(token);
  }
  return lead;
}

/** Matches no text, and may be anywhere. */
function isMark(kind: Token['kind']): boolean {
  return kind === 'open' || kind === 'close' || kind === 'start' || kind === 'assertion';
}

/** Texts of ASCII between whole segments, in lower case, and whether nothing follows them. */
function readKey(tokens: readonly Token[]): [key: string[], closed: boolean] {
  const key = [''];
  const rest = tokens.filter(({ kind }) => !isMark(kind));
  for (const [at, token] of rest.entries()) {
    if (token.kind === 'end') return [key, rest.length === at + 1];
    if (token.kind === 'text' && token.char <= '~') key[key.length - 1] += token.char.toLowerCase();
    else if (token.kind === 'class' && isSegment(token, rest[at + 1])) key.push('');
    else return [key, false];
  }
  return [key, true];
}

/** A run that takes all characters up to the next slash, or to the end. */
function isSegment({ set, min }: ReadClass, next: Token | undefined): boolean {
  if (min === 0 || hasCharacter(set, 47 /* '/' */)) return false;
  return next === undefined || next.kind === 'end' || (next.kind === 'text' && next.char === '/');
}

function toSteps(tokens: readonly Token[]): Step[] {
  const steps: Step[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    if (token.kind === 'text') addText(steps, token);
    else if (token.kind === 'open' || token.kind === 'close') {
      const [run, close] = [tokens[at + 1], tokens[at + 2]];
      const alone =
        token.kind === 'open' && run?.kind === 'class' && close?.kind === 'close' && close.capture === token.capture;
      steps.push(
        alone ? classStep(run, token.capture) : { ...NOTHING, group: token.capture, opens: token.kind === 'open' },
      );
      if (alone) at += 2;
    } else if (token.kind === 'class') steps.push(classStep(token, 0));
  }
  return steps;
}

const NOTHING: Step = { set: undefined, min: 0, max: 0, text: undefined, ignoreCase: false, group: 0, opens: false };

function classStep({ set, min, max }: ReadClass, group: number): Step {
  return { ...NOTHING, set, min, max, group };
}

/** Digits and signs have no case, and go with letters of either kind. */
function addText(steps: Step[], { char, ignoreCase }: TextToken): void {
  const last = steps.at(-1);
  const cased = /[a-z]/i.test(char);
  if (last?.text === undefined || (cased && last.ignoreCase !== ignoreCase && /[a-z]/i.test(last.text))) {
    steps.push({ ...NOTHING, text: char, ignoreCase });
  } else {
    steps[steps.length - 1] = { ...last, text: last.text + char, ignoreCase: cased ? ignoreCase : last.ignoreCase };
  }
}
