import { type ActionInput, type Checked, Refusal } from '@rest-gen/logic';
import { Controller } from '../controller/controller.ts';
import type { RequestContext } from '../controller/types.ts';
import { isHttpError, requestError } from '../errors.ts';
import { follow } from '../follow.ts';
import { readKey } from '../idempotency/read-key.ts';
import { findReplay, runOnce } from '../idempotency/run-once.ts';
import { ACTION, LOGIC } from '../observe/channels.ts';
import { discard } from '../respond/streams.ts';
import { toAnswer } from '../respond/to-answer.ts';
import { toHttpError } from '../respond/to-http-error.ts';
import type { ReadyAnswer } from '../respond/types.ts';
import { createContext } from './create-context.ts';
import type { Exchange } from './exchange.ts';
import type { ParsedBody } from './read-body.ts';
import { runLogic } from './run-logic.ts';
import type { ActionPlan, Route, Surface } from './types.ts';

/** A request at its action: what the steps share. */
export interface Run {
  readonly exchange: Exchange;
  readonly route: Route;
  readonly plan: ActionPlan;
  readonly surface: Surface;
  readonly context: RequestContext;
  readonly controller: Controller;
  /** What the action returned. */
  value: unknown;
}

/** `undefined` when something has answered meanwhile. */
type Outcome = ReadyAnswer | undefined | Promise<ReadyAnswer | undefined>;

/** Make the controller of a request. */
export function begin(exchange: Exchange, route: Route, plan: ActionPlan, surface: Surface): Run {
  const context = createContext(exchange, route, plan, surface);
  exchange.sent = context;
  const controller = new route.controller.Class();
  Controller.attach(controller, context);
  return { exchange, route, plan, surface, context, controller, value: undefined };
}

/**
 * Run steps 3 to 7, and write out the answer; each step begins only when nothing has answered.
 *
 * Steps follow each other at once, until one takes its time: an action that does not is answered without a promise.
 */
export function runAction(run: Run): Outcome {
  const { controller } = run;
  // Looked for here and not at load: an instance may have it as a field.
  return controller.__before ? follow(controller.__before(), run, pass) : readBody(run);
}

/** Let go of what an action has returned that will not be sent. */
export function drop({ context, value }: Run): void {
  discard(context.answer?.data ?? value);
}

// --- internal ---

const NO_BODY: ParsedBody = { value: undefined, text: false };

/** The end of step 3: `__before` may have answered, or refused. */
function pass(run: Run, passed: unknown): Outcome {
  const { context, exchange, plan } = run;
  if (exchange.answered) return undefined;
  if (context.answer) {
    return toAnswer(undefined, context, plan);
  }
  if (passed === false) throw requestError('E_FORBIDDEN');
  return readBody(run);
}

/** Step 4: the body as it came. A key is read before it: without one that is required, no body is. */
function readBody(run: Run): Outcome {
  const { exchange, plan, surface } = run;
  const { req, res } = exchange;
  if (!plan.takesBody) return validate(run, NO_BODY);
  const key = plan.idempotency && readKey(req.headers['idempotency-key'], plan.idempotency);
  exchange.reading = true;
  const body = surface.readBody(req, res, plan);
  return key === undefined
    ? follow(body, run, validate)
    : follow(body, run, (_, come: ParsedBody) => runKeyed(run, key, come));
}

/** Step 5: what the logic makes of everything. */
function validate(run: Run, body: ParsedBody): Outcome {
  run.exchange.reading = false;
  if (run.exchange.answered) return undefined;
  return follow(readInput(run, body), run, actOn);
}

function readInput(run: Run, body: ParsedBody): Checked | Promise<Checked> {
  const { route, plan, context, surface } = run;
  const check = () => runLogic(plan, context, body, surface.options);
  return route.trace && plan.logic ? route.trace.run(LOGIC, check) : check();
}

function actOn(run: Run, input: Checked): Outcome {
  if (input instanceof Refusal) {
    // Not thrown: that would cost more than the whole check.
    run.exchange.fail(toHttpError(input));
    return undefined;
  }
  run.context.input = input;
  return run.exchange.answered ? undefined : act(run);
}

/** Steps 6 and 7. */
function act(run: Run): Outcome {
  const { controller, plan, context, route } = run;
  const action = (controller as unknown as Record<string, (input: ActionInput | undefined) => unknown>)[plan.action];
  const value = route.trace
    ? route.trace.run(ACTION, () => action?.call(controller, context.input))
    : action?.call(controller, context.input);
  return follow(value, run, callAfter);
}

function callAfter(run: Run, value: unknown): Outcome {
  run.value = value;
  const { controller, exchange } = run;
  return controller.__after && !exchange.answered ? follow(controller.__after(), run, conclude) : conclude(run);
}

function conclude({ exchange, value, context, plan }: Run): Outcome {
  return exchange.answered ? undefined : toAnswer(value, context, plan);
}

/** Steps 5 to 7 of a request with a key: the action runs once for all requests of the same key. */
async function runKeyed(run: Run, key: string, body: ParsedBody): Promise<ReadyAnswer | undefined> {
  const { exchange, plan, context, controller, surface } = run;
  exchange.reading = false;
  const scopeOf = async () => (await controller.idempotencyScope()) ?? '';
  try {
    const input = await readInput(run, body);
    if (input instanceof Refusal) throw toHttpError(input);
    context.input = input;
  } catch (error) {
    if (!isHttpError(error) || error.code !== 'E_VALIDATION') throw error;
    const kept = await findReplay({ context, key, scope: await scopeOf(), body: body.value });
    if (kept === undefined) throw error;
    return kept;
  }
  if (exchange.answered || plan.idempotency === undefined) return undefined;
  return runOnce({
    plan: plan.idempotency,
    context,
    key,
    scope: await scopeOf(),
    body: body.value,
    timeout: surface.options.timeout,
    act: async () => act(run),
    drop: () => drop(run),
  });
}
