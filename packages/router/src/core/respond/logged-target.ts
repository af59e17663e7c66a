import { isSecretName } from '@rest-gen/logic/common';
import type { Request, Response } from 'express';
import type { Params } from '../compile/types.ts';
import { HIDDEN } from '../log-text.ts';
import { originalTarget } from '../match/request-path.ts';

/**
 * The URL of a request for a log, without the values of parameters named like secrets, in the query and in the path (`/reset/:token`), and without the
 * code that a provider sends a user back with (RFC 6749, section 4.1.2).
 */
export function loggedTarget(req: Request, params?: Params): string {
  return loggedAddress(originalTarget(req), params);
}

/** A path for a log, see {@link loggedTarget}. */
export function loggedAddress(address: string, params: Params = NO_PARAMS): string {
  const secrets = Object.keys(params)
    .filter(isSecretName)
    .map((name) => params[name] as string);
  const mark = address.indexOf('?');
  const path = mark < 0 ? address : address.slice(0, mark);
  const query = mark < 0 ? '' : address.slice(mark + 1);
  const shown = secrets.length === 0 ? path : path.split('/').map(hideIn(secrets)).join('/');
  if (query === '') return shown;
  const parameters = query.split('&');
  const isSignIn = parameters.some((parameter) => nameOf(parameter) === 'state');
  return `${shown}?${parameters.map((parameter) => hideValue(parameter, isSignIn)).join('&')}`;
}

/**
 * A request as text for a log: `GET /post/1 (request r-7)`.
 *
 * The id is the one that a middleware has set (`X-Request-Id` of the response, `req.id`), otherwise the one that the client or a proxy has sent.
 */
export function loggedRequest(req: Request, res: Response, params?: Params): string {
  const { id } = req as { id?: unknown };
  const found = [res.getHeader('X-Request-Id'), id, req.headers['x-request-id']].find(
    (value) => typeof value === 'string' || typeof value === 'number',
  );
  const request = found === undefined ? '' : ` (request ${String(found).slice(0, LONGEST_ID)})`;
  return `${req.method} ${loggedTarget(req, params)}${request}`;
}

// --- internal ---

const LONGEST_ID = 200;

const NO_PARAMS: Params = {};

function hideIn(secrets: readonly string[]): (segment: string) => string {
  return (segment) => {
    const text = decode(segment);
    return secrets.some((secret) => text.includes(secret)) ? HIDDEN : segment;
  };
}

/** @param isSignIn - there is a `state`, with which a `code` is one of OAuth */
function hideValue(parameter: string, isSignIn: boolean): string {
  const name = nameOf(parameter);
  const isSecret = isSecretName(decode(name)) || (isSignIn && (name === 'code' || name === 'state'));
  return isSecret && name !== parameter ? `${name}=${HIDDEN}` : parameter;
}

function nameOf(parameter: string): string {
  const mark = parameter.indexOf('=');
  return mark < 0 ? parameter : parameter.slice(0, mark);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
