import { inspect } from 'node:util';
import { getHeapStatistics } from 'node:v8';
import type { Logic, Messages } from '@rest-gen/logic';
import { nearest } from '@rest-gen/logic/common';
import type { CurrentUser, ModelProvider, Policy } from '@rest-gen/model/core';
import type { NextFunction, Request, Response } from 'express';
import type { ControllerClass } from './controller-class.ts';
import { type GivenInspect, isInspect } from './core/contracts/inspect.ts';
import {
  ABOUT_BLANK,
  type EnvelopeContext,
  type Limits,
  type ProblemType,
  type ResolvedOptions,
} from './core/contracts/options.ts';
import type { CreatePart } from './core/contracts/part.ts';
import { type HttpError, StartError } from './core/errors.ts';
import type { RuleConfig } from './core/parse/types.ts';
import { isPrefix } from './core/respond/prefix.ts';
import { translateStoreError } from './resource/map-store-error.ts';

/**
 * Options of `createRestRouter`; all are optional.
 *
 * @see docs/router.md
 */
export interface RestRouterOptions {
  /** The directory that holds `config/router`. Default: looked for beside the running entry file, then in `src/` and `dist/` of the working directory. */
  root?: string;
  /** Rules instead of `config/router`. */
  rules?: readonly RuleConfig[];
  /** Controllers by name (`'v1/post'`) instead of the files in `controller/`. */
  controllers?: Readonly<Record<string, ControllerClass>>;
  /** Logics by name instead of the files in `logic/`. */
  logics?: Readonly<Record<string, Logic>>;
  /** Policies by table instead of the files in `policy/`; `{}` for none. */
  policies?: Readonly<Record<string, Policy>>;
  /** Who a request is, known before its body is read; not a promise. `false`, 0 and empty text are nobody. Default: `req.user`. */
  user?: (req: Request) => CurrentUser | undefined | null;
  /**
   * What explains requests, `inspect: () => import('@rest-gen/inspect')`: outside of production, errors then say which rules were tried, and `explain` works.
   * A function is called at the start, and not where `NODE_ENV` is `production`. Without a function it is used there too, by `explain` and `DEBUG`, and
   * answers still do not tell. Default: nothing does.
   */
  inspect?: GivenInspect;
  /** Features besides those of the router: docs/parts.md. Their hooks run inside of those of the router. */
  parts?: readonly CreatePart[];
  /** The model provider instead of `config/model`; it stays open on `close()`. */
  model?: ModelProvider;
  /** Texts of errors for every logic, by language, or a function that writes them; those of a logic itself come first. */
  messages?: Messages;
  /** Path forms: `/Post` and `/post` differ. Default `false`, as in Express. */
  caseSensitive?: boolean;
  /** `/post/` is another path than `/post`. Default `false`, as in Express. */
  strict?: boolean;
  /** Shape every successful body in one place; may be async. Default: the data itself. */
  envelope?: (data: unknown, context: EnvelopeContext) => unknown;
  /** Milliseconds until the answer has to begin; a body may take longer while it arrives. Default 30,000; `0` for none. `static timeout` of a class comes first. */
  timeout?: number;
  limits?: Partial<Limits>;
  /**
   * `type` of problem documents (RFC 9457): the address of a page, to which the code is added in lower case, such as `https://example.com/errors#`
   * (`…#e_not_found`), or a function that gives the whole `type` of a code. Default: `about:blank`; `code` says what it is.
   */
  problemType?: ProblemType;
  /**
   * What a proxy in front strips from the path, `/api`, for the addresses in answers (`Location`, `Link`, `instance`, `comments_next`); or
   * `'x-forwarded-prefix'`, the field in which a proxy says it, which counts where Express trusts the proxy (`trust proxy`). Default: nothing.
   */
  prefix?: string;
  /** Handle errors yourself, for example `(error, req, res, next) => next(error)` for Express's error handlers. Default: a problem document. */
  onError?: (error: HttpError, req: Request, res: Response, next: NextFunction) => void;
  /**
   * Takes the line at start, `7 rules → 5 controllers, 23 operations`; `false` for none. Default: stderr, unless `NODE_ENV` is `production` or `test`.
   */
  log?: false | ((line: string) => void);
}

/**
 * Check the options and put the defaults in.
 *
 * @throws {StartError} `E_OPTION` naming the option that is unknown or has a wrong value
 */
export function resolveOptions(options: RestRouterOptions): ResolvedOptions {
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined) checkOption(name, value);
  }
  const limits = { ...DEFAULT_LIMITS };
  for (const [name, value] of Object.entries(options.limits ?? {})) {
    if (!Object.hasOwn(DEFAULT_LIMITS, name)) throw unknown(`limits.${name}`, Object.keys(DEFAULT_LIMITS));
    if (!isWhole(value) || value === 0 || value > MOST)
      throw wrong(`limits.${name}`, value, 'a whole number from 1 to 1,000,000,000');
    limits[name as keyof Limits] = value;
  }
  return {
    limits,
    timeout: options.timeout ?? 30_000,
    caseSensitive: options.caseSensitive ?? false,
    strict: options.strict ?? false,
    envelope: options.envelope,
    problemType: toTypeOf(options.problemType),
    onError: options.onError,
    messages: options.messages,
    translate: translateStoreError,
    prefix: options.prefix,
    // Where Passport and others put it.
    user: options.user ?? ((req) => (req as { user?: unknown }).user),
    log: (options.log ?? (['production', 'test'].includes(process.env.NODE_ENV ?? '') ? false : toStderr)) || undefined,
    teach: process.env.NODE_ENV !== 'production',
  };
}

// --- internal ---

function toStderr(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** What goes on with a limit counts in 32 bits (`split`, the reader of forms), where a larger one would begin again at 0. */
const MOST = 1_000_000_000;

const DEFAULT_LIMITS: Limits = {
  body: 102_400,
  depth: 64,
  keys: 1_000,
  items: 1_000,
  path: 2_048,
  segment: 255,
  headers: 1_000,
  query: 100,
  answer: 10_485_760,
  memory: Math.min(MOST, Math.floor(getHeapStatistics().heap_size_limit / 2)),
};

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

function checkOption(name: string, value: unknown): void {
  const check = Object.hasOwn(CHECKS, name) ? CHECKS[name] : undefined;
  if (!check) throw unknown(name, Object.keys(CHECKS));
  if (!check[0](value)) throw wrong(name, value, check[1]);
}

function unknown(name: string, known: readonly string[]): StartError {
  const parent = name.slice(0, name.lastIndexOf('.') + 1);
  const meant = nearest(name.slice(parent.length), known);
  return new StartError('E_OPTION', `there is no option ${name}`, {
    hint: `${meant === undefined ? '' : `Did you mean ${parent}${meant}? `}The options are ${known.join(', ')}.`,
  });
}

function wrong(name: string, value: unknown, expected: string): StartError {
  return new StartError('E_OPTION', `the option ${name} is ${inspect(value, { depth: 0 })}`, {
    hint: `It has to be ${expected}.`,
  });
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

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

/** Make the function that gives the `type` of each code (RFC 9457 section 3.1.1). */
function toTypeOf(given: ProblemType | undefined): ResolvedOptions['problemType'] {
  if (typeof given === 'string') return (code) => given + code.toLowerCase();
  return (code) => given?.(code) || ABOUT_BLANK;
}
