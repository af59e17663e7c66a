import type { AuthorizationServer, Client, ClientAuth } from 'oauth4webapi';
import { authError } from './errors.ts';
import { isLoopback } from './is-loopback.ts';
import { toAuthError, unusable } from './oauth-errors.ts';
import { fetchFor } from './oauth-fetch.ts';
import type { GetJson, OAuth2Provider, OAuthProfile, OAuthProvider } from './oauth-types.ts';
import { HOUR } from './time.ts';

/** What a browser keeps between the two requests of a sign-in. */
export interface OAuthSecrets {
  readonly state: string;
  readonly verifier: string;
  readonly nonce: string;
}

/** The authorization code flow with one provider: with `state` and PKCE (RFC 9700), with an issuer alone also with a nonce (OpenID Connect). */
export class OAuthClient {
  readonly #name: string;
  readonly #provider: OAuthProvider;
  readonly #client: Client;
  #discovered: { server: Promise<AuthorizationServer>; until: number } | undefined;

  constructor(name: string, provider: OAuthProvider) {
    this.#name = name;
    this.#provider = provider;
    this.#client = { client_id: provider.clientId };
  }

  /** Begin a sign-in. @returns the address where the user goes on */
  begin(redirectUri: string): Promise<OAuthSecrets & { url: string }> {
    return this.#run(async ({ oauth, server }) => {
      const state = oauth.generateRandomState();
      const verifier = oauth.generateRandomCodeVerifier();
      const nonce = oauth.generateRandomNonce();
      const url = new URL(server.authorization_endpoint as string);
      const { clientId, scope = isOpenId(this.#provider) ? 'openid email profile' : undefined } = this.#provider;
      const parameters = {
        ...this.#provider.parameters,
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        ...(scope !== undefined && { scope }),
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(isOpenId(this.#provider) && { nonce }),
      };
      for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value);
      return { url: url.href, state, verifier, nonce };
    });
  }

  /**
   * Finish a sign-in.
   *
   * @param parameters - what the provider has sent with the user
   * @param redirectUri - as it was when the sign-in began
   */
  finish(parameters: URLSearchParams, redirectUri: string, secrets: OAuthSecrets): Promise<OAuthProfile> {
    return this.#run(async (session) => {
      const { oauth, server, options } = session;
      const code = this.#validate(session, parameters, secrets.state);
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        this.#client,
        this.#authentication(session),
        code,
        redirectUri,
        secrets.verifier,
        options,
      );
      // The ID token comes from the provider itself, over TLS, so that its signature says no more (OpenID Connect Core, section 3.1.3.7).
      const expected = isOpenId(this.#provider) ? { expectedNonce: secrets.nonce, requireIdToken: true } : {};
      const tokens = await oauth.processAuthorizationCodeResponse(server, this.#client, response, expected);
      if (!isOpenId(this.#provider)) return this.#provider.readProfile(this.#getJson(session, tokens.access_token));
      const claims = oauth.getValidatedIdTokenClaims(tokens);
      if (claims === undefined) throw unusable(this.#name, 'id_token is missing');
      if (claims.email !== undefined || server.userinfo_endpoint === undefined) return toProfile(claims);
      // Some providers show the address there only.
      const info = await oauth.userInfoRequest(server, this.#client, tokens.access_token, options);
      return toProfile(await oauth.processUserInfoResponse(server, this.#client, claims.sub, info));
    });
  }

  /** Run a step, in ten seconds at most. */
  async #run<T>(step: (session: Session) => Promise<T>): Promise<T> {
    // Applications without providers do not load it.
    const oauth = await import('oauth4webapi');
    const signal = AbortSignal.timeout(LONGEST);
    const address = this.#provider.authorizationEndpoint ?? this.#provider.issuer;
    const options = {
      signal,
      [oauth.customFetch]: fetchFor(this.#name),
      // Of a provider on this machine, which tests have.
      [oauth.allowInsecureRequests]: isLoopback(new URL(address)),
    };
    try {
      return await step({ oauth, options, server: await this.#server(oauth, options) });
    } catch (error) {
      throw toAuthError(error, this.#name);
    }
  }

  #server(oauth: Library, options: RequestOptions): Promise<AuthorizationServer> | AuthorizationServer {
    if (!isOpenId(this.#provider)) {
      const { issuer = NO_ISSUER, authorizationEndpoint, tokenEndpoint } = this.#provider;
      return { issuer, authorization_endpoint: authorizationEndpoint, token_endpoint: tokenEndpoint };
    }
    if (this.#discovered && Date.now() < this.#discovered.until) return this.#discovered.server;
    const server = this.#discover(oauth, new URL(this.#provider.issuer), options);
    const discovered = { server, until: Date.now() + HOUR };
    this.#discovered = discovered;
    server.catch(() => {
      if (this.#discovered === discovered) this.#discovered = undefined;
    });
    return server;
  }

  async #discover(oauth: Library, issuer: URL, options: RequestOptions): Promise<AuthorizationServer> {
    const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options));
    for (const name of ['authorization_endpoint', 'token_endpoint'] as const) {
      if (!URL.canParse(server[name] ?? '')) throw unusable(this.#name, `${name} is missing`);
    }
    return server;
  }

  /** @returns the parameters, marked as checked */
  #validate({ oauth, server }: Session, parameters: URLSearchParams, state: string): URLSearchParams {
    const given = new URLSearchParams(parameters);
    // Each provider has a redirect URL of its own, so that no other one can be meant.
    if (server.issuer === NO_ISSUER) given.delete('iss');
    try {
      return oauth.validateAuthResponse(server, this.#client, given, state);
    } catch (error) {
      if ((error as { code?: unknown }).code === oauth.AUTHORIZATION_RESPONSE_ERROR) throw error;
      throw authError('E_OAUTH');
    }
  }

  /** How this service shows who it is: in the way that every provider of OpenID Connect has; others document the body. */
  #authentication({ oauth, server }: Session): ClientAuth {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server;
    const isBasic = isOpenId(this.#provider) && methods.includes('client_secret_basic');
    return (isBasic ? oauth.ClientSecretBasic : oauth.ClientSecretPost)(this.#provider.clientSecret);
  }

  #getJson({ oauth, options }: Session, accessToken: string): GetJson {
    return async (url) => {
      const headers = new Headers({ Accept: 'application/json' });
      const response = await oauth.protectedResourceRequest(accessToken, 'GET', new URL(url), headers, null, options);
      if (!response.ok) throw unusable(this.#name, `GET ${url} is ${response.status}`);
      return response.json().catch(() => {
        throw unusable(this.#name, `GET ${url} is not JSON`);
      });
    };
  }
}

// --- internal ---

/** Milliseconds. */
const LONGEST = 10_000;
/** For a provider whose issuer is not known: the library needs one. */
const NO_ISSUER = 'https://issuer.invalid';

type Library = typeof import('oauth4webapi');

interface RequestOptions {
  readonly signal: AbortSignal;
}

interface Session {
  readonly oauth: Library;
  readonly options: RequestOptions;
  readonly server: AuthorizationServer;
}

function isOpenId(provider: OAuthProvider): provider is Exclude<OAuthProvider, OAuth2Provider> {
  return provider.authorizationEndpoint === undefined;
}

function toProfile(claims: { sub: string } & Readonly<Record<string, unknown>>): OAuthProfile {
  const { sub, email, email_verified, name } = claims;
  return {
    subject: sub,
    email: typeof email === 'string' ? email : undefined,
    emailVerified: email_verified === true,
    name: typeof name === 'string' ? name : undefined,
  };
}
