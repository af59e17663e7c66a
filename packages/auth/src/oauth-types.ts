/** A service that signs users in, of the option `providers`. */
export type OAuthProvider = OpenIdProvider | OAuth2Provider;

/** A provider of OpenID Connect: its endpoints are read from `/.well-known/openid-configuration`. */
export interface OpenIdProvider extends OAuthClientOptions {
  /** `https://accounts.google.com` */
  readonly issuer: string;
  readonly authorizationEndpoint?: never;
}

/** A provider of OAuth 2.0 without OpenID Connect. */
export interface OAuth2Provider extends OAuthClientOptions {
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  /** What the provider sends as `iss` to the redirect URL (RFC 9207). Default: it is not compared. */
  readonly issuer?: string;
  /** Read the user with the access token, which `get` sends. */
  readonly readProfile: (get: GetJson) => Promise<OAuthProfile>;
}

/** What this service is to a provider. */
export interface OAuthClientOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Default `openid email profile` with an issuer alone, otherwise none. */
  readonly scope?: string;
  /** Further parameters of the authorization request, such as `{ prompt: 'select_account' }`. */
  readonly parameters?: Readonly<Record<string, string>>;
}

/** Read JSON from the API of a provider. @throws {HttpError} 502 `E_OAUTH_PROVIDER`, 503 `E_OAUTH_UNAVAILABLE` */
// biome-ignore lint/suspicious/noExplicitAny: JSON of another service.
export type GetJson = (url: string) => Promise<any>;

/** A user as the provider knows it. */
export interface OAuthProfile {
  /** The id of the user at the provider, which never changes. */
  readonly subject: string | number;
  readonly email?: string | undefined;
  /** Whether the provider has verified that the address belongs to this user. */
  readonly emailVerified: boolean;
  readonly name?: string | undefined;
}
