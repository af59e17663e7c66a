import type { RequestHandler } from 'express';
import type { ServerCookie } from './cookie.ts';
import { authError } from './errors.ts';
import { isFromOwnPage, isSafe } from './origin.ts';
import { signIn } from './signed-in.ts';
import type { Tokens } from './tokens.ts';

/**
 * Create the middleware that sets `req.user`. A request without a token passes, without a question to the store. So does one with a cookie that is over; a
 * token in `Authorization` that is not valid is 401 `E_TOKEN` (RFC 6750, section 3.1), a write by cookie from another page 403 `E_ORIGIN`.
 */
export function createAuthenticate(tokens: Tokens, cookie: ServerCookie, origins: ReadonlySet<string>): RequestHandler {
  return async (req, _res, next) => {
    const bearer = readBearer(req.headers.authorization);
    const secret = bearer ?? cookie.read(req);
    if (secret === undefined) return next();
    try {
      const signedIn = await tokens.find(secret, bearer === undefined);
      if (signedIn?.byCookie && !isSafe(req) && !isFromOwnPage(req, origins)) throw authError('E_ORIGIN');
      if (signedIn === undefined && bearer !== undefined) {
        throw authError('E_TOKEN', { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } });
      }
      if (signedIn) signIn(req, signedIn);
    } catch (error) {
      return next(error);
    }
    next();
  };
}

// --- internal ---

/** @returns `undefined` for a field of another scheme */
function readBearer(field: string | undefined): string | undefined {
  return field === undefined ? undefined : /^bearer +([^ ]*)$/i.exec(field)?.[1];
}
