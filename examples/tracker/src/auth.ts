import type { RequestHandler } from 'express';
import { jwtVerify, SignJWT } from 'jose';

const ISSUER = 'tracker';
/** A user who has lost the last membership can do nothing with a token that is still valid: the policies read the tables. */
const LIFETIME = '8h';

/** A token for a user, to be sent as `Authorization: Bearer …`. */
export function signToken(userId: number): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setSubject(String(userId))
    .setIssuedAt()
    .setExpirationTime(LIFETIME)
    .sign(readSecret());
}

/** Set `req.user` to the user of the token; without a token there is none. An invalid token is 401, as RFC 6750 says. */
export function authenticate(): RequestHandler {
  const secret = readSecret();
  return async (req, res, next) => {
    const [scheme = '', token = ''] = (req.headers.authorization ?? '').split(' ');
    if (scheme.toLowerCase() !== 'bearer') return next();
    try {
      const options = { issuer: ISSUER, algorithms: ['HS256'], requiredClaims: ['sub', 'exp'] };
      const { payload } = await jwtVerify(token, secret, options);
      req.user = { id: Number(payload.sub) };
    } catch {
      res.status(401).set('WWW-Authenticate', 'Bearer error="invalid_token"').type('application/problem+json');
      return res.send({
        title: 'Unauthorized',
        status: 401,
        detail: 'The token is not valid.',
        code: 'E_UNAUTHORIZED',
      });
    }
    next();
  };
}

// --- internal ---

/** HS256 requires a key of 256 bits (RFC 7518, section 3.2). */
function readSecret(): Uint8Array {
  const secret = new TextEncoder().encode(process.env.TOKEN_SECRET ?? '');
  if (secret.length >= 32) return secret;
  throw new Error('Set TOKEN_SECRET to 32 characters or more: export TOKEN_SECRET=$(openssl rand -hex 32)');
}
