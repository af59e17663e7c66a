import type { Models } from '@rest-gen/model';
import type { Id, Row } from '@rest-gen/router';
import type { Attempts } from './attempts.ts';
import type { ServerCookie } from './cookie.ts';
import type { Mails } from './mails.ts';
import type { StartSession } from './start-session.ts';
import type { Tokens } from './tokens.ts';
import type { AuthOptions } from './types.ts';

/** What the actions share. */
export interface Shared {
  readonly models: Models;
  readonly onSignUp: AuthOptions['onSignUp'];
  readonly newUser: AuthOptions['newUser'];
  readonly tokens: Tokens;
  readonly attempts: Attempts;
  readonly mails: Mails;
  readonly cookie: ServerCookie;
  /** Other origins whose pages may write with the cookie. */
  readonly origins: ReadonlySet<string>;
  readonly isActive: (user: Row) => boolean;
  readonly startSession: StartSession;
}

/** An address as it is stored: upper and lower case are the same. */
export function normalize(email: string): string {
  return email.trim().toLowerCase();
}

/** Find a user by address; one that was stored before may have upper case letters. */
export async function findByEmail(models: Pick<Models, 'model'>, email: string): Promise<Row | undefined> {
  const rows = await models
    .model('user')
    .where({ email: [normalize(email), email.trim()] })
    .limit(2)
    .select();
  return rows.find((row) => row.email === normalize(email)) ?? rows[0];
}

export function idOf(row: Row): Id {
  return row.id as Id;
}

/** What is shown of a user. */
export function withoutPassword({ password: _, ...user }: Row): Row {
  return user;
}
