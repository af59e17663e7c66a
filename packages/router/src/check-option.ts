import { inspect } from 'node:util';
import { nearest } from '@rest-gen/logic/common';
import { isInspect } from './core/contracts/inspect.ts';
import { StartError } from './core/errors.ts';
import { isPrefix } from './core/respond/prefix.ts';

/** Check an option of `createRestRouter`. @throws {StartError} `E_OPTION` */
export function checkOption(name: string, value: unknown): void {
  const check = Object.hasOwn(CHECKS, name) ? CHECKS[name] : undefined;
  if (!check) throw unknownOption(name, Object.keys(CHECKS));
  if (!check[0](value)) throw wrongOption(name, value, check[1]);
}

/** @param known - the names that there are */
export function unknownOption(name: string, known: readonly string[]): StartError {
  const parent = name.slice(0, name.lastIndexOf('.') + 1);
  const meant = nearest(name.slice(parent.length), known);
  return new StartError('E_OPTION', `there is no option ${name}`, {
    hint: `${meant === undefined ? '' : `Did you mean ${parent}${meant}? `}The options are ${known.join(', ')}.`,
  });
}

export function wrongOption(name: string, value: unknown, expected: string): StartError {
  return new StartError('E_OPTION', `the option ${name} is ${inspect(value, { depth: 0 })}`, {
    hint: `It has to be ${expected}.`,
  });
}

export function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

// --- internal ---

const isFunction = (value: unknown): boolean => typeof value === 'function';
const BOOLEAN = [(value: unknown): boolean => typeof value === 'boolean', 'true or false'] as const;

/** Name of the option → whether a value is right, and what it has to be. */
const CHECKS: Readonly<Record<string, readonly [(value: unknown) => boolean, string]>> = {
  root: [(value) => typeof value === 'string', 'a directory'],
  rules: [Array.isArray, 'a list of rules'],
  controllers: [isObject, 'an object of controllers by name'],
  logics: [isObject, 'an object of logics by name'],
  policies: [isObject, 'an object of policies by table'],
  user: [isFunction, 'a function of the request'],
  inspect: [
    (value) => isInspect(value) || isFunction(value),
    'what @rest-gen/inspect exports, or a function that imports it',
  ],
  parts: [(value) => Array.isArray(value) && value.every(isFunction), 'a list of functions that create parts'],
  model: [isObject, 'a model provider'],
  messages: [(value) => isObject(value) || isFunction(value), 'texts by language, or a function'],
  language: [isFunction, 'a function of the request'],
  caseSensitive: BOOLEAN,
  strict: BOOLEAN,
  envelope: [isFunction, 'a function'],
  // A longer delay would overflow the timer and fire at once.
  timeout: [(value) => isWhole(value) && value <= 2_147_483_647, 'milliseconds, 0 for none'],
  limits: [isObject, 'an object of limits'],
  problemType: [isProblemType, 'the beginning of a URL, such as https://example.com/errors#, or a function'],
  prefix: [
    (value) => typeof value === 'string' && (isPrefix(value) || value === 'x-forwarded-prefix'),
    "a path, such as /api, or 'x-forwarded-prefix'",
  ],
  onError: [isFunction, 'a function'],
  log: [(value) => value === false || isFunction(value), 'a function, or false'],
};

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Map);
}

/** A text has to be a reference to a page (RFC 3986). */
function isProblemType(value: unknown): boolean {
  if (isFunction(value)) return true;
  return typeof value === 'string' && REFERENCE.test(value) && URL.canParse(value, 'http://localhost');
}

/** The characters that a URI has, one at least. */
const REFERENCE = /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/;
