import type { Checked, CompiledAction, Environment, RunOptions, Sources } from '@rest-gen/logic';
import { markInside, markUndeclared, Refusal } from '@rest-gen/logic/common';
import { isThenable, type Model } from '@rest-gen/model/core';
import type { Request } from 'express';
import type { Limits, ResolvedOptions } from '../contracts/options.ts';
import type { ActionPlan } from '../contracts/plan.ts';
import type { RequestContext } from '../contracts/request-context.ts';
import { openModel } from '../controller/open-model.ts';
import { readFiles } from '../controller/read-files.ts';
import { readIncluded } from '../list/read-include.ts';
import { joinItems } from '../list/read-parameters.ts';
import { givenFields } from './apply-policy.ts';
import { checkBody } from './check-body.ts';
import { checkRecord, deprecatedSince } from './check-children.ts';
import { withLinkedIds } from './linked-ids.ts';
import type { ParsedBody } from './read-body.ts';
import { readForm } from './read-form.ts';
import { refuseOthers, refuseRepeated } from './refuse-undeclared.ts';
import { type CheckedItem, runListLogic } from './run-list-logic.ts';
import { setAside } from './set-aside.ts';

/**
 * Build the input of an action by its logic, or the errors that refuse the request: step 5.
 *
 * Declarations that functions of the logic return for this request replace `context.logic`.
 *
 * @throws {HttpError} 413 `E_BODY_LIMIT` for a list of a form that is longer than a list may be; 400 `E_QUERY` for a parameter that is given twice and that
 *   no logic declares, and for an `include` that is wrong; 400 `E_BUDGET`
 * @returns a promise only for asynchronous work: a function, an asynchronous rule, a schema of another library
 */
export function runLogic(
  plan: ActionPlan,
  context: RequestContext,
  parsed: ParsedBody,
  { messages, limits }: Pick<ResolvedOptions, 'messages' | 'limits'>,
): Checked | Promise<Checked> {
  const { writable } = context.list;
  const body =
    writable === undefined || parsed.text
      ? parsed
      : { ...parsed, value: withLinkedIds(parsed.value, writable, plan.logic, plan.bulk) };
  const checked = check(plan, context, body, messages, limits);
  const settle = (come: Checked): Checked | Promise<Checked> =>
    come instanceof Refusal && plan.sentBack !== undefined
      ? checkSentBack(come, plan, context, body, messages, limits)
      : come;
  const settled = isThenable(checked) ? checked.then(settle) : settle(checked);
  if (!isThenable(settled)) return finish(settled, plan, context, body, limits);
  return settled.then((come) => finish(come, plan, context, body, limits));
}

// --- internal ---

function finish(
  checked: Checked,
  plan: ActionPlan,
  context: RequestContext,
  body: ParsedBody,
  limits: Limits,
): Checked {
  if (checked instanceof Refusal) return checked;
  const { query, list } = context;
  // A list in a form is one text, which becomes a list only here.
  if (body.text) checkBody(checked.body, limits, plan);
  // A value that the logic returns unchanged was not declared.
  if (checked.body === body.value) markUndeclared(body.value);
  if (checked.query === query) {
    refuseRepeated(context, plan);
    markInside(query);
  } else if (plan.openInclude && !plan.openQuery) refuseOthers(context);
  // Before anything is written.
  if (list.relations.size > 0 && WRITES.has(plan.method) && !plan.many)
    context.included = readIncluded(context, Array.isArray(checked.body) ? checked.body.length : 1);
  return checked;
}

/** Check the rest of a body with members that GET shows; those are compared when the record is written. */
async function checkSentBack(
  refused: Refusal,
  plan: ActionPlan,
  context: RequestContext,
  body: ParsedBody,
  messages: ResolvedOptions['messages'],
  limits: Limits,
): Promise<Checked> {
  const split = await setAside(refused, context.sentBody, plan, context);
  if (split === undefined) return refused;
  context.sentBack = split.sentBack;
  return check(plan, context, { ...body, value: split.body }, messages, limits);
}

/** Methods whose answers have the record that was written. */
const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

function check(
  plan: ActionPlan,
  context: RequestContext,
  body: ParsedBody,
  messages: ResolvedOptions['messages'],
  limits: Limits,
): Checked | Promise<Checked> {
  context.sentBody = body.value;
  const { req, params, query } = context;
  const sources = { params, query, headers: req.headers, body: body.value, files: readFiles(req) };
  if (plan.logic === undefined) return sources;
  const options: RunOptions = {
    textBody: body.text,
    openQuery: plan.openQuery || plan.openInclude,
    given: givenFields(plan, context),
    namedOnly: plan.writes,
    acceptLanguage: req.headers['accept-language'],
    messages,
    environment: new RequestEnvironment(context),
  };
  if (plan.bulk && Array.isArray(body.value)) return runList(plan.logic, context, sources, options);
  const run = (logic: CompiledAction): Checked | Promise<Checked> => {
    context.logic = logic;
    context.query = joinItems(query, (name) => logic.fields('query')?.includes(name) ?? false);
    if (body.text) context.sentBody = readForm(body.value, logic, limits, plan);
    const isAsSent = context.query === query && context.sentBody === body.value;
    const given = isAsSent ? sources : { ...sources, query: context.query, body: context.sentBody };
    announceDeprecation(context, deprecatedSince(logic, context, given));
    return checkRecord(logic, context, given, options);
  };
  return withLogic(plan.logic, sources, options, run);
}

/** Run `work` with what the functions of a logic declare for a request. */
function withLogic<T>(
  declared: CompiledAction,
  sources: Sources,
  options: RunOptions,
  work: (logic: CompiledAction) => T | Promise<T>,
): T | Promise<T> {
  if (declared.resolve === undefined) return work(declared);
  const resolved = declared.resolve(sources, options);
  return isThenable(resolved) ? resolved.then(work) : work(resolved);
}

async function runList(
  declared: CompiledAction,
  context: RequestContext,
  sources: Sources,
  options: RunOptions,
): Promise<Checked> {
  const dates: Date[] = [];
  const checked = await runListLogic(sources.body as readonly unknown[], (body) => {
    const one = { ...sources, body };
    return withLogic<CheckedItem>(declared, one, options, (logic) => {
      const since = deprecatedSince(logic, context, one);
      if (since !== undefined) dates.push(since);
      const input = checkRecord(logic, context, one, options);
      return isThenable(input) ? input.then((come) => ({ logic, input: come })) : { logic, input };
    });
  });
  announceDeprecation(context, dates.sort((a, b) => a.getTime() - b.getTime())[0]);
  if (checked instanceof Refusal) return checked;
  context.itemLogics = checked.logics;
  return checked.input;
}

/** Say that the request uses deprecated fields (RFC 9745), unless the header field has been set: for the whole action, or by other code. */
function announceDeprecation({ res }: RequestContext, since: Date | undefined): void {
  if (since === undefined || res.headersSent || res.hasHeader('Deprecation')) return;
  res.setHeader('Deprecation', `@${Math.floor(since.getTime() / 1000)}`);
}

/** The environment of functions and asynchronous rules of a logic; its members are created on first access. */
class RequestEnvironment implements Environment {
  readonly #context: RequestContext;

  constructor(context: RequestContext) {
    this.#context = context;
  }

  get req(): Request {
    return this.#context.req;
  }

  get signal(): AbortSignal {
    return this.#context.signal;
  }

  /** A getter, so that it can be taken out: `({ environment: { model } }) => model('user')`. */
  get model(): Environment['model'] {
    const open = (name: string): Model => openModel(this.#context, name);
    return open as Environment['model'];
  }
}
