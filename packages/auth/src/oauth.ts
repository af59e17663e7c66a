import { HttpError } from '@rest-gen/router';
import { ServerCookie } from './cookie.ts';
import { authError } from './errors.ts';
import { createFindUser } from './identities.ts';
import { networkOf } from './network.ts';
import type { OAuthClient, OAuthSecrets } from './oauth-client.ts';
import type { OAuthOptions } from './oauth-options.ts';
import type { Shared } from './shared.ts';
import type { ActionController } from './types.ts';

/** The action of `/oauth/:provider`. */
export interface OAuth {
  /**
   * Sign in with a provider: 302 to the provider, which sends the user back to the same path; then 303 to the path in the query parameter `to` of the first
   * request, or to the option `home`, with the cookie of a new session.
   *
   * @param provider - its name in the option `providers`
   * @throws {HttpError} 400 `E_OAUTH`, 404 `E_NOT_FOUND` for an unknown provider, 429 `E_ATTEMPTS`, 502 `E_OAUTH_PROVIDER`, 503 `E_OAUTH_UNAVAILABLE`
   */
  oauth(controller: ActionController, provider: string): Promise<void>;
}

export function createOAuth(shared: Shared, { clients, url, home }: OAuthOptions, secure: boolean): OAuth {
  const cookie = new ServerCookie('oauth', secure, TEN_MINUTES);
  const findUser = createFindUser(shared);

  return {
    async oauth(controller, provider) {
      const client = clients.get(provider);
      if (!client) throw new HttpError(404, `There is no provider ${JSON.stringify(provider)} to sign in with.`);
      const { req } = controller;
      const mark = req.url.indexOf('?');
      const parameters = new URLSearchParams(mark < 0 ? '' : req.url.slice(mark));
      // What a proxy strips from the path is in the option.
      const redirectUri = `${url}${req.baseUrl}${req.path}`.replace(/\/$/, '');
      const isBack = parameters.has('code') || parameters.has('error');
      if (isBack) return finish(controller, client, parameters, { provider, redirectUri });
      return begin(controller, client, parameters, { provider, redirectUri });
    },
  };

  async function begin(controller: ActionController, client: OAuthClient, sent: URLSearchParams, place: Place) {
    const to = sent.get('to') ?? undefined;
    if (to !== undefined) targetOf(to);
    const { url, ...secrets } = await client.begin(place.redirectUri);
    cookie.set(controller.res, JSON.stringify({ ...secrets, provider: place.provider, to }));
    redirect(controller, 302, url);
  }

  async function finish(controller: ActionController, client: OAuthClient, sent: URLSearchParams, place: Place) {
    const { req, res } = controller;
    const begun = readBegun(cookie.read(req));
    cookie.clear(res);
    if (begun?.provider !== place.provider || begun.state !== sent.get('state')) throw authError('E_OAUTH');
    const network = networkOf(req.ip);
    await shared.attempts.count('network', network);
    const profile = await client.finish(sent, place.redirectUri, begun);
    const user = await findUser(place.provider, profile);
    await shared.attempts.forget('network', network);
    await shared.startSession(controller, user);
    redirect(controller, 303, targetOf(begun.to));
  }

  /** Where a user goes: a path of the application alone, so that nobody can send users elsewhere by a link to this service. */
  function targetOf(to: string | undefined): string {
    if (to === undefined) return home.href;
    // Browsers read `\` as `/`, and leave out control characters.
    const isPath = /^\/(?!\/)[^\\\p{Cc}]*$/u.test(to) && URL.canParse(to, home.href);
    const target = isPath ? new URL(to, home) : undefined;
    if (target?.origin !== home.origin || target.href.length > LONGEST) {
      throw authError('E_OAUTH', { detail: 'The parameter to must be a path of the application, such as /items.' });
    }
    return target.href;
  }
}

// --- internal ---

const TEN_MINUTES = 600_000;
/** Characters; a browser keeps no cookie that is larger than 4 KB. */
const LONGEST = 1_000;

interface Place {
  readonly provider: string;
  readonly redirectUri: string;
}

/** What the cookie has. */
interface Begun extends OAuthSecrets {
  readonly provider: string;
  readonly to?: string;
}

function readBegun(value: string | undefined): Begun | undefined {
  try {
    const begun = JSON.parse(value ?? '') as Begun | null;
    const isWhole = [begun?.state, begun?.verifier, begun?.nonce].every((one) => typeof one === 'string' && one !== '');
    return isWhole ? (begun as Begun) : undefined;
  } catch {
    return undefined;
  }
}

function redirect(controller: ActionController, status: 302 | 303, url: string): void {
  controller.success(undefined, { status, headers: { Location: url, 'Cache-Control': 'no-store' } });
}
