import { ApiError } from '../errors.ts';
import type { Session } from '../session-types.ts';
import { type AuthApi, type Credentials, type Identity, identityOf, signIn } from './auth.ts';
import { messageOf } from './panel.ts';

/** The methods of an auth provider of refine 4 and 5. */
export interface RefineAuthProvider {
  login(credentials: Credentials): Promise<RefineOutcome>;
  logout(): Promise<RefineOutcome>;
  check(): Promise<{ authenticated: boolean; redirectTo?: string }>;
  onError(error: { readonly statusCode?: number }): Promise<{ logout?: boolean; redirectTo?: string }>;
  getIdentity(): Promise<Identity | null>;
}

/** What refine shows of it, and where it goes on. A type, because an interface has no index signature, which refine's type has. */
export type RefineOutcome = {
  success: boolean;
  redirectTo?: string;
  error?: { name: string; message: string };
};

/**
 * Create an auth provider of refine, for a service of `rest-gen auth`.
 *
 * @param api - `createApi({ fetch: session.fetch })` of the written client
 * @param session - of `createSession()`
 * @param pages - where refine goes: to the page to sign in, by default `/login`, and from there to `home`, by default `/`
 */
export function createAuthProvider(
  api: AuthApi,
  session: Session,
  { login = '/login', home = '/' }: { login?: string; home?: string } = {},
): RefineAuthProvider {
  return {
    async login(credentials) {
      try {
        await signIn(api, session, credentials);
        return { success: true, redirectTo: home };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return { success: false, error: { name: error.title, message: messageOf(error) } };
      }
    },
    async logout() {
      await session.signOut(api);
      return { success: true, redirectTo: login };
    },
    async check() {
      return (await session.user(api)) ? { authenticated: true } : { authenticated: false, redirectTo: login };
    },
    // Without a permission, a user stays signed in.
    onError: async ({ statusCode }) => (statusCode === 401 ? { logout: true, redirectTo: login } : {}),
    getIdentity: async () => (await identityOf(api, session)) ?? null,
  };
}
