import { inspect } from 'node:util';
import type { Checked, CompiledAction, Environment, RunOptions, Sources } from '@rest-gen/logic';
import { markInside, markUndeclared, Refusal } from '@rest-gen/logic/common';
import { isThenable } from '@rest-gen/model/core';
import type { Request } from 'express';
import type { Exchange, RunChecks, Validation } from '../contracts/exchange.ts';
import type { ResolvedOptions } from '../contracts/options.ts';
import { requestError } from '../errors.ts';
import { checkBodyLimits } from './body-limits.ts';
import { collectFiles } from './collect-files.ts';
import { joinItems } from './join-items.ts';
import { parseForm } from './parse-form.ts';
import type { ParsedBody } from './read-body.ts';
import { refuseParameter } from './refuse-parameter.ts';

/**
 * Build the input of an action by its logic, or the errors that refuse the request: step 5.
 *
 * Declarations that functions of the logic return for this request replace `exchange.logic`.
 *
 * @throws {HttpError} 413 `E_BODY_LIMIT` for a list of a form that is longer than a list may be; 400 `E_QUERY` for a parameter that is given twice and that
 *   no logic declares
 * @returns a promise only for asynchronous work: a function, an asynchronous rule, a schema of another library
 */
export function runLogic(
  exchange: Exchange,
  parsed: ParsedBody,
  options: Pick<ResolvedOptions, 'language' | 'messages' | 'limits'>,
): Checked | Promise<Checked> {
  const { req, params, query, plan } = exchange;
  const sources = { params, query, headers: req.headers, body: parsed.value, files: collectFiles(req) };
  const finish = (come: Checked): Checked => {
    if (come instanceof Refusal) return come;
    // A list in a form is one string, which becomes a list only here.
    if (parsed.text) checkBodyLimits(come.body, options.limits, plan);
    // A value that the logic returns unchanged was not declared.
    if (come.body !== undefined && come.body === exchange.sentBody) markUndeclared(come.body);
    if (come.query === exchange.query && Object.keys(exchange.query).length > 0) {
      if (!plan.openQuery) refuseRepeated(exchange);
      markInside(exchange.query);
    }
    return come;
  };
  const { validate } = plan.hooks;
  if (validate.length === 0 && plan.logic === undefined) {
    exchange.sentBody = parsed.value;
    return finish(sources);
  }
  const validation = new RequestValidation(exchange, parsed, options);
  const checked = chain(exchange, validation).check(sources);
  return isThenable(checked) ? checked.then(finish) : finish(checked);
}

/** Run `work` with what the functions of a logic declare for a request. */
export function withLogic<T>(
  declared: CompiledAction,
  sources: Sources,
  options: RunOptions,
  work: (logic: CompiledAction) => T | Promise<T>,
): T | Promise<T> {
  if (declared.resolve === undefined) return work(declared);
  const resolved = declared.resolve(sources, options);
  return isThenable(resolved) ? resolved.then(work) : work(resolved);
}

// --- internal ---

/** The hooks of parts around the logic: the first one is outermost. */
function chain(exchange: Exchange, validation: Validation): Validation {
  return exchange.plan.hooks.validate.reduceRight<Validation>(
    (inner, hook) => ({
      options: inner.options,
      check: (sources, options = inner.options) =>
        hook(exchange, sources, {
          options,
          check: (sent, changed = options, run) => inner.check(sent, changed, run),
        }),
    }),
    validation,
  );
}

/** Code that expects a string must not receive a list because a client repeated a parameter. */
function refuseRepeated({ query }: Exchange): void {
  for (const name in query) if (typeof query[name] !== 'string') throw refuseParameter(name, 'is given twice');
}

const runChecks: RunChecks = (logic, sources, options) => logic.check(sources, options);

class RequestValidation implements Validation {
  readonly options: RunOptions;
  readonly #exchange: Exchange;
  readonly #isText: boolean;
  readonly #limits: ResolvedOptions['limits'];

  constructor(
    exchange: Exchange,
    parsed: ParsedBody,
    { language, messages, limits }: Pick<ResolvedOptions, 'language' | 'messages' | 'limits'>,
  ) {
    this.#exchange = exchange;
    this.#isText = parsed.text;
    this.#limits = limits;
    this.options = {
      textBody: parsed.text,
      openQuery: exchange.plan.openQuery,
      given: exchange.paramNames,
      acceptLanguage: exchange.req.headers['accept-language'],
      language: language && tagOf(language(exchange.req)),
      messages,
      environment: new RequestEnvironment(exchange),
    };
  }

  check(sources: Sources, options = this.options, run = runChecks): Checked | Promise<Checked> {
    const { plan } = this.#exchange;
    this.#exchange.sentBody = sources.body;
    if (plan.logic === undefined) return sources as Checked;
    return withLogic(plan.logic, sources, options, (logic) => this.#checkBy(logic, sources, options, run));
  }

  #checkBy(logic: CompiledAction, sources: Sources, options: RunOptions, run: RunChecks): Checked | Promise<Checked> {
    const exchange = this.#exchange;
    const { query } = exchange;
    exchange.logic = logic;
    exchange.query = joinItems(query, (name) => logic.fields('query')?.includes(name) ?? false);
    if (this.#isText) exchange.sentBody = parseForm(sources.body, logic, this.#limits, exchange.plan);
    const isAsSent = exchange.query === query && exchange.sentBody === sources.body;
    const given = isAsSent ? sources : { ...sources, query: exchange.query, body: exchange.sentBody };
    exchange.announceDeprecation(logic.deprecatedSince(given));
    return run(logic, given, options);
  }
}

/** The tag that the option `language` has given: `req.language` of i18next is undefined where its middleware has not run. */
function tagOf(given: unknown): string | undefined {
  if (typeof given === 'string') return given;
  if (given === undefined || given === null) return undefined;
  const hint = `The option language has given ${inspect(given, { depth: 0 })}: return one tag, such as 'de'.`;
  throw requestError('E_INTERNAL', undefined, { hint });
}

/** The environment of functions and asynchronous rules of a logic; its members are created on first access. */
class RequestEnvironment implements Partial<Environment> {
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  get req(): Request {
    return this.#exchange.req;
  }

  get signal(): AbortSignal {
    return this.#exchange.signal;
  }
}
