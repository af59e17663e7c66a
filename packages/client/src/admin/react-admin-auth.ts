import type { Session } from '../session-types.ts';
import { type AuthApi, type Credentials, type Identity, identityOf, signIn } from './auth.ts';

/** The methods of an auth provider of react-admin 5. */
export interface ReactAdminAuthProvider {
  login(credentials: Credentials): Promise<void>;
  logout(): Promise<void>;
  checkAuth(): Promise<void>;
  checkError(error: { readonly status?: number }): Promise<void>;
  getIdentity(): Promise<Identity>;
}

/**
 * Create an auth provider of react-admin 5, for a service of `rest-gen auth`.
 *
 * @param api - `createApi({ fetch: session.fetch })` of the written client
 * @param session - of `createSession()`
 */
export function createAuthProvider(api: AuthApi, session: Session): ReactAdminAuthProvider {
  const identify = async (): Promise<Identity> => {
    const identity = await identityOf(api, session);
    if (!identity) throw new Error('Nobody is signed in.');
    return identity;
  };
  return {
    login: async (credentials) => void (await signIn(api, session, credentials)),
    logout: () => session.signOut(api),
    checkAuth: async () => void (await identify()),
    // Without a permission, a user stays signed in.
    checkError: async ({ status }) => {
      if (status === 401) throw new Error('Nobody is signed in any more.');
    },
    getIdentity: identify,
  };
}
