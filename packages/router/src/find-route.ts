import type { NextFunction, Request, Response } from 'express';
import { debug, isDebugging } from './debug.ts';
import { resolveRoute, selectAction } from './dispatch/resolve-route.ts';
import type { Route } from './dispatch/types.ts';
import { requestError } from './errors.ts';
import { explainPath, type Service } from './inspect/explain/explain-path.ts';
import { formatTried } from './inspect/explain/format-explanation.ts';
import type { Missed } from './inspect/explain/missed.ts';
import { teachError } from './inspect/explain/teach-error.ts';
import { loggedAddress, noteSecrets } from './logged-target.ts';
import { matchPath } from './match/match-path.ts';
import { readPath } from './match/read-target.ts';
import { beginTrace } from './observe/trace.ts';
import type { ResolvedOptions } from './options.ts';
import { putHeaders } from './respond/headers.ts';
import { passOn, sendError } from './respond/send-error.ts';

/** What the look-up of a route needs to know of its router. */
export interface Lookup {
  readonly service: Service;
  readonly options: ResolvedOptions;
  readonly missed: Missed;
}

/**
 * Steps 1 and 2: find rule and controller of a request.
 *
 * @param next - whoever comes behind; `undefined` under bare `node:http`
 * @returns `undefined` when the request has been answered or passed on
 */
export function findRoute(
  { service, options, missed }: Lookup,
  req: Request,
  res: Response,
  next: NextFunction | undefined,
): Route | undefined {
  const { limits, teach } = options;
  const path = readPath(req);
  const trace = beginTrace(req, res);
  try {
    const matched = path !== undefined && matchPath(service.index, path, limits);
    if (matched) {
      checkHeaderCount(req.rawHeaders, limits.headers);
      const route = resolveRoute(matched, service.controllers, trace);
      trace?.match(route, path);
      const { notice } = route.controller;
      if (notice !== undefined && !res.headersSent) putHeaders(res, notice);
      if (isDebugging()) debugRoute(route, req, path);
      // A method that is not there is refused here, where the rules can be told.
      if (teach) selectAction(route, req.method);
      return route;
    }
  } catch (error) {
    trace?.fail(error);
    const told = teach ? teachError(error, explainPath(service, req.method, req.url, req.baseUrl)) : error;
    sendError(told, req, res, next, options);
    return undefined;
  }
  if (isDebugging()) debugMissed(service, req.method, req.url);
  missed.add(req);
  passOn(next ? undefined : missed.errorOf(req), req, res, next, options);
  return undefined;
}

// --- internal ---

function checkHeaderCount(namesAndValues: readonly string[], most: number): void {
  if (namesAndValues.length <= 2 * most) return;
  // What begins with a colon in HTTP/2 is no header field.
  const count = namesAndValues.filter((name, at) => at % 2 === 0 && !name.startsWith(':')).length;
  if (count <= most) return;
  throw requestError('E_TOO_MANY_HEADERS', `The request has ${count} header fields; ${most} are allowed.`);
}

function debugRoute({ matched, controller, resource }: Route, req: Request, path: string): void {
  const { method } = req;
  const { number, text } = matched.rule.rule;
  const action = resource.actions.get(method)?.action ?? 'no action';
  const params = { ...matched.params };
  noteSecrets(req, params);
  const address = loggedAddress(req, path);
  debug('%s %s: rule %s %s -> %s, %s, params %s', method, address, number, text, controller.name, action, params);
}

function debugMissed(service: Service, method: string, url: string): void {
  const { path, tried, hint } = explainPath(service, method, url);
  debug('%s %s: no rule%s', method, path, [...formatTried(tried), `  ${hint}`]);
}
