import type { ActionInput } from '@rest-gen/logic';
import type { NextFunction, Request, Response } from 'express';
import { blameStore } from '../controller/blame-store.ts';
import { Controller } from '../controller/controller.ts';
import type { RequestContext } from '../controller/types.ts';
import { type HttpError, isHttpError, requestError } from '../errors.ts';
import { readKey } from '../idempotency/read-key.ts';
import { findReplay, runOnce } from '../idempotency/run-once.ts';
import type { ModelProvider } from '../model/types.ts';
import type { ResolvedOptions } from '../options.ts';
import { sendAllow, sendAnswer, toAnswer } from '../respond/respond.ts';
import { reportLate, sendError } from '../respond/send-error.ts';
import { discard } from '../respond/streams.ts';
import type { ReadyAnswer } from '../respond/types.ts';
import { blameLogic } from './blame-logic.ts';
import { createContext } from './create-context.ts';
import { Exchange } from './exchange.ts';
import type { BodyReader, ParsedBody } from './read-body.ts';
import { selectAction } from './resolve-route.ts';
import { runLogic } from './run-logic.ts';
import type { ActionPlan, Route } from './types.ts';

/** What every request of a router shares. */
export interface Surface {
  readonly options: ResolvedOptions;
  readonly model: ModelProvider | undefined;
  readonly readBody: BodyReader;
}

/**
 * Serve one request whose route is known: select the action, hooks, body, logic, action, answer, in this order (design, "From request to
 * response").
 *
 * Never rejects; whatever happens in the action, the request gets exactly one answer.
 */
export async function dispatch(
  route: Route,
  req: Request,
  res: Response,
  next: NextFunction,
  surface: Surface,
): Promise<void> {
  const { options } = surface;
  const progress: Progress = { context: undefined, value: undefined, reading: false, sent: false };
  const fail = (error: unknown): void => {
    if (exchange.settle()) sendError(error, req, res, next, options);
    else reportLate(error, req, res, exchange.signal);
  };
  const exchange = new Exchange(res, options.timeout, () => fail(timeUp(progress)));
  try {
    if (exchange.answered) return;
    const plan = selectAction(route, req.method);
    if (!plan) {
      if (exchange.settle()) sendAllow(res, route.resource);
      return;
    }
    const shared = { model: surface.model, options, signal: exchange.signal };
    const context = createContext(req, res, route, plan, shared);
    progress.context = context;
    const answer = await run({ route, plan, context, exchange, surface, progress });
    if (!answer || !exchange.settle()) return;
    progress.sent = true;
    await sendAnswer(answer, res);
  } catch (error) {
    fail(error);
  } finally {
    if (!progress.sent) drop(progress);
  }
}

// --- internal ---

const NO_BODY: ParsedBody = { value: undefined, text: false };

/** How far a request has come. */
interface Progress {
  context: RequestContext | undefined;
  /** What the action returned. */
  value: unknown;
  /** The body is on its way. */
  reading: boolean;
  sent: boolean;
}

/** Who has taken too long: the client with its body, or the action. */
function timeUp({ reading }: Progress): HttpError {
  if (reading) return requestError('E_BODY_TIMEOUT', undefined, { headers: { Connection: 'close' } });
  return requestError('E_TIMEOUT', undefined, { headers: { 'Retry-After': '1' } });
}

/** A request at its action. */
interface Running {
  readonly route: Route;
  readonly plan: ActionPlan;
  readonly context: RequestContext;
  readonly exchange: Exchange;
  readonly surface: Surface;
  readonly progress: Progress;
}

/** Steps 3 to 7, and the answer written out; `undefined` when something has answered meanwhile. Each step begins only when nothing has. */
async function run(running: Running): Promise<ReadyAnswer | undefined> {
  const { route, plan, context, exchange, surface, progress } = running;
  const { options } = surface;
  const controller = new route.controller.Class();
  Controller.attach(controller, context);
  if (controller.__before) {
    const passed = await controller.__before();
    if (exchange.answered) return undefined;
    if (context.answer) {
      // The action has not run, so nothing was created that a 201 could stand for.
      const { data, status = data === undefined ? 204 : 200, headers } = context.answer;
      context.answer = { data, status, headers };
      return toAnswer(undefined, context, plan, options);
    }
    if (passed === false) throw requestError('E_FORBIDDEN');
  }
  const key = plan.idempotency && readKey(context.req.headers['idempotency-key'], plan.idempotency);
  const body = await readBodyOf(running);
  const scopeOf = async () => (await controller.idempotencyScope()) ?? '';
  try {
    context.input = await readInput(running, body);
  } catch (error) {
    if (key === undefined || !isHttpError(error) || error.code !== 'E_VALIDATION') throw error;
    const kept = await findReplay({ context, key, scope: await scopeOf(), body: body.value });
    if (kept === undefined) throw error;
    return kept;
  }
  if (exchange.answered) return undefined;
  if (plan.idempotency === undefined || key === undefined) return act(running, controller);
  return runOnce({
    plan: plan.idempotency,
    context,
    key,
    scope: await scopeOf(),
    body: body.value,
    timeout: options.timeout,
    act: () => act(running, controller),
    drop: () => drop(progress),
  });
}

/** Step 4: the body as it came. */
async function readBodyOf({ plan, context, surface, progress }: Running): Promise<ParsedBody> {
  if (!plan.takesBody) return NO_BODY;
  progress.reading = true;
  const body = await surface.readBody(context.req, context.res, plan);
  progress.reading = false;
  return body;
}

/** Step 5: what the logic makes of everything. */
async function readInput({ route, plan, context, surface }: Running, body: ParsedBody): Promise<ActionInput> {
  try {
    const input = runLogic(plan, context, body, surface.options);
    return input instanceof Promise ? await input : input;
  } catch (error) {
    throw blameLogic(error, route.controller, plan);
  }
}

/** Steps 6 and 7. */
async function act(
  { plan, context, exchange, surface, progress }: Running,
  controller: Controller,
): Promise<ReadyAnswer | undefined> {
  const action = (controller as unknown as Record<string, (input: ActionInput | undefined) => unknown>)[plan.action];
  try {
    progress.value = await action?.call(controller, context.input);
    if (controller.__after && !exchange.answered) await controller.__after();
    return exchange.answered ? undefined : await toAnswer(progress.value, context, plan, surface.options);
  } catch (error) {
    throw blameStore(error, controller, context);
  }
}

function drop({ context, value }: Progress): void {
  discard(context?.answer?.data ?? value);
}
