import { checkProgramMessages } from './declaration/known-rules.ts';
import type { Environment } from './environment.ts';
import type { Messages } from './failure.ts';
import type { Logic } from './field-rules.ts';
import { findAction } from './find-action.ts';
import type { Input } from './infer.ts';
import { collectFiles, parseQuery } from './parse-request.ts';
import type { ActionInput } from './types.ts';

/**
 * Options of {@link asMiddleware}.
 *
 * @see docs/logic-express.md
 */
export interface MiddlewareOptions {
  /** Messages of the program; messages of the logic take precedence. */
  readonly messages?: Messages | undefined;
  /** Tag of the language of messages, such as `req.language` of i18next. Default: chosen by `Accept-Language`. */
  readonly language?: LanguageOf['tell'] | undefined;
  /**
   * Members that functions of the logic and asynchronous rules receive besides `signal`: a value, or a function that
   * returns one for each request.
   */
  readonly environment?: OwnEnvironment | EnvironmentOf['make'] | undefined;
}

/** Own properties that a program adds to the environment; `signal` is set by the middleware. */
export type OwnEnvironment = Omit<Partial<Environment>, 'signal'>;

/** The members of a request of Express that every request has. */
export interface MiddlewareRequest {
  readonly url: string;
  readonly headers: { readonly [name: string]: string | string[] | undefined };
}

/** The members of a response of Express that the middleware uses. */
export interface MiddlewareResponse<Locals> {
  readonly locals: Locals;
  readonly destroyed: boolean;
  readonly writableEnded: boolean;
  once(event: 'close', listener: () => void): unknown;
}

/**
 * A handler for Express 4 and 5 that validates and sets `res.locals.input`.
 *
 * Express infers the `locals` of the following handlers from the last overload; the first one is for handlers with
 * other `locals`.
 *
 * @see docs/logic-express.md
 */
export interface LogicMiddleware<I> {
  (req: MiddlewareRequest, res: MiddlewareResponse<Record<string, unknown>>, next: (error?: unknown) => void): void;
  (req: MiddlewareRequest, res: MiddlewareResponse<{ input: I }>, next: (error?: unknown) => void): void;
}

/**
 * Create a middleware for a route of Express; add a body parser such as `express.json()` before it.
 *
 * Params, query, headers, body and files are validated; the input is in `res.locals.input`, errors go to the error
 * handler: `ValidationError` has `status`, `code` and `toProblem()`.
 *
 * @param action - one that the logic declares
 * @throws {LogicError} `E_LOGIC_…` when the logic, the action or an option is wrong
 *
 * @example
 * app.post('/post', express.json(), asMiddleware(logic, 'postAction'), (req, res) => {
 *   res.status(201).json({ title: res.locals.input.body.title });
 * });
 *
 * @see docs/logic-express.md
 */
export function asMiddleware<L extends Logic, A extends Extract<keyof L, `${string}Action`>>(
  logic: L,
  action: A,
  options: MiddlewareOptions = {},
): LogicMiddleware<Input<L, A>> {
  const plan = findAction(logic, action);
  const { messages, language, environment } = options;
  checkProgramMessages(messages, [logic], 'asMiddleware');
  const run = (req: MiddlewareRequest, res: Answer): ActionInput | Promise<ActionInput> => {
    const sources = readSources(req);
    if (plan === undefined) return sources;
    const own = typeof environment === 'function' ? environment(req) : environment;
    return plan.run(sources, {
      textBody: FORM.test(getHeader(req, 'content-type') ?? ''),
      acceptLanguage: getHeader(req, 'accept-language'),
      language: language?.(req),
      messages,
      environment: withSignal(own, res),
    });
  };
  return (req: MiddlewareRequest, res: Answer, next: (error?: unknown) => void): void => {
    const pass = (input: ActionInput): void => {
      res.locals.input = input;
      next();
    };
    const fail = (error: unknown): void => next(toError(error));
    let input: ActionInput | Promise<ActionInput>;
    try {
      input = run(req, res);
    } catch (error) {
      fail(error);
      return;
    }
    if (input instanceof Promise) input.then(pass, fail);
    else pass(input);
  };
}

// --- internal ---

/** A method, so that a function with the request type of Express is assignable. */
interface EnvironmentOf {
  make(req: MiddlewareRequest): OwnEnvironment | undefined;
}

interface LanguageOf {
  tell(req: MiddlewareRequest): string | undefined;
}

type Answer = MiddlewareResponse<{ input?: unknown }>;

/**
 * Members that Express and its middleware add to a request. The public type does not have them, because Express would
 * infer from it.
 */
interface Parsed {
  readonly params?: Record<string, unknown>;
  readonly body?: unknown;
  readonly files?: unknown;
  readonly file?: unknown;
}

function readSources(req: MiddlewareRequest & Parsed): ActionInput {
  const { params = {}, body, headers } = req;
  return { params, query: parseQuery(req.url), headers, body, files: collectFiles(req) };
}

const FORM = /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i;

/** Node never returns a list for these headers. */
function getHeader({ headers }: MiddlewareRequest, name: 'accept-language' | 'content-type'): string | undefined {
  return headers[name] as string | undefined;
}

/** The signal is created lazily: most rules do not use it. */
function withSignal(own: OwnEnvironment | undefined, res: Answer): Partial<Environment> {
  let signal: AbortSignal | undefined;
  return {
    ...own,
    get signal() {
      signal ??= signalOf(res);
      return signal;
    },
  };
}

function signalOf(res: Answer): AbortSignal {
  const controller = new AbortController();
  const leave = () => {
    if (!res.writableEnded) controller.abort(new Error('The client has disconnected.'));
  };
  if (res.destroyed) leave();
  else res.once('close', leave);
  return controller.signal;
}

/** `next()` continues without an error, `next('route')` with the next route. */
function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error('The logic threw a value that is not an error.', { cause: error });
}
