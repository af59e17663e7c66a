import type { Id, Row } from '@rest-gen/router';
import type { Attempts } from './attempts.ts';
import type { ServerCookie } from './cookie.ts';
import { signedInOf } from './signed-in.ts';
import { HOUR } from './time.ts';
import type { Tokens } from './tokens.ts';
import type { ActionController } from './types.ts';

/** Start a session of a user who has shown who it is: the session that the request has as a cookie ends, and the new one is in the cookie. */
export type StartSession = (
  controller: ActionController,
  user: Row,
) => Promise<{ readonly secret: string; readonly row: Row }>;

export function createStartSession(tokens: Tokens, attempts: Attempts, cookie: ServerCookie): StartSession {
  let cleaned = 0;

  return async ({ req, res }, user) => {
    const before = signedInOf(req);
    if (before?.byCookie) await tokens.end({ id: before.token.id });
    await clean();
    const session = await tokens.createSession(user.id as Id, req.headers['user-agent']);
    cookie.set(res, session.secret);
    return session;
  };

  /** Delete what is over, at most once an hour. */
  async function clean(): Promise<void> {
    if (Date.now() - cleaned < HOUR) return;
    cleaned = Date.now();
    await attempts.clean();
    await tokens.clean();
  }
}
