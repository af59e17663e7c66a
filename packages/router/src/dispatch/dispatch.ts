import type { ActionInput } from '@rest-gen/logic';
import type { NextFunction, Request, Response } from 'express';
import { Controller } from '../controller/controller.ts';
import type { RequestContext } from '../controller/types.ts';
import { debug } from '../debug.ts';
import { requestError } from '../errors.ts';
import type { ModelProvider } from '../model/types.ts';
import type { ResolvedOptions } from '../options.ts';
import { sendAllow, sendAnswer, toAnswer } from '../respond/respond.ts';
import { sendError } from '../respond/send-error.ts';
import { createContext } from './create-context.ts';
import { Exchange } from './exchange.ts';
import type { BodyReader } from './read-body.ts';
import { selectAction } from './resolve-route.ts';
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
  const fail = (error: unknown): void => {
    if (exchange.settle()) sendError(error, req, res, next, options);
    else debug('%s %s: an error after the answer: %o', req.method, req.originalUrl, error);
  };
  const exchange = new Exchange(res, options.timeout, () =>
    fail(requestError('E_TIMEOUT', undefined, { headers: { 'Retry-After': '1' } })),
  );
  try {
    const plan = selectAction(route, req.method);
    if (!plan) {
      if (exchange.settle()) sendAllow(res, route.resource);
      return;
    }
    const shared = { model: surface.model, maxQuery: options.limits.query, signal: exchange.signal };
    const context = createContext(req, res, route, plan, shared);
    const value = await run(route, plan, context, exchange, surface);
    if (exchange.answered) return;
    const answer = toAnswer(value, context, plan, options);
    if (exchange.settle()) await sendAnswer(answer, req, res);
  } catch (error) {
    fail(error);
  }
}

// --- internal ---

/** Steps 3 to 7; the action's value, which is not looked at when the request was answered meanwhile. */
async function run(
  route: Route,
  plan: ActionPlan,
  context: RequestContext,
  exchange: Exchange,
  { readBody }: Surface,
): Promise<unknown> {
  const controller = new route.controller.Class();
  Controller.attach(controller, context);
  if (controller.__before) {
    const passed = await controller.__before();
    if (exchange.answered) return undefined;
    if (context.answer) {
      // The action has not run, so nothing was created that a 201 could stand for.
      context.answer = { ...context.answer, status: context.answer.status ?? 200 };
      return undefined;
    }
    if (passed === false) throw requestError('E_FORBIDDEN');
  }
  const { req, res, params, query } = context;
  const body = plan.takesBody ? await readBody(req, res, plan) : { value: undefined, text: false };
  const sources = { params, query, headers: req.headers, body: body.value, files: readFiles(req) };
  const input = plan.logic
    ? await plan.logic.run(sources, { textBody: body.text, openQuery: plan.openQuery })
    : sources;
  context.input = input as ActionInput;
  // The time may be up, or the client gone, while the body was on its way: then nothing must be done any more.
  if (exchange.answered) return undefined;
  const action = (controller as unknown as Record<string, (input: ActionInput) => unknown>)[plan.action];
  const value = await action?.call(controller, context.input);
  if (controller.__after && !exchange.answered) await controller.__after();
  return value;
}

/** Uploads as multer leaves them: `req.files` by field name, or the one `req.file`. */
function readFiles(req: Request): Record<string, unknown> {
  const { files, file } = req as { files?: unknown; file?: { fieldname?: unknown } };
  if (typeof files === 'object' && files !== null && !Array.isArray(files)) return files as Record<string, unknown>;
  const list = Array.isArray(files) ? files : file === undefined ? [] : [file];
  const byName: Record<string, unknown> = Object.create(null);
  for (const item of list) byName[String((item as { fieldname?: unknown }).fieldname)] = item;
  return byName;
}
