import type { OAuth2Provider, OAuthClientOptions, OpenIdProvider } from './oauth-types.ts';

/**
 * Google, by OpenID Connect.
 *
 * @see docs/authentication.md
 */
export function google(options: OAuthClientOptions): OpenIdProvider {
  return { issuer: 'https://accounts.google.com', ...options };
}

/**
 * GitHub. Of the addresses of a user, only the primary one counts, if it is verified.
 *
 * @see docs/authentication.md
 */
export function github(options: OAuthClientOptions): OAuth2Provider {
  return {
    issuer: 'https://github.com/login/oauth',
    authorizationEndpoint: 'https://github.com/login/oauth/authorize',
    tokenEndpoint: 'https://github.com/login/oauth/access_token',
    scope: 'read:user user:email',
    async readProfile(get) {
      const [user, emails] = await Promise.all([get(`${API}/user`), get(`${API}/user/emails`)]);
      const primary = (emails as GitHubEmail[]).find((one) => one.primary);
      const { id, login, name } = user as { id: number; login: string; name: string | null };
      return { subject: id, email: primary?.email, emailVerified: primary?.verified === true, name: name ?? login };
    },
    ...options,
  };
}

// --- internal ---

const API = 'https://api.github.com';

interface GitHubEmail {
  readonly email: string;
  readonly primary: boolean;
  readonly verified: boolean;
}
