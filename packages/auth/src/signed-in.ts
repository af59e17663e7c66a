import { HttpError } from '@rest-gen/router';
import { NARROWING, Slot } from '@rest-gen/router/part';
import type { Request } from 'express';
import { authError } from './errors.ts';
import type { SignedIn } from './types.ts';

/** Who `authenticate` has found. */
const SIGNED_IN: Slot<SignedIn> = new Slot<SignedIn>('auth');

/**
 * On the user of an API token, what it may do. It is part of the user, and copied with it, so that it also narrows what the program asks for this user
 * without HTTP: `router.request`, plans and agents.
 */
const NARROWED: unique symbol = Symbol.for('@rest-gen/auth.abilities');

/** @returns the user, which knows what its API token may do */
export function narrow({ user, token }: Pick<SignedIn, 'user' | 'token'>): SignedIn['user'] {
  return Object.assign(user, narrowingOf(token));
}

/** Let a request know who has sent it. */
export function signIn(req: Request, signedIn: SignedIn): void {
  SIGNED_IN.set(req, signedIn);
  NARROWING.set(req, narrowingOf(signedIn.token));
  Object.assign(req, { user: narrow(signedIn) });
}

/** @returns `undefined` for a user without an API token */
export function abilitiesOf(user: unknown): readonly string[] | undefined {
  return (Object(user) as { [NARROWED]?: readonly string[] })[NARROWED];
}

export function signedInOf(req: Request): SignedIn | undefined {
  return SIGNED_IN.get(req);
}

/** @throws {HttpError} 401 `E_UNAUTHORIZED` for nobody; 403 `E_SESSION` for an API token */
export function requireSession(req: Request): SignedIn {
  const signedIn = requireSignedIn(req);
  if (signedIn.token.kind !== 'session') throw authError('E_SESSION');
  return signedIn;
}

/** @throws {HttpError} 401 `E_UNAUTHORIZED` */
export function requireSignedIn(req: Request): SignedIn {
  const signedIn = SIGNED_IN.get(req);
  if (!signedIn) throw new HttpError(401, undefined, { headers: { 'WWW-Authenticate': 'Bearer' } });
  return signedIn;
}

// --- internal ---

function narrowingOf({ abilities }: SignedIn['token']): Readonly<Record<symbol, unknown>> {
  return abilities === undefined ? {} : { [NARROWED]: abilities };
}
