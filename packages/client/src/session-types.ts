import type { CallOptions } from './types.ts';

/** Keeps the token: `localStorage`, `AsyncStorage` of React Native, or an object with these methods. */
export interface TokenStorage {
  getItem(name: string): string | null | undefined | Promise<string | null | undefined>;
  setItem(name: string, value: string): unknown;
  removeItem(name: string): unknown;
}

export interface SessionOptions {
  /**
   * Where programs and apps keep the token, which they send as `Authorization: Bearer`. Default: nowhere; browsers have it in a cookie, which no script can
   * read.
   */
  readonly storage?: TokenStorage | undefined;
  /** Called when a request is answered with 401: nobody is signed in any more. Show the page to sign in. */
  readonly onUnauthorized?: (() => void) | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

/** A written client whose service has the resource `session`. */
export interface SessionApi<Credentials, User> {
  readonly session: {
    create(credentials: Credentials, options?: CallOptions): Promise<{ readonly token: string; readonly user: User }>;
    get(options?: CallOptions): Promise<{ readonly user: User }>;
    delete(options?: CallOptions): Promise<void>;
  };
}

/** Who is signed in. */
export interface Session {
  /** For the client: `createApi({ fetch: session.fetch })`. */
  readonly fetch: typeof fetch;
  /** Sign in. @returns the user. @throws {ApiError} 401 `E_SIGN_IN`, 429 `E_ATTEMPTS` */
  signIn<C, U>(api: SessionApi<C, U>, credentials: NoInfer<C>): Promise<U>;
  /** End the session; also where the service says that it has ended. */
  signOut(api: SessionApi<never, unknown>): Promise<void>;
  /** Ask the service who is signed in; `undefined` for nobody. */
  user<U>(api: SessionApi<never, U>): Promise<U | undefined>;
}
