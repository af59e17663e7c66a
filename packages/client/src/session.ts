import { ApiError } from './errors.ts';
import type { Session, SessionOptions } from './session-types.ts';
import type { CallOptions } from './types.ts';

export type { Session, SessionApi, SessionOptions, TokenStorage } from './session-types.ts';

/**
 * Create what signs in to a service of `rest-gen auth`, and out.
 *
 * @see docs/authentication.md#clients
 */
export function createSession({ storage, onUnauthorized, fetch: given }: SessionOptions = {}): Session {
  /** Calls whose 401 is their answer. */
  const asking = new WeakSet<AbortSignal>();

  return {
    async fetch(input, init = {}) {
      const token = await storage?.getItem(NAME);
      const headers = new Headers(init.headers);
      if (token && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`);
      // Beside a token, a cookie could be that of another user.
      const credentials = storage ? 'omit' : 'include';
      const response = await (given ?? fetch)(input, { ...init, headers, credentials });
      if (response.status === 401 && !(init.signal && asking.has(init.signal))) {
        await storage?.removeItem(NAME);
        onUnauthorized?.();
      }
      return response;
    },

    async signIn(api, credentials) {
      await storage?.removeItem(NAME);
      const { token, user } = await api.session.create(credentials, ask());
      await storage?.setItem(NAME, token);
      return user;
    },

    async signOut(api) {
      try {
        await orUndefined(api.session.delete(ask()));
      } finally {
        await storage?.removeItem(NAME);
      }
    },

    user: async (api) => (await orUndefined(api.session.get(ask())))?.user,
  };

  function ask(): CallOptions {
    const { signal } = new AbortController();
    asking.add(signal);
    return { signal };
  }
}

// --- internal ---

const NAME = 'session';

async function orUndefined<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return undefined;
    throw error;
  }
}
