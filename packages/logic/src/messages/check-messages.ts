import { LogicError, type Place } from '../errors.ts';
import type { Messages } from '../failure.ts';
import { isPlainObject } from '../is-object.ts';
import { suggestion } from '../nearest.ts';
import { canonicalTag } from './choose-language.ts';

/**
 * Check texts at start: those of a logic, or of a program. Whether their paths are declared is left to the caller
 * (`messagePaths`).
 *
 * @param messages - as written; undefined is nothing
 * @param rules - every name that a failure can have: `textRules`, and the custom rules
 * @param place - where they are written
 * @throws {LogicError} `E_LOGIC_ARGUMENT`
 */
export function checkMessages(
  messages: unknown,
  rules: readonly string[],
  place: Place,
): asserts messages is Messages | undefined {
  if (messages === undefined || typeof messages === 'function') return;
  if (!isPlainObject(messages)) {
    refuse(
      place,
      'must be an object of texts by language, such as { en: { required: "{name} is missing" } }, or a function',
    );
  }
  const tags = new Map<string, string>();
  for (const [written, catalogue] of Object.entries(messages)) {
    const tag = parseTag(written, rules, place);
    const twin = tags.get(tag);
    if (twin !== undefined) refuse(place, `has "${twin}" and "${written}", which are the same language`);
    tags.set(tag, written);
    if (!isPlainObject(catalogue)) refuse(place, `must have an object of texts for "${written}", ${EXAMPLE}`);
    for (const [key, entry] of Object.entries(catalogue)) checkEntry(key, entry, rules, `${written}: `, place);
  }
}

/** The paths for which there are texts, each once: `/author/email`, `/tags/*\/name`. */
export function messagePaths(messages: Messages | undefined): readonly string[] {
  if (typeof messages !== 'object') return [];
  const keys = Object.values(messages).flatMap((catalogue) => Object.keys(catalogue));
  return [...new Set(keys.filter(isPath))];
}

/** The first place of a text that nothing is filled into, `{field}`; undefined when there is none. */
export function unknownPlace(text: string): string | undefined {
  return [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).find((place) => !KNOWN.has(place));
}

// --- internal ---

const EXAMPLE = 'such as { required: "{name} is missing", "/author/email": "Who wrote it?" }';

function refuse(place: Place, problem: string): never {
  throw new LogicError('E_LOGIC_ARGUMENT', place, `messages ${problem}`);
}

function parseTag(written: string, rules: readonly string[], place: Place): string {
  if (written === '*') return written;
  if (rules.includes(written) || isPath(written)) {
    refuse(
      place,
      `has "${written}" instead of a language; write { en: { "${written}": … } }, or "*" for all languages`,
    );
  }
  return (
    canonicalTag(written) ??
    refuse(
      place,
      `has "${written}", which is not a language tag; write one such as "de", "zh-CN", or "*" for all languages`,
    )
  );
}

function checkEntry(key: string, entry: unknown, rules: readonly string[], where: string, place: Place): void {
  if (!isPath(key)) {
    checkRule(key, rules, where, place);
    checkText(entry, `${where}"${key}"`, place);
    return;
  }
  if (typeof entry === 'string' || !isPlainObject(entry)) {
    checkText(entry, `${where}"${key}"`, place, ', or texts by rule');
    return;
  }
  for (const [rule, text] of Object.entries(entry)) {
    checkRule(rule, rules, `${where}"${key}": `, place);
    checkText(text, `${where}"${key}": "${rule}"`, place);
  }
}

function checkRule(name: string, rules: readonly string[], where: string, place: Place): void {
  if (rules.includes(name)) return;
  const path = `/${name.replaceAll('.', '/')}`;
  const otherwise = `; for a field write its path, "${path}"`;
  refuse(place, `has ${where}"${name}", which is neither a rule nor a path${suggestion(name, rules, otherwise)}`);
}

function checkText(text: unknown, where: string, place: Place, or = ''): void {
  if (typeof text !== 'string' || text === '') refuse(place, `must have a non-empty string${or} for ${where}`);
  const odd = unknownPlace(text);
  if (odd !== undefined) refuse(place, `has ${odd} for ${where}; the placeholders are {name} and {args}`);
}

function isPath(key: string): boolean {
  return key.startsWith('/');
}

const KNOWN: ReadonlySet<string> = new Set(['{name}', '{args}']);
