import type { Request, Response } from 'express';
import type { Params } from './compile/types.ts';
import { HIDDEN, isSecretName } from './log-text.ts';
import { type AddressedRequest, readOriginalTarget } from './match/read-target.ts';

/** Remember which segments of a path are captures with the name of a secret, such as the one of `/reset/:token`. */
export function noteSecrets(req: Request, params: Params): void {
  const values = Object.keys(params).filter(isSecretName);
  if (values.length > 0) SECRETS.set(req, new Set(values.map((name) => params[name] as string)));
}

/** The address of a request for a log: values whose names are those of secrets are left out. */
export function loggedTarget(req: Request): string {
  return loggedAddress(req, readOriginalTarget(req));
}

/** A path of a request for a log, as {@link loggedTarget}. */
export function loggedAddress(req: AddressedRequest, address: string): string {
  const secrets = SECRETS.get(req);
  const mark = address.indexOf('?');
  const path = mark < 0 ? address : address.slice(0, mark);
  const query = mark < 0 ? '' : address.slice(mark + 1);
  const shown = secrets === undefined ? path : path.split('/').map(hideIn(secrets)).join('/');
  return query === '' ? shown : `${shown}?${query.split('&').map(hideValue).join('&')}`;
}

/**
 * A request for a log: `GET /post/1 (request r-7)`.
 *
 * The id is what a middleware has set (`X-Request-Id` of the answer, `req.id`), else what the client or a proxy has sent.
 */
export function loggedRequest(req: Request, res: Response): string {
  const { id } = req as { id?: unknown };
  const found = [res.getHeader('X-Request-Id'), id, req.headers['x-request-id']].find(
    (value) => typeof value === 'string' || typeof value === 'number',
  );
  const request = found === undefined ? '' : ` (request ${String(found).slice(0, LONGEST_ID)})`;
  return `${req.method} ${loggedTarget(req)}${request}`;
}

// --- internal ---

const LONGEST_ID = 200;

const SECRETS = new WeakMap<AddressedRequest, ReadonlySet<string>>();

function hideIn(secrets: ReadonlySet<string>): (segment: string) => string {
  return (segment) => {
    const text = decode(segment);
    return [...secrets].some((secret) => text.includes(secret)) ? HIDDEN : segment;
  };
}

function hideValue(parameter: string): string {
  const mark = parameter.indexOf('=');
  const name = mark < 0 ? parameter : parameter.slice(0, mark);
  return mark >= 0 && isSecretName(decode(name)) ? `${name}=${HIDDEN}` : parameter;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
