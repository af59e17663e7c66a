import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A provider of OpenID Connect that this project has not written, on this machine. */
export interface Provider {
  readonly issuer: string;
  /** What it knows of its users, by their login. */
  readonly users: Map<string, Readonly<Record<string, unknown>>>;
  /** How often its endpoints were called, by path. */
  readonly calls: Map<string, number>;
  /** Answers every request in its place. */
  intercept: ((path: string) => { status: number; body: string } | 'nothing' | undefined) | undefined;
  /**
   * Go through its pages, as the browser of a user does.
   *
   * @param address - where the service has sent the user
   * @param answer - what the user chooses on the page of consent
   * @returns where the provider sends the user back
   */
  visit(address: string, login: string, answer?: 'allow' | 'cancel'): Promise<URL>;
  close(): Promise<void>;
}

export const CLIENT = { clientId: 'tracker', clientSecret: 'a secret / with % characters & more' } as const;

/**
 * Start it.
 *
 * @param isInIdToken - the ID token has the address; otherwise only the userinfo endpoint shows it
 */
export async function openProvider(redirectUris: string[], isInIdToken = false): Promise<Provider> {
  const server = createServer((req, res) => {
    const path = new URL(req.url ?? '/', issuer).pathname;
    calls.set(path, (calls.get(path) ?? 0) + 1);
    const answer = provider.intercept?.(path);
    if (answer === undefined) handle(req, res);
    else if (answer !== 'nothing')
      res.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const users: Provider['users'] = new Map();
  const calls: Provider['calls'] = new Map();
  const handle = await createHandler(issuer, users, redirectUris, isInIdToken);
  const provider: Provider = {
    issuer,
    users,
    calls,
    intercept: undefined,
    visit,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return provider;

  async function visit(address: string, login: string, answer: 'allow' | 'cancel' = 'allow'): Promise<URL> {
    const cookies = new Map<string, string>();
    const go = async (to: string, body?: URLSearchParams): Promise<Response | URL> => {
      const url = new URL(to, issuer);
      if (url.origin !== issuer) return url;
      const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
      const sent = body ? { method: 'POST', body } : {};
      const response = await fetch(url, { ...sent, redirect: 'manual', headers: { cookie } });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      const location = response.headers.get('location');
      return location === null ? response : go(location);
    };
    let page = await go(address);
    while (page instanceof Response) {
      const html = await page.text();
      const form = /action="([^"]+)"/.exec(html)?.[1];
      const prompt = /name="prompt" value="(\w+)"/.exec(html)?.[1];
      if (form === undefined || prompt === undefined) throw new Error(`${page.status}: ${html}`);
      if (prompt === 'login') page = await go(form, new URLSearchParams({ prompt, login, password: 'any' }));
      else page = answer === 'allow' ? await go(form, new URLSearchParams({ prompt })) : await go(`${form}/abort`);
    }
    return page;
  }
}

// --- internal ---

async function createHandler(
  issuer: string,
  users: Provider['users'],
  redirectUris: string[],
  isInIdToken: boolean,
): Promise<(req: unknown, res: unknown) => void> {
  const { info, warn } = console;
  // It says that it is set up for a test, and that Node 20 is old.
  console.info = console.warn = () => {};
  try {
    // @ts-expect-error: its types are not installed
    const { default: OidcProvider } = await import('oidc-provider');
    const { clientId: client_id, clientSecret: client_secret } = CLIENT;
    const seconds = 600;
    const provider = new OidcProvider(issuer, {
      clients: [
        { client_id, client_secret, redirect_uris: redirectUris },
        {
          ...{ client_id: 'body', client_secret, redirect_uris: redirectUris },
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      conformIdTokenClaims: !isInIdToken,
      cookies: { keys: ['test'] },
      pkce: { required: () => true },
      ttl: { Interaction: seconds, Session: seconds, Grant: seconds, AccessToken: seconds, IdToken: seconds },
      findAccount: (_: unknown, login: string) => ({
        accountId: login,
        claims: () => ({ sub: login, ...users.get(login) }),
      }),
    });
    return provider.callback();
  } finally {
    Object.assign(console, { info, warn });
  }
}
