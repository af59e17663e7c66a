import type { Id, Row } from '@rest-gen/router';
import { ABILITY } from './abilities.ts';
import { authError, busy, fieldError } from './errors.ts';
import { networkOf } from './network.ts';
import { isFromOwnPage } from './origin.ts';
import { checkPassword, hashPassword } from './password-hash.ts';
import { Queue } from './queue.ts';
import { findByEmail, idOf, normalize, type Shared, withoutPassword } from './shared.ts';
import { requireSession, requireSignedIn, signedInOf } from './signed-in.ts';
import type { ActionController, SignedIn } from './types.ts';

/** The actions of `/session` and `/token`. */
export interface Sessions {
  /**
   * Sign in: 201 with the token of a new session, which is also in the cookie, its end and the user.
   *
   * @throws {HttpError} 401 `E_SIGN_IN`, 403 `E_ORIGIN` for a page of another origin, 429 `E_ATTEMPTS`, 503 `E_SIGN_IN_BUSY`
   */
  signIn(controller: ActionController, credentials: { email: string; password: string }): Promise<SessionAnswer>;
  /** Begin a session of a user whom something else has recognized: for other ways to sign in, and for tests. */
  createSession(user: Id): Promise<{ token: string; expires_at: string }>;
  /** Who is signed in, and by which token. @throws {HttpError} 401 `E_UNAUTHORIZED` */
  showSession(controller: ActionController): Omit<SignedIn, 'byCookie'>;
  /** End the session or API token of the request, if there is one, and delete the cookie: 204. */
  signOut(controller: ActionController): Promise<void>;
  /**
   * Add an API token of the signed-in user. Its secret is in `token`, and is not shown again.
   *
   * @throws {HttpError} 401 `E_UNAUTHORIZED`, 403 `E_SESSION` for a request with an API token, 422 `E_VALIDATION` for abilities that there are not
   */
  createToken(controller: ActionController, values: TokenValues): Promise<Row & { id: Id; token: string }>;
}

/** The answer of a sign-in. */
export interface SessionAnswer {
  readonly token: string;
  /** ISO 8601. */
  readonly expires_at: string;
  readonly user: Row;
}

/** What a user says of a new API token. */
export interface TokenValues {
  readonly name: string;
  /** `['read', 'issue:write']`; default `['*']`, everything. */
  readonly abilities?: readonly string[] | undefined;
  /** ISO 8601; default: it does not end. */
  readonly expires_at?: string | Date | null | undefined;
}

export function createSessions(shared: Shared): Sessions {
  const { models, tokens, attempts, cookie, origins, isActive, startSession } = shared;
  const queue = new Queue(AT_ONCE, MOST, busy);

  return {
    signIn(controller, { email, password }) {
      const { req } = controller;
      // Otherwise a page of somebody else could sign a user in as its author, who then reads what the user adds.
      if (isFromOwnPage(req, origins) === false) throw authError('E_ORIGIN');
      return queue.run(async () => {
        const network = networkOf(req.ip);
        await attempts.count('network', network);
        await attempts.count('account', normalize(email));
        const user = await findByEmail(models, email);
        const { isRight, renew } = await checkPassword(password, user?.password as string | null | undefined);
        if (!user || !isRight || user.verified_at === null || !isActive(user)) throw authError('E_SIGN_IN');
        await attempts.forget('network', network);
        await attempts.forget('account', normalize(email));
        if (renew) {
          await models
            .model('user')
            .byId(idOf(user))
            .update({ password: await hashPassword(password) });
        }
        const { secret, row } = await startSession(controller, user);
        const answer = { token: secret, expires_at: String(row.expires_at), user: withoutPassword(user) };
        return controller.success(answer, { status: 201, headers: NO_STORE });
      });
    },

    async createSession(user) {
      const { secret, row } = await tokens.createSession(user, undefined);
      return { token: secret, expires_at: String(row.expires_at) };
    },

    showSession(controller) {
      const { user, token } = requireSignedIn(controller.req);
      return controller.success({ user, token }, { headers: NO_STORE });
    },

    async signOut(controller) {
      const { req, res } = controller;
      const signedIn = signedInOf(req);
      if (signedIn) await tokens.end({ id: signedIn.token.id });
      cookie.clear(res);
      controller.success();
    },

    async createToken({ req }, { name, abilities = ['*'], expires_at }) {
      const { user } = requireSession(req);
      const wrong = abilities.find((ability) => !ABILITY.test(ability));
      if (wrong !== undefined || abilities.length === 0) {
        const forms = 'abilities must be *, read, write, or one of a resource such as issue:read';
        throw fieldError('abilities', 'in', wrong === undefined ? forms : `${forms}, not ${JSON.stringify(wrong)}`);
      }
      const values = { name, abilities, expires_at: expires_at ?? null };
      const { secret, row } = await tokens.create(models, idOf(user as Row), 'api', values);
      const { hash: _hash, user_id: _user, ...shown } = row;
      return { ...shown, id: idOf(row), token: secret };
    },
  };
}

// --- internal ---

/** Sign-ins that run or wait: more would wait longer for their hashes than their clients do. */
const MOST = 64;
/** Two are hashed at a time, and as many ask the store meanwhile: what they ask SQLite for, in the thread of all requests, would hold up the others. */
const AT_ONCE = 4;
const NO_STORE = { 'Cache-Control': 'no-store' };
