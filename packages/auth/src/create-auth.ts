import type { CreatePart } from '@rest-gen/router/part';
import type { Request, RequestHandler } from 'express';
import { type Accounts, createAccounts } from './accounts.ts';
import { Attempts } from './attempts.ts';
import { createAuthenticate } from './authenticate.ts';
import { ServerCookie } from './cookie.ts';
import { Mails } from './mails.ts';
import { createOAuth, type OAuth } from './oauth.ts';
import { readOAuthOptions } from './oauth-options.ts';
import { createPart } from './part.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { narrow, signedInOf } from './signed-in.ts';
import { createStartSession } from './start-session.ts';
import { DAY } from './time.ts';
import { Tokens } from './tokens.ts';
import type { AuthOptions, SignedIn } from './types.ts';

/**
 * What signing in consists of; the actions of the generated controllers call it.
 *
 * @see docs/authentication.md
 */
export interface Auth extends Accounts, OAuth, Passwords, Sessions {
  /** Sets `req.user` to the user of a session or an API token: `app.use(auth.authenticate)`, before the router. */
  readonly authenticate: RequestHandler;
  /** Checks what API tokens may do, and describes the tokens in documents: `createRestRouter({ parts: [auth.part] })`. */
  readonly part: CreatePart;
  /** Who sends a request that `authenticate` has seen; `undefined` for nobody. */
  signedIn(req: Request): SignedIn | undefined;
  /** Find who a token stands for, outside of a request: for WebSockets, and `rest-gen explain --as`. `undefined` for one that is not valid. */
  findUser(token: string): Promise<SignedIn | undefined>;
}

/**
 * Create what signs users in, on the tables `user`, `token` and `attempt` of the models; with providers, also `identity`.
 *
 * @throws {StartError} `E_OPTION`
 * @see docs/authentication.md
 */
export function createAuth(options: AuthOptions): Auth {
  const { models, sendMail, onSignUp, newUser, secure = process.env.NODE_ENV === 'production' } = options;
  const { idleDays = 14, maxDays = 30, isActive = () => true } = options;
  const cookie = new ServerCookie('session', secure, maxDays * DAY);
  const tokens = new Tokens(models, idleDays * DAY, maxDays * DAY, isActive);
  const attempts = new Attempts(models, { account: 10, network: 100, mail: 5, ...options.attempts });
  const mails = new Mails(sendMail);
  const origins = new Set(options.origins);
  const startSession = createStartSession(tokens, attempts, cookie);
  const shared = { models, tokens, attempts, mails, cookie, origins, isActive, onSignUp, newUser, startSession };
  return {
    authenticate: createAuthenticate(tokens, cookie, origins),
    part: createPart(cookie.name, mails),
    signedIn: signedInOf,
    findUser: async (token) => {
      const signedIn = await tokens.find(token, false);
      return signedIn && { ...signedIn, user: narrow(signedIn) };
    },
    ...createAccounts(shared),
    ...createPasswords(shared),
    ...createSessions(shared),
    ...createOAuth(shared, readOAuthOptions(options), secure),
  };
}
