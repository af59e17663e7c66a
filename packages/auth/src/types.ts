import type { Models, TransactionModels } from '@rest-gen/model';
import type { Controller, CurrentUser, Id, Row } from '@rest-gen/router';
import type { OAuthProfile, OAuthProvider } from './oauth-types.ts';

/**
 * Options of `createAuth`.
 *
 * @see docs/authentication.md
 */
export interface AuthOptions {
  /** What `src/config/model` exports; it has the tables `user`, `token` and `attempt`. */
  readonly models: Models;
  /** Sends a mail, after its transaction is committed and apart from the request, which does not wait. What it throws is logged. */
  readonly sendMail: (mail: Mail) => void | Promise<void>;
  /** Other origins whose pages may write with the cookie, `https://app.example.com`. Default: none. */
  readonly origins?: readonly string[] | undefined;
  /** The cookie is sent over HTTPS only, and its name has the prefix `__Host-`. Default: whether `NODE_ENV` is `production`. */
  readonly secure?: boolean;
  /** Days after which a session ends without a request. Default 14. */
  readonly idleDays?: number;
  /** Days after which a session ends in any case. Default 30. */
  readonly maxDays?: number;
  /** Attempts in a quarter of an hour: to sign in to one account (default 10) and from one network (100), and mails to one address (5). */
  readonly attempts?: { readonly account?: number; readonly network?: number; readonly mail?: number };
  /** Whether a user may sign in, and be signed in: `(user) => user.deleted_at === null`. Default: everyone. */
  readonly isActive?: (user: Row) => boolean;
  /** Runs in the transaction that adds a user: add what belongs to a new user. What it throws is the response, and nobody is added. */
  readonly onSignUp?: ((user: Row, tx: TransactionModels) => void | Promise<void>) | undefined;
  /** Other services that sign users in, by the name in the path `/oauth/:provider`. Default: none. */
  readonly providers?: Readonly<Record<string, OAuthProvider>>;
  /** What a user whom a provider adds has beside the verified address. Default: `name`, if the table has this column. */
  readonly newUser?: ((profile: OAuthProfile, provider: string) => Row | Promise<Row>) | undefined;
  /** The public address of this service, `https://api.example.com`: with the path of the action it is the redirect URL. Required with `providers`. */
  readonly url?: string | undefined;
  /** Where users go after they have signed in with a provider, a path or a URL; paths in `to` are relative to it. Default `/`. */
  readonly home?: string | undefined;
}

/** A mail that somebody has to get. */
export interface Mail {
  /** `verify`: confirm the address of a new user; `reset`: choose another password; `known`: somebody signed up with the address of this user. */
  readonly kind: 'verify' | 'reset' | 'known';
  readonly to: string;
  /** For the link: `verify` takes it for a day, `reset` for an hour. */
  readonly token: string | undefined;
}

/** Who sends a request, and by which token. */
export interface SignedIn {
  readonly user: CurrentUser;
  readonly token: {
    readonly id: Id;
    readonly kind: 'session' | 'api';
    /** What an API token may do: `['read']`, `['issue:write']`; `undefined` for everything. */
    readonly abilities: readonly string[] | undefined;
    /** ISO 8601; `null` for never. */
    readonly expires_at: string | null;
  };
  /** The token came in the cookie. */
  readonly byCookie: boolean;
}

/** The members of a controller that its actions are written with. */
export type ActionController = Pick<Controller, 'req' | 'res' | 'success' | 'fail'>;
