import type { ActionInput } from '@rest-gen/logic';
import type { NextFunction, Request, Response } from 'express';
import { Controller } from '../controller/controller.ts';
import type { RequestContext } from '../controller/types.ts';
import { type HttpError, requestError } from '../errors.ts';
import type { ModelProvider } from '../model/types.ts';
import type { ResolvedOptions } from '../options.ts';
import { sendAllow, sendAnswer, toAnswer } from '../respond/respond.ts';
import { reportLate, sendError } from '../respond/send-error.ts';
import { discard } from '../respond/streams.ts';
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
    await run(route, plan, context, exchange, surface, progress);
    if (exchange.answered) return;
    const answer = await toAnswer(progress.value, context, plan, options);
    if (!exchange.settle()) return;
    progress.sent = true;
    await sendAnswer(answer, req, res);
  } catch (error) {
    fail(error);
  } finally {
    if (!progress.sent) discard(progress.context?.answer?.data ?? progress.value);
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

/** Steps 3 to 7. Each begins only when nothing has answered meanwhile. */
async function run(
  route: Route,
  plan: ActionPlan,
  context: RequestContext,
  exchange: Exchange,
  surface: Surface,
  progress: Progress,
): Promise<void> {
  const controller = new route.controller.Class();
  Controller.attach(controller, context);
  if (controller.__before) {
    const passed = await controller.__before();
    if (exchange.answered) return;
    if (context.answer) {
      // The action has not run, so nothing was created that a 201 could stand for.
      const { data, status = data === undefined ? 204 : 200, headers } = context.answer;
      context.answer = { data, status, headers };
      return;
    }
    if (passed === false) throw requestError('E_FORBIDDEN');
  }
  context.input = await readInput(route, plan, context, surface, progress);
  if (exchange.answered) return;
  const action = (controller as unknown as Record<string, (input: ActionInput) => unknown>)[plan.action];
  progress.value = await action?.call(controller, context.input);
  if (controller.__after && !exchange.answered) await controller.__after();
}

/** Steps 4 and 5: the body as it came, and what the logic makes of everything. */
async function readInput(
  { controller }: Route,
  plan: ActionPlan,
  context: RequestContext,
  { readBody, options }: Surface,
  progress: Progress,
): Promise<ActionInput> {
  progress.reading = plan.takesBody;
  const body = plan.takesBody ? await readBody(context.req, context.res, plan) : NO_BODY;
  progress.reading = false;
  try {
    const input = runLogic(plan, context, body, options);
    return input instanceof Promise ? await input : input;
  } catch (error) {
    throw blameLogic(error, controller, plan);
  }
}
