import { StartError } from '@rest-gen/router';
import { isLoopback } from './is-loopback.ts';
import { OAuthClient } from './oauth-client.ts';
import type { OAuthProvider } from './oauth-types.ts';
import type { AuthOptions } from './types.ts';

/** The options of signing in with providers, checked. */
export interface OAuthOptions {
  readonly clients: ReadonlyMap<string, OAuthClient>;
  /** The public address of this service, without a slash at its end. */
  readonly url: string;
  /** Where users go after they have signed in. */
  readonly home: URL;
}

/** @throws {StartError} `E_OPTION` */
export function readOAuthOptions({ providers = {}, url, home = '/' }: AuthOptions): OAuthOptions {
  const names = Object.keys(providers);
  if (names.length > 0 && url === undefined) {
    throw wrong('url is missing', 'Write the public address of the service: url: "https://api.example.com".');
  }
  const base = url === undefined ? UNUSED : readUrl('url', url);
  const clients = names.map((name) => [name, toClient(name, providers[name] as OAuthProvider)] as const);
  if (!URL.canParse(home, base.href)) throw wrong(`home is ${JSON.stringify(home)}`, 'Write a path or a URL.');
  return { clients: new Map(clients), url: base.href.replace(/\/$/, ''), home: new URL(home, base) };
}

// --- internal ---

/** For a service without providers. */
const UNUSED = new URL('http://localhost');

function toClient(name: string, provider: OAuthProvider): OAuthClient {
  if (!/^[\w-]{1,64}$/.test(name)) {
    throw wrong(`the provider ${JSON.stringify(name)} has no plain name`, 'Use letters, digits, _ and -.');
  }
  for (const key of ['clientId', 'clientSecret'] as const) {
    if (provider[key]) continue;
    const hint = `Write what ${name} has given to this service, or leave the provider out.`;
    throw wrong(`providers.${name}.${key} is empty`, hint);
  }
  for (const key of ['issuer', 'authorizationEndpoint', 'tokenEndpoint'] as const) {
    const value = (provider as Partial<Record<typeof key, string>>)[key];
    if (value === undefined) continue;
    const read = readUrl(`providers.${name}.${key}`, value);
    if (read.protocol !== 'https:' && !isLoopback(read)) {
      throw wrong(`providers.${name}.${key} is ${JSON.stringify(value)}`, 'Write an address with https://.');
    }
  }
  return new OAuthClient(name, provider);
}

function readUrl(option: string, value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '') return url;
  throw wrong(`${option} is ${JSON.stringify(value)}`, 'Write an address such as https://api.example.com.');
}

function wrong(reason: string, hint: string): StartError {
  return new StartError('E_OPTION', `createAuth: ${reason}`, { hint });
}
