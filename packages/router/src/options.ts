import { getHeapStatistics } from 'node:v8';
import type { Logic, Messages } from '@rest-gen/logic';
import type { CurrentUser, ModelProvider, Policy } from '@rest-gen/model/core';
import type { Request } from 'express';
import { checkOption, isWhole, unknownOption, wrongOption } from './check-option.ts';
import type { ControllerClass } from './controller-class.ts';
import type { GivenInspect } from './core/contracts/inspect.ts';
import {
  ABOUT_BLANK,
  type EnvelopeContext,
  type ErrorHandler,
  type Limits,
  type ProblemType,
  type ResolvedOptions,
} from './core/contracts/options.ts';
import type { CreatePart } from './core/contracts/part.ts';
import type { RuleConfig } from './core/parse/types.ts';
import { withoutEndSlashes } from './core/respond/prefix.ts';
import { SENT } from './request/sent.ts';
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
  /** Tag of the language of these texts: `(req) => req.language` of i18next. Default: chosen by `Accept-Language`. */
  language?: (req: Request) => string | undefined;
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
  /**
   * Handle errors yourself: return the error to answer with, as it is or another one (its `cause` is what was thrown), or answer, or pass it to
   * Express's error handlers with `next(error)`; may be async. Default: a problem document.
   */
  onError?: ErrorHandler;
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
    if (!Object.hasOwn(DEFAULT_LIMITS, name)) throw unknownOption(`limits.${name}`, Object.keys(DEFAULT_LIMITS));
    if (!isWhole(value) || value === 0 || value > MOST)
      throw wrongOption(`limits.${name}`, value, 'a whole number from 1 to 1,000,000,000');
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
    language: options.language,
    translate: translateStoreError,
    prefix: withoutEndSlashes(options.prefix ?? '') || undefined,
    // Where Passport and others put it.
    user: userOf(options.user ?? ((req) => (req as { user?: unknown }).user as CurrentUser | undefined)),
    log: (options.log ?? (['production', 'test'].includes(process.env.NODE_ENV ?? '') ? false : toStderr)) || undefined,
    teach: process.env.NODE_ENV !== 'production',
  };
}

// --- internal ---

/** Of a request that the program itself has sent, the user is the one that it was given. */
function userOf(user: NonNullable<RestRouterOptions['user']>): ResolvedOptions['user'] {
  return (req) => {
    const sent = SENT.get(req);
    return sent === undefined ? user(req) : sent.user;
  };
}

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

/** Make the function that gives the `type` of each code (RFC 9457 section 3.1.1). */
function toTypeOf(given: ProblemType | undefined): ResolvedOptions['problemType'] {
  if (typeof given === 'string') return (code) => given + code.toLowerCase();
  return (code) => given?.(code) || ABOUT_BLANK;
}
