import type { AuthOptions, OAuthProvider } from '../src/index.ts';
import { CLIENT, openProvider, type Provider } from './open-provider.ts';
import { openService, type Service } from './open-service.ts';
import { Visitor } from './visitor.ts';

export const ADDRESS = 'https://api.example.com';

/** The project with two providers, `op` by OpenID Connect and `plain` by OAuth 2.0 alone; both are the same server. */
export interface OAuthService {
  readonly service: Service;
  readonly provider: Provider;
  visitor(): Visitor;
  close(): Promise<void>;
}

export async function openOAuth(
  options: Parameters<typeof openService>[0] & {
    readonly more?: (issuer: string) => Record<string, OAuthProvider>;
  } = {},
  create?: Parameters<typeof openService>[1],
): Promise<OAuthService> {
  const { more = () => ({}), ...given } = options;
  const paths = ['/oauth/op', '/oauth/plain', '/v1/oauth/op', '/oauth/first', '/oauth/second'];
  const provider = await openProvider(paths.map((path) => ADDRESS + path));
  const service = await openService(
    { url: ADDRESS, providers: { ...providersOf(provider.issuer), ...more(provider.issuer) }, ...given },
    create,
  );
  return {
    service,
    provider,
    visitor: () => new Visitor(service, provider),
    async close() {
      await service.close();
      await provider.close();
    },
  };
}

export function providersOf(issuer: string): NonNullable<AuthOptions['providers']> {
  return {
    op: { issuer, ...CLIENT },
    plain: {
      ...CLIENT,
      clientId: 'body',
      issuer,
      authorizationEndpoint: `${issuer}/auth`,
      tokenEndpoint: `${issuer}/token`,
      scope: 'openid email profile',
      async readProfile(get) {
        const { sub, email, email_verified, name } = await get(`${issuer}/me`);
        return { subject: sub, email, emailVerified: email_verified, name };
      },
    },
  };
}
