import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Controller, createRestRouter } from '@rest-gen/router';
import { expect } from 'chai';
import express, { type RequestHandler } from 'express';
import { SignJWT } from 'jose';
import supertest from 'supertest';
import tsBlankSpace from 'ts-blank-space';
import { readPrograms } from '../../../test/programs/read-programs.ts';
import { ROOT } from '../../../test/workspace.ts';
import { keepQuiet } from '../../router/test/serve.ts';

const AUDIENCE = 'https://api.example.com';
const PAGE = 'docs/authentication-other.md';

class Me extends Controller {
  getAction() {
    return this.user ?? { id: null };
  }
}

describe('tokens of a provider of OpenID Connect, as the page says', () => {
  keepQuiet();
  let provider: Server;
  let issuer: string;
  let agent: ReturnType<typeof supertest>;
  let folder: string;
  let file: string;

  before(async () => {
    ({ provider, issuer } = await openIssuer());
    const cache = join(ROOT, 'packages/auth/node_modules/.cache');
    mkdirSync(cache, { recursive: true });
    folder = mkdtempSync(join(cache, 'page-'));
    const program = readPrograms(PAGE).find(({ text }) => text.startsWith('// src/authenticate.ts'))?.text as string;
    file = join(folder, 'authenticate.mjs');
    writeFileSync(file, tsBlankSpace(program));
    agent = await open(issuer);
  });
  after(() => {
    rmSync(folder, { recursive: true });
    provider.close();
  });

  /** An application with the program of the page. */
  async function open(address: string): Promise<ReturnType<typeof supertest>> {
    Object.assign(process.env, { ISSUER: address, AUDIENCE });
    const { authenticate } = (await import(`${pathToFileURL(file).href}?${address}`)) as {
      authenticate: RequestHandler;
    };
    for (const name of ['ISSUER', 'AUDIENCE']) delete process.env[name];
    const router = createRestRouter({ rules: [['/me', 'rest']], controllers: { me: Me }, log: false });
    return supertest(express().use(authenticate, router, router.errors));
  }

  const getToken = async (resource = AUDIENCE): Promise<string> => {
    const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'read', resource });
    const headers = { Authorization: `Basic ${Buffer.from('program:secret').toString('base64')}` };
    const response = await fetch(`${issuer}token`, { method: 'POST', body, headers });
    return ((await response.json()) as { access_token: string }).access_token;
  };
  const ask = (token: string) => agent.get('/me').set('Authorization', `Bearer ${token}`);

  it('are the user of a request; without one it is nobody', async () => {
    const { body } = await ask(await getToken()).expect(200);
    expect(body).to.include({ id: 'program', scope: 'read', aud: AUDIENCE });
    expect((await agent.get('/me').expect(200)).body).to.eql({ id: null });
  });

  it('are refused for another service, of another issuer, changed, and out of date', async () => {
    const [head, payload, signature] = (await getToken()).split('.') as [string, string, string];
    const read = (part: string) => JSON.parse(String(Buffer.from(part, 'base64url'))) as Record<string, unknown>;
    const write = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const forged = new SignJWT(read(payload)).setProtectedHeader({ alg: 'HS256', kid: String(read(head).kid) });
    for (const token of [
      await getToken('https://other.example.com'),
      `${head}.${write({ ...read(payload), sub: 'root' })}.${signature}`,
      `${write({ alg: 'none' })}.${payload}.`,
      `${write({ ...read(head), kid: 'another' })}.${payload}.${signature}`,
      await forged.sign(Buffer.from('a secret that somebody else has chosen')),
      'x',
    ]) {
      const { headers } = await ask(token).expect(401);
      expect(headers['www-authenticate']).to.equal('Bearer error="invalid_token"');
    }
  });

  it('are 503 while the keys of the issuer cannot be read', async () => {
    const token = await getToken();
    for (const address of ['http://127.0.0.1:9/', `${issuer}nothing/`]) {
      const down = await open(address);
      const { headers } = await down.get('/me').set('Authorization', `Bearer ${token}`).expect(503);
      expect(headers['retry-after']).to.equal('5');
      await down.get('/me').expect(200);
    }
  });
});

// --- internal ---

/** A provider whose access tokens are JWT; its keys are where those of Auth0 are. */
async function openIssuer(): Promise<{ provider: Server; issuer: string }> {
  let handle: (req: unknown, res: unknown) => void = () => {};
  const provider = createServer((req, res) => {
    if (req.url === '/.well-known/jwks.json') req.url = '/jwks';
    handle(req, res);
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/`;
  const { info, warn } = console;
  // It says that it is set up for a test, and that Node 20 is old.
  console.info = console.warn = () => {};
  try {
    // @ts-expect-error: its types are not installed
    const { default: OidcProvider } = await import('oidc-provider');
    const getResourceServerInfo = (_: unknown, audience: string) => ({
      scope: 'read',
      audience,
      accessTokenFormat: 'jwt',
      jwt: { sign: { alg: 'RS256' } },
    });
    const oidc = new OidcProvider(issuer, {
      clients: [
        {
          client_id: 'program',
          client_secret: 'secret',
          grant_types: ['client_credentials'],
          redirect_uris: [],
          response_types: [],
        },
      ],
      scopes: ['read'],
      ttl: { ClientCredentials: 600 },
      features: {
        clientCredentials: { enabled: true },
        devInteractions: { enabled: false },
        resourceIndicators: { enabled: true, getResourceServerInfo },
      },
    });
    handle = oidc.callback();
  } finally {
    Object.assign(console, { info, warn });
  }
  return { provider, issuer };
}
