import type { RestRouter, RouterAnswer } from '@rest-gen/router';
import { serviceOf, userOfRequest } from '@rest-gen/router/part';
import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import { Plans } from './plans.ts';
import type { PlanRequest, PlanUser } from './types.ts';

/** Handles `POST /` and `POST /:token` below the path where it is mounted. */
export type PlanHandler = Router & Pick<Plans, 'plan' | 'commit'>;

/**
 * Let clients see a write before it happens: `POST /plan { method, url, body }` answers `{ before, after, changes, token }`, and `POST /plan/:token` commits
 * that, once, or answers 412 `E_PLAN_CHANGED`. A token counts for five minutes, for the user who has made it.
 *
 * Mount it behind the middleware that says who the user is, as the router itself. The table `plan_token` is made by `npx rest-gen migration plan_token`.
 *
 * @example app.use('/plan', createPlans(router));
 * @see docs/plans.md
 */
export function createPlans(router: RestRouter): PlanHandler {
  const plans = new Plans(router);
  const handler = express.Router();
  const serve = (work: (req: Request, res: Response) => Promise<RouterAnswer>) => {
    return (req: Request, res: Response, next: NextFunction): void => {
      router.ready
        .then(() => work(req, res))
        .then((answer) => send(answer, res))
        .catch((error: unknown) => router.errors(error, req, res, next));
    };
  };
  handler.post(
    '/',
    serve(async (req, res) => plans.plan(await readBody(router, req, res), userOf(router, req))),
  );
  handler.post(
    '/:token',
    serve((req) => plans.commit(String(req.params.token), userOf(router, req))),
  );
  return Object.assign(handler, {
    plan: (request: PlanRequest, user: PlanUser) => plans.plan(request, user),
    commit: (token: string, user: PlanUser) => plans.commit(token, user),
  });
}

// --- internal ---

function userOf(router: RestRouter, req: Request): PlanUser {
  return userOfRequest(router, req) as PlanUser;
}

/** The body, or what a parser of the application has made of it; `readRequest` checks it. @throws what cannot be read */
async function readBody(router: RestRouter, req: Request, res: Response): Promise<PlanRequest> {
  if (req.body === undefined) {
    const read = express.json({ limit: serviceOf(router).options.limits.body, strict: false });
    await new Promise<void>((resolve, reject) => {
      read(req, res, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
    });
  }
  return req.body as PlanRequest;
}

function send({ status, headers, body }: RouterAnswer, res: Response): void {
  for (const [name, value] of Object.entries(headers)) if (!FRAMING.has(name)) res.setHeader(name, value as string);
  res.status(status);
  if (body === undefined) res.end();
  else if (typeof body === 'string' || Buffer.isBuffer(body)) res.send(body);
  else res.send(Buffer.from(JSON.stringify(body)));
}

/** Of the connection inside. */
const FRAMING: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'transfer-encoding',
  'date',
  'keep-alive',
]);
