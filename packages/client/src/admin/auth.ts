import type { Session, SessionApi } from '../session-types.ts';

/** What a panel knows of who is signed in. */
export interface Identity {
  readonly id: string | number;
  readonly fullName: string;
  readonly [member: string]: unknown;
}

/** A written client of a service of `rest-gen auth`. */
export type AuthApi = SessionApi<{ email: string; password: string }, object>;

/** What a form of a panel sends: its field for the address may be called `username`. */
export interface Credentials {
  readonly email?: string | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

export function signIn(api: AuthApi, session: Session, { email, username, password }: Credentials): Promise<object> {
  return session.signIn(api, { email: email ?? username ?? '', password: password ?? '' });
}

/** @returns `undefined` for nobody */
export async function identityOf(api: AuthApi, session: Session): Promise<Identity | undefined> {
  const user = (await session.user(api)) as Record<string, unknown> | undefined;
  return user && ({ ...user, fullName: user.name ?? user.email } as unknown as Identity);
}
