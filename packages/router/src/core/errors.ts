import http from 'node:http';
import { isError } from '@rest-gen/model/core';

export type StartCode =
  | 'E_NO_ROOT'
  | 'E_LOAD'
  | 'E_OPTION'
  | 'E_RULES_EXPORT'
  | 'E_RULE_SHAPE'
  | 'E_RULE_PATTERN'
  | 'E_RULE_TARGET'
  | 'E_RULE_SLOT'
  | 'E_RULE_SLOW'
  | 'E_RULE_CONTROLLER'
  | 'E_RULE_ACTION'
  | 'E_RULE_PARAM'
  | 'E_CONTROLLER_EXPORT'
  | 'E_CONTROLLER_STATIC'
  | 'E_CONTROLLER_MEMBER'
  | 'E_RELATION'
  | 'E_NAMES'
  | 'E_SOFT_DELETE'
  | 'E_KEY'
  | 'E_POLICY_EXPORT'
  | 'E_POLICY_TABLE'
  | 'E_LOGIC_EXPORT'
  | 'E_LOGIC_ACTION'
  | 'E_LOGIC_BODY'
  | 'E_MODEL_DRIVER'
  | 'E_MODEL_EXPORT'
  | 'E_MODEL_SHARED'
  | 'E_NOT_READY'
  | 'E_NO_INSPECT'
  | 'E_PART';

/**
 * Every code that a program can stop with at start, and what it means.
 *
 * The answers to requests carry the codes of `REQUEST_CODES`.
 *
 * @see docs/errors-start.md
 */
export const START_CODES: Readonly<Record<StartCode, string>> = {
  E_NO_ROOT: 'No directory with config/router was found.',
  E_LOAD: 'A file of the project could not be loaded.',
  E_OPTION: 'An option of createRestRouter is wrong.',
  E_RULES_EXPORT: 'config/router does not export a list of rules.',
  E_RULE_SHAPE: 'An entry of the list of rules is not a rule.',
  E_RULE_PATTERN: 'The path pattern of a rule does not parse.',
  E_RULE_TARGET: 'The target of a rule does not parse.',
  E_RULE_SLOT: 'The target of a rule uses a capture that its pattern does not have.',
  E_RULE_SLOW: 'The regular expression of a rule can take exponential time.',
  E_RULE_CONTROLLER: 'A rule names a controller that does not exist.',
  E_RULE_ACTION: 'A rule names an action that its controller does not have.',
  E_RULE_PARAM: 'A parameter of a rule is no column of the table of its controller.',
  E_CONTROLLER_EXPORT: 'A file in controller/ does not export a controller.',
  E_CONTROLLER_STATIC: 'A static member of a controller has a wrong value.',
  E_CONTROLLER_MEMBER: 'A member of a controller has a misspelled name.',
  E_RELATION: 'A relation of static include, or of a policy, cannot be resolved.',
  E_NAMES: 'A name of static names cannot be resolved.',
  E_SOFT_DELETE: 'The table of a controller does not have the column of static softDelete.',
  E_KEY: 'The table of a controller has no key that finds its records.',
  E_POLICY_EXPORT: 'A file in policy/ does not export a policy.',
  E_POLICY_TABLE: 'A table has no policy and needs one, or a policy does not fit its table.',
  E_LOGIC_EXPORT: 'A file in logic/ does not export a logic.',
  E_LOGIC_ACTION: 'A logic declares an action that its controller does not have.',
  E_LOGIC_BODY: 'A schema of a body that is written does not say which members it names.',
  E_MODEL_DRIVER: 'The driver of the store is not installed, or cannot be loaded.',
  E_MODEL_EXPORT: 'config/model does not export a model provider.',
  E_MODEL_SHARED: 'Two routers serve the same models, with different policies.',
  E_NOT_READY: 'The router was asked about itself before its project was loaded.',
  E_NO_INSPECT: 'The router was asked to explain a request, without the package that does it.',
  E_PART: 'Two parts of the router have the same name, or the same static member.',
};

/** Codes of answers: the status, what it means, and the hint that developers get outside of production. */
export type ErrorTable<Code extends string> = Readonly<
  Record<Code, readonly [status: number, meaning: string, hint?: string]>
>;

/** The codes of the core. Resources and parts have tables of their own. */
const CORE_ERRORS = {
  E_BAD_REQUEST: [400, 'The request is not valid.'],
  E_BAD_ESCAPE: [
    400,
    'The path or query holds an invalid percent escape.',
    'Encode each part with encodeURIComponent.',
  ],
  E_BAD_PATH: [
    400,
    'A path segment holds a control character, a line break or an encoded slash, is empty, or is a dot segment.',
    'Send such a value in the query or body.',
  ],
  E_BAD_JSON: [400, 'The body is not valid JSON.'],
  E_BAD_BODY: [400, 'The body could not be read.'],
  E_BAD_KEY: [400, 'The body holds a key that is never accepted.', 'Leave the key out.'],
  E_QUERY: [400, 'A query parameter is unknown, doubled or has a wrong value.'],
  E_PAGE_TOO_LARGE: [
    400,
    'The page is larger than an answer may be.',
    'Ask for fewer records or fields, or for lines (Accept: application/x-ndjson), or allow more: createRestRouter({ limits: { answer } }), in bytes.',
  ],
  E_UNAUTHORIZED: [401, 'Authentication is needed.'],
  E_FORBIDDEN: [403, 'The request was refused.', '__before() of the controller has returned false.'],
  E_POLICY: [403, 'A policy does not allow this.'],
  E_PERMISSION: [403, 'The database does not permit this.'],
  E_NOT_FOUND: [404, 'There is no such record.'],
  E_NO_CONTROLLER: [404, 'No controller has this name.'],
  E_METHOD: [405, 'The resource does not have this method.'],
  E_BODY_TIMEOUT: [
    408,
    'The body did not arrive in time.',
    'Send at least 1 KB per second, or allow more: createRestRouter({ timeout }), or static timeout of the class, in milliseconds.',
  ],
  E_CONFLICT: [409, 'The request conflicts with a record that exists.'],
  E_PRECONDITION_FAILED: [412, 'The record is not the one that the request expects.'],
  E_BODY_TOO_LARGE: [
    413,
    'The body is larger than allowed.',
    'Send less, or allow more: createRestRouter({ limits: { body } }), in bytes.',
  ],
  E_BODY_LIMIT: [
    413,
    'The body is nested deeper, or holds more keys or items, than allowed.',
    'Send less, or allow more: createRestRouter({ limits: { depth, keys, items } }), or static maxItems of the class.',
  ],
  E_PATH_TOO_LONG: [
    414,
    'The path or one of its segments is longer than allowed.',
    'Shorten it, or allow more: createRestRouter({ limits: { path, segment } }).',
  ],
  E_MEDIA_TYPE: [415, 'The media type of the body is not supported.'],
  E_VALIDATION: [422, 'The input does not satisfy the rules.'],
  E_PRECONDITION_REQUIRED: [428, 'The request has to say which version of the record it changes.'],
  E_TOO_MANY_HEADERS: [
    431,
    'The request has more headers than allowed.',
    'Send fewer, or allow more: createRestRouter({ limits: { headers } }).',
  ],
  E_INTERNAL: [500, 'The server failed.'],
  E_NO_ANSWER: [500, 'The action returned nothing.'],
  E_ANSWER_TOO_LARGE: [
    500,
    'The answer is larger than allowed.',
    'Answer with less, or with a stream, or allow more: createRestRouter({ limits: { answer } }), in bytes.',
  ],
  E_NO_TABLE: [
    500,
    'The store has no such table.',
    'Run npx rest-gen migrate; without a migration that creates it, write one before: npx rest-gen migration create_<table>.',
  ],
  E_UNAVAILABLE: [503, 'The store cannot be reached at the moment.'],
  E_BUSY: [503, 'The server has no memory for more answers at the moment.'],
  E_TIMEOUT: [
    503,
    'The action did not finish in time.',
    'Make the action quicker, or allow more: createRestRouter({ timeout }), or static timeout of the class, in milliseconds, 0 for none.',
  ],
  E_START_FAILED: [503, 'The application could not be started.'],
} as const;

/** A code of the core. */
export type CoreCode = keyof typeof CORE_ERRORS;

/** The codes of the core, with their statuses. */
export const CORE_CODES: ErrorTable<CoreCode> = CORE_ERRORS;

/** Where a start-up error is: a file, and in the list of rules the number and text of the rule. */
export interface StartErrorPlace {
  file?: string | undefined;
  rule?: { number: string; text: string } | undefined;
  /** How to fix it, one sentence. */
  hint: string;
  cause?: unknown;
}

/**
 * An error that stops the program at start; its message names code, place, reason and fix.
 *
 * @see docs/errors-start.md
 */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly code: StartCode;
  readonly file: string | undefined;
  readonly rule: { number: string; text: string } | undefined;
  readonly hint: string;

  constructor(code: StartCode, reason: string, place: StartErrorPlace) {
    const rule = place.rule && `rule ${place.rule.number}: ${place.rule.text}`;
    const where = [place.file, rule].filter(Boolean).join(', ');
    super(
      `${code}${where && ` in ${where}`}\n  ${reason}\n  ${place.hint}`,
      place.cause === undefined ? undefined : { cause: place.cause },
    );
    this.code = code;
    this.file = place.file;
    this.rule = place.rule;
    this.hint = place.hint;
    // They stand in the message already: an uncaught error would print them a second time.
    for (const name of ['file', 'rule', 'hint']) Object.defineProperty(this, name, { enumerable: false });
  }
}

/** The router is asked about a project that is not loaded yet. */
export function notReady(): StartError {
  return new StartError('E_NOT_READY', 'the project is not loaded yet', { hint: 'Write: await router.ready;' });
}

/** @param difference - what another router of the same models says otherwise */
export function sharedModels(difference: string): StartError {
  return new StartError('E_MODEL_SHARED', `another router serves the same models, and ${difference}`, {
    hint: 'Give both routers the same policies, or each its own createModels(…).',
  });
}

/** What an {@link HttpError} can carry beside status and detail. */
export interface HttpErrorOptions {
  /** Stable code, `E_…`; by default the code of the status. */
  code?: string | undefined;
  /** Header fields of the answer, such as `{ 'Retry-After': '1' }`. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Further members of the problem document, such as `{ errors: [...] }`. */
  extra?: Readonly<Record<string, unknown>> | undefined;
  /** What the developer can do; shown outside production only. */
  hint?: string | undefined;
  cause?: unknown;
}

/**
 * An error that becomes the answer: `throw new HttpError(404)`, or `this.fail(404)` in a controller (RFC 9457).
 *
 * @see docs/errors.md
 */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly hint: string | undefined;

  /** @throws {RangeError} when `status` is not an error status (400 to 599) */
  constructor(status: number, detail?: string, options: HttpErrorOptions = {}) {
    if (!Number.isInteger(status) || status < 400 || status > 599) {
      throw new RangeError(`An HttpError needs a status from 400 to 599, not ${String(status)}.`);
    }
    const code = options.code ?? codeOfStatus(status);
    const text = detail ?? meaningOf(code) ?? `${http.STATUS_CODES[status] ?? 'Error'}.`;
    super(text, options.cause === undefined ? undefined : { cause: options.cause });
    this.status = status;
    this.code = code;
    this.detail = text;
    this.headers = options.headers ?? {};
    this.extra = options.extra ?? {};
    this.hint = options.hint;
  }
}

/**
 * Whether a value is an {@link HttpError} of any copy of this package: a loader such as tsx gives a program two.
 */
export function isHttpError(value: unknown): value is HttpError {
  return value instanceof HttpError || (isError(value) && value.name === 'HttpError' && 'extra' in value);
}

/** Creates an error of a table. */
export type CreateError<Code extends string> = (code: Code, detail?: string, options?: HttpErrorOptions) => HttpError;

/** Make the function that creates the errors of a table; without a stack for a status under 500, whose code says all there is to know. */
export function errorsOf<Code extends string>(table: ErrorTable<Code>): CreateError<Code> {
  return (code, detail, options) => {
    const [status, meaning, hint] = table[code];
    const make = () => new HttpError(status, detail ?? meaning, { ...options, code, hint: options?.hint ?? hint });
    return status < 500 ? withoutStack(make) : make();
  };
}

/** Make the {@link HttpError} of a code of the core. */
export const requestError: CreateError<CoreCode> = errorsOf(CORE_CODES);

/**
 * Make an error that does not know where it was made: to find that out costs more than all the rest of an answer.
 *
 * @param make - nothing but the constructor
 */
export function withoutStack<E extends Error>(make: () => E): E {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return make();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** The router is asked to explain a request, and has nothing that does. */
export function noInspect(): StartError {
  return new StartError('E_NO_INSPECT', 'nothing explains requests', {
    hint: 'Pass the option inspect, what @rest-gen/inspect exports. A function that imports it is not called where NODE_ENV is production.',
  });
}

/**
 * Make the error 400 for text that is not JSON, with the message of `JSON.parse` but without the text that it quotes, which may hold a secret.
 *
 * @param message - `Unexpected token 'x', "{"pin": x"... is not valid JSON`
 */
export function badJson(message = '', cause?: unknown): HttpError {
  const quoted = message.search(/, (?:\.\.\.)?"/);
  const reason = quoted < 0 ? message : message.slice(0, quoted);
  return requestError('E_BAD_JSON', `The body is not valid JSON: ${reason}.`, { cause });
}

// --- internal ---

/** The general code of a status; special ones of the same status (`E_BAD_JSON`) are set where the error is thrown. */
const STATUS_CODE_NAMES: ReadonlyMap<number, CoreCode> = new Map([
  [400, 'E_BAD_REQUEST'],
  [401, 'E_UNAUTHORIZED'],
  [403, 'E_FORBIDDEN'],
  [404, 'E_NOT_FOUND'],
  [405, 'E_METHOD'],
  [408, 'E_BODY_TIMEOUT'],
  [409, 'E_CONFLICT'],
  [412, 'E_PRECONDITION_FAILED'],
  [413, 'E_BODY_TOO_LARGE'],
  [414, 'E_PATH_TOO_LONG'],
  [415, 'E_MEDIA_TYPE'],
  [422, 'E_VALIDATION'],
  [428, 'E_PRECONDITION_REQUIRED'],
  [431, 'E_TOO_MANY_HEADERS'],
  [500, 'E_INTERNAL'],
  [503, 'E_UNAVAILABLE'],
]);

function codeOfStatus(status: number): string {
  const known = STATUS_CODE_NAMES.get(status);
  if (known) return known;
  const phrase = http.STATUS_CODES[status];
  return phrase ? `E_${phrase.toUpperCase().replace(/[^A-Z]+/g, '_')}` : `E_${status}`;
}

function meaningOf(code: string): string | undefined {
  return Object.hasOwn(CORE_CODES, code) ? CORE_CODES[code as CoreCode][1] : undefined;
}
