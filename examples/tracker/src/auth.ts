import { HttpError } from '@rest-gen/router';
import type { RequestHandler } from 'express';
import { jwtVerify, SignJWT } from 'jose';

declare module '@rest-gen/router' {
  /** Who sends a request: what the token says. */
  interface User {
    id: number;
  }
}

const ISSUER = 'tracker';
/** A user who has lost the last membership can do nothing with a token that is still valid: the policies read the tables. */
const LIFETIME = '8h';

/** A token for a user, to be sent as `Authorization: Bearer …`. */
export function signToken(userId: number): Promise<string> {
  const token = new SignJWT().setProtectedHeader({ alg: 'HS256' }).setIssuer(ISSUER).setSubject(String(userId));
  return token.setIssuedAt().setExpirationTime(LIFETIME).sign(readSecret());
}

/** Set `req.user` to the user of the token; without a token there is none. An invalid token is 401, as RFC 6750 says. */
export function authenticate(): RequestHandler {
  const secret = readSecret();
  const options = { issuer: ISSUER, algorithms: ['HS256'], requiredClaims: ['sub', 'exp'] };
  return async (req, _res, next) => {
    const [scheme = '', token = ''] = (req.headers.authorization ?? '').split(' ');
    if (scheme.toLowerCase() !== 'bearer') return next();
    const verified = await jwtVerify(token, secret, options).catch(() => undefined);
    if (verified) return next(void Object.assign(req, { user: { id: Number(verified.payload.sub) } }));
    const headers = { 'WWW-Authenticate': 'Bearer error="invalid_token"' };
    next(new HttpError(401, 'The token is not valid', { headers }));
  };
}

// --- internal ---

/** HS256 requires a key of 256 bits (RFC 7518, section 3.2). */
function readSecret(): Uint8Array {
  const secret = new TextEncoder().encode(process.env.TOKEN_SECRET ?? '');
  if (secret.length >= 32) return secret;
  throw new Error('Set TOKEN_SECRET to 32 characters or more: export TOKEN_SECRET=$(openssl rand -hex 32)');
}
