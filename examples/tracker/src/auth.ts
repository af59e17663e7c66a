import { HttpError } from '@rest-gen/router';
import type { RequestHandler } from 'express';
import { jwtVerify, SignJWT } from 'jose';

declare module '@rest-gen/model' {
  /** Who sends a request: what the token says. */
  interface User {
    id: number;
  }
}

// HS256 requires a key of 256 bits (RFC 7518, section 3.2).
const secret = new TextEncoder().encode(process.env.TOKEN_SECRET);
if (secret.length < 32) throw new Error('Set TOKEN_SECRET: export TOKEN_SECRET=$(openssl rand -hex 32)');

const issuer = 'tracker';
const verification = { issuer, algorithms: ['HS256'], requiredClaims: ['sub', 'exp'] };

/** A token for a user, to be sent as `Authorization: Bearer …`. It says who the user is; the policies read the roles from the tables. */
export function signToken(userId: number): Promise<string> {
  const token = new SignJWT().setProtectedHeader({ alg: 'HS256' }).setIssuer(issuer).setSubject(String(userId));
  return token.setIssuedAt().setExpirationTime('8h').sign(secret);
}

/** Set `req.user` to the user of the token; without a token there is none. An invalid token is 401, as RFC 6750 says. */
export const authenticate: RequestHandler = async (req, _res, next) => {
  const [scheme = '', token = ''] = (req.headers.authorization ?? '').split(' ');
  if (scheme.toLowerCase() !== 'bearer') return next();
  const verified = await jwtVerify(token, secret, verification).catch(() => undefined);
  if (verified) return next(void Object.assign(req, { user: { id: Number(verified.payload.sub) } }));
  next(
    new HttpError(401, 'The token is not valid', { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } }),
  );
};
