import type { NextFunction, Request, Response } from 'express';
import { isThenable } from '../follow.ts';
import { REPLAYED } from '../idempotency/stored-answer.ts';
import { putHeaders } from '../respond/headers.ts';
import { sendAllow, sendAnswer } from '../respond/send-answer.ts';
import type { ReadyAnswer } from '../respond/types.ts';
import { Exchange } from './exchange.ts';
import { selectAction } from './resolve-route.ts';
import { begin, drop, type Run, runAction } from './run-action.ts';
import { isPipelined, runInTurn } from './run-in-turn.ts';
import type { Route, Surface } from './types.ts';

/**
 * Serve one request whose route is known: select the action, hooks, body, logic, action, answer, in this order (design, "From request to
 * response").
 *
 * Never throws, and returns before the answer where something takes its time; whatever happens in the action, the request gets exactly one
 * answer.
 *
 * @param next - whoever comes behind; `undefined` under bare `node:http`
 */
export function dispatch(
  route: Route,
  req: Request,
  res: Response,
  next: NextFunction | undefined,
  surface: Surface,
): void {
  const exchange = new Exchange(req, res, next, surface.options, route.trace);
  // The client may have left during an earlier middleware.
  if (exchange.answered) return;
  if (!isPipelined(req, res)) run(exchange, route, surface);
  // An earlier middleware may answer meanwhile.
  else runInTurn(req, res, () => exchange.answered || run(exchange, route, surface));
}

// --- internal ---

function run(exchange: Exchange, route: Route, surface: Surface): void {
  const { req, res } = exchange;
  try {
    const plan = selectAction(route, req.method);
    if (plan?.notice) putHeaders(res, plan.notice);
    if (plan) start(begin(exchange, route, plan, surface));
    else if (exchange.settle()) sendAllow(res, route.resource);
  } catch (error) {
    exchange.fail(error);
  }
}

/** Run the steps; only what takes its time has a deadline. */
function start(run: Run): void {
  try {
    const answer = runAction(run);
    if (!isThenable(answer)) {
      send(run, answer);
      return;
    }
    run.exchange.watch();
    answer.then(
      (ready) => send(run, ready),
      (error: unknown) => abandon(run, error),
    );
  } catch (error) {
    abandon(run, error);
  }
}

/** Step 8. */
function send(run: Run, answer: ReadyAnswer | undefined): void {
  const { exchange, route } = run;
  if (!answer || !exchange.settle()) {
    drop(run);
    return;
  }
  if (route.trace && answer.headers[REPLAYED] !== undefined) route.trace.replayed = true;
  try {
    sendAnswer(answer, exchange.req, exchange.res)?.catch((error: unknown) => exchange.fail(error));
  } catch (error) {
    exchange.fail(error, !exchange.res.headersSent);
  }
}

function abandon(run: Run, error: unknown): void {
  run.exchange.fail(error);
  drop(run);
}
