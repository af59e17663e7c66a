import type { ActionInput } from '@rest-gen/logic';
import { Refusal } from '@rest-gen/logic/common';
import { isThenable } from '@rest-gen/model/core';
import type { NextFunction, Request, Response } from 'express';
import type { Params } from './compile/types.ts';
import type { ReadyAnswer } from './contracts/answer.ts';
import type { Act, ActionPlan } from './contracts/exchange.ts';
import type { Inspect } from './contracts/inspect.ts';
import type { Observer } from './contracts/observer.ts';
import type { Route } from './contracts/plan.ts';
import type { Service } from './contracts/service.ts';
import { debug, isDebugging } from './debug.ts';
import { Context, type Incoming, isAnswered } from './dispatch/context.ts';
import type { FindDeadlines } from './dispatch/deadlines.ts';
import { parseQueryString } from './dispatch/parse-query-string.ts';
import type { BodyReader, ParsedBody } from './dispatch/read-body.ts';
import { resolveRoute, selectAction } from './dispatch/resolve-route.ts';
import { runLogic } from './dispatch/run-logic.ts';
import { isPipelined, waitForTurn } from './dispatch/wait-for-turn.ts';
import { requestError } from './errors.ts';
import { matchPath } from './match/match-path.ts';
import { requestPath, requestSearch } from './match/request-path.ts';
import { checkMemory } from './respond/answer-memory.ts';
import { isShared, PERSONAL, rememberCaching } from './respond/caching.ts';
import { putHeaders, setDefault } from './respond/headers.ts';
import { loggedAddress } from './respond/logged-target.ts';
import { sendAllow, sendAnswer } from './respond/send-answer.ts';
import { passOn, reportLate, sendError } from './respond/send-error.ts';
import { checkConditions, toAnswer } from './respond/to-answer.ts';
import { toHttpError } from './respond/to-http-error.ts';
import { EXCHANGE } from './slot.ts';
import type { Unmatched } from './unmatched.ts';

/** What all requests of a router share. */
export interface RouterState {
  /** The compiled rules, the controllers and the options. */
  readonly service: Service;
  readonly readBody: BodyReader;
  readonly deadlines: FindDeadlines;
  readonly observer: Observer;
  /** Makes the 404 of requests that no rule matched. */
  readonly unmatched: Unmatched;
  /** Explains requests. In production it is there only where it was given as it is; then answers do not tell what it says. */
  readonly inspect: Inspect | undefined;
}

/**
 * Handle one request, in the eight steps of ARCHITECTURE.md.
 *
 * Every request that a rule matches gets exactly one answer. What takes no time needs no timer and no listener.
 *
 * @param next - calls the next handler; `undefined` under bare `node:http`
 */
export function handleRequest(state: RouterState, req: Request, res: Response, next: NextFunction | undefined): void {
  const { service } = state;
  const { options } = service;
  const { limits } = options;
  rememberCaching(res);
  const trace = state.observer.begin(req, res);
  const incoming: Incoming = { req, res, next, options, deadlines: state.deadlines, trace, report: undefined };
  let params: Params | undefined;
  try {
    // 1. Match the path: a rule and its params. Without a rule the request belongs to the next handler.
    const path = requestPath(req);
    const matched = path === undefined ? undefined : matchPath(service.index, path, limits);
    if (path === undefined || matched === undefined) {
      passRequest(state, incoming);
      return;
    }
    checkHeaderCount(req.rawHeaders, limits.headers);

    // 2. Resolve the controller, and its action by the method.
    params = matched.params;
    const route = resolveRoute(matched, service.controllers);
    if (isDebugging()) debugRoute(route, req, path);
    const run = (report: Incoming['report']): void => {
      incoming.report = report;
      void runSteps(state, incoming, route);
    };
    if (next || trace) {
      state.observer.run({ req, res, route, path, isExpress: next !== undefined, observation: trace }, run);
    } else run(undefined);
  } catch (error) {
    refuse(error, state, incoming, params);
  }
}

/** Steps 3 to 8. The promise never rejects. */
async function runSteps(state: RouterState, incoming: Incoming, route: Route): Promise<void> {
  const { req, res, options, trace } = incoming;
  const { limits } = options;
  let begun: Context | undefined;
  try {
    const { headers } = route.controller;
    if (headers !== undefined && !res.headersSent) putHeaders(res, headers);
    // An earlier middleware may have answered, or the client has left: before the wait, which would not end, or during it.
    if (isAnswered(res)) return;
    if (isPipelined(req, res)) await waitForTurn(req, res);
    if (isAnswered(res)) return;
    checkMemory(limits.memory);
    const plan = selectAction(route, req.method);
    if (plan === undefined) return sendAllow(res, route.resource);
    if (plan.headers !== undefined) putHeaders(res, plan.headers);

    // 3. Construct the controller. Its __before may refuse the request, or answer it.
    const context = new Context(incoming, route, plan);
    begun = context;
    for (const begin of plan.hooks.begin) {
      const ready = begin(context);
      if (isThenable(ready)) await context.wait(ready);
      if (context.answered) return;
    }
    const search = requestSearch(req);
    if (search !== '') context.query = parseQueryString(search, limits.query);
    const controller = new route.controller.Class();
    context.instance = controller;
    EXCHANGE.set(controller, context);
    // Looked for here and not at load: an instance may have it as a field.
    const before = controller.__before?.();
    // Fast path, in steps 3, 5 and 6: a value that is there is not awaited, which would cost a GET 2 %.
    const passed = isThenable(before) ? await context.wait(before) : before;
    if (context.answered) return;
    if (context.answer) return await respond(context, await context.wait(toAnswer(undefined, context)));
    if (passed === false) throw requestError('E_FORBIDDEN');
    for (const admit of plan.hooks.admit) {
      const admitted = admit(context);
      if (isThenable(admitted)) await context.wait(admitted);
      if (context.answered) return;
    }

    // 4. Read the body, where the action takes one.
    const body = plan.takesBody ? await context.readBody(readBody(state, context)) : NO_BODY;
    if (context.answered) return;
    context.body = body.value;

    // 5. Validate params, query, headers and body by the logic.
    const validate = () => runLogic(context, body, options);
    const validated = trace && plan.logic ? trace.step('logic', validate) : validate();
    const checked = isThenable(validated) ? await context.wait(validated) : validated;
    if (context.answered) return;
    if (checked instanceof Refusal) {
      for (const refused of plan.hooks.refused) {
        const other = await context.wait(refused(context));
        if (other) return await respond(context, other);
      }
      // Not thrown: that would cost more than the validation.
      const ended = context.end(false);
      if (ended) await ended;
      return context.fail(toHttpError(checked));
    }
    context.input = checked;

    const act = async (): Promise<ReadyAnswer | undefined> => {
      if (context.completed) context.startAgain();
      // 6. Run the action.
      const run = () => (controller as unknown as Actions)[plan.action]?.(context.input);
      const returned = trace ? trace.step('action', run) : run();
      context.value = isThenable(returned) ? await context.wait(returned) : returned;

      // 7. Run __after.
      if (controller.__after && !context.answered) await context.wait(controller.__after());
      context.completed = true;
      return context.answered ? undefined : context.wait(toAnswer(context.value, context));
    };
    const answer = plan.hooks.around.length === 0 ? await act() : await context.wait(surround(context, plan, act)());
    if (answer === undefined && !context.answered) throw requestError('E_INTERNAL', undefined, { hint: NO_ANSWER });

    // 8. Respond, once.
    await respond(context, answer);
  } catch (error) {
    const explained = begun ? explainFailure(error, begun) : { error };
    const ended = begun?.sent === false ? begun.end(false) : undefined;
    if (ended) await ended;
    if (begun) begun.fail((explained instanceof Promise ? await begun.wait(explained) : explained).error);
    else refuse(error, state, incoming, route.matched.params);
  } finally {
    if (begun?.sent === false) begun.discard();
    // Again: the client has left, or the answer was not the router's, or could not be sent.
    const ended = begun?.end(begun.completed && res.statusCode < 400);
    if (ended) await ended;
  }
}

// --- internal ---

/** The action with what parts do around it: the first one is outermost. */
function surround(context: Context, { hooks }: ActionPlan, act: Act): Act {
  return hooks.around.reduceRight<Act>((inner, around) => () => around(context, inner), act);
}

type Actions = Readonly<Record<string, ((input: ActionInput | undefined) => unknown) | undefined>>;

const NO_BODY: ParsedBody = { value: undefined, text: false };

function readBody(state: RouterState, context: Context): ParsedBody | Promise<ParsedBody> {
  const { req, res, plan } = context;
  const { readBody } = plan.hooks;
  return readBody ? readBody(context).then((value) => ({ value, text: false })) : state.readBody(req, res, plan);
}

interface Explained {
  readonly error: unknown;
}

/** The error as it is answered: each part may give another one to the next. */
function explainFailure(error: unknown, context: Context, from = 0): Explained | Promise<Explained> {
  const { failed } = context.plan.hooks;
  for (let at = from; at < failed.length; at++) {
    const goOn = (other: unknown) => explainFailure(other, context, at + 1);
    let other: unknown;
    try {
      other = failed[at]?.(context, error);
    } catch (cause) {
      return goOn(cause);
    }
    if (other instanceof Promise) return other.then((come: unknown) => goOn(come ?? error), goOn);
    if (other !== undefined) return goOn(other);
  }
  return { error };
}

const NO_ANSWER = 'A part has run the action and returned nothing: return what act() resolves to.';

/** No rule matches: the next handler takes the request. Without one it is answered, 404. */
function passRequest({ service, unmatched, inspect }: RouterState, { req, res, next }: Incoming): void {
  if (isDebugging()) {
    const explained = inspect?.explainRequest(service, req.method, req.url);
    const reasons = inspect && explained ? [...inspect.formatTried(explained.tried), `  ${explained.hint}`] : [];
    debug('%s %s: no rule%s', req.method, requestPath(req) ?? req.url, reasons);
  }
  unmatched.add(req);
  passOn(next ? undefined : unmatched.errorOf(req), req, res, next, service.options);
}

/** Answer an error of steps 1 and 2. */
function refuse(
  error: unknown,
  { service, inspect }: RouterState,
  { req, res, next, trace }: Incoming,
  params: Params | undefined,
): void {
  trace?.fail(error);
  const { options } = service;
  const shown = inspect && options.teach ? explainError(error, service, req, inspect) : error;
  if (res.headersSent) reportLate(error, req, res, res.destroyed, params);
  else sendError(shown, req, res, next, options, undefined, params);
}

function explainError(error: unknown, service: Service, { method, url, baseUrl }: Request, inspect: Inspect): unknown {
  return inspect.teachError(error, inspect.explainRequest(service, method, url, baseUrl));
}

/** Send an answer, unless the request is answered already; parts that end with the request know it before, so that the client finds their work done. */
function respond(context: Context, given: ReadyAnswer | undefined): Promise<void> | undefined {
  const answer = given && checkConditions(given, context);
  const ended = answer && context.end(context.completed && answer.status < 400);
  return ended ? ended.then(() => send(context, answer)) : send(context, answer);
}

function send(context: Context, answer: ReadyAnswer | undefined): Promise<void> | undefined {
  if (answer === undefined || !context.settle()) return undefined;
  if (context.isPersonal && isShared(context.res)) setDefault(answer.headers, 'Cache-Control', PERSONAL);
  context.sent = true;
  // Held until the client has read the answer, they would be in memory twice.
  context.value = context.answer = context.page = undefined;
  return sendAnswer(answer, context.req, context.res);
}

function checkHeaderCount(namesAndValues: readonly string[] | undefined, max: number): void {
  // The requests of some adapters have none.
  if (namesAndValues === undefined) return;
  const count = namesAndValues.length / 2;
  if (count <= max) return;
  throw requestError('E_TOO_MANY_HEADERS', `The request has ${count} header fields; ${max} are allowed.`);
}

function debugRoute({ matched, controller, resource }: Route, req: Request, path: string): void {
  const { method } = req;
  const { number, text } = matched.rule.rule;
  const action = resource.actions.get(method)?.action ?? 'no action';
  const address = loggedAddress(path, matched.params);
  debug('%s %s: rule %s %s -> %s, %s, params %s', method, address, number, text, controller.name, action, {
    ...matched.params,
  });
}
