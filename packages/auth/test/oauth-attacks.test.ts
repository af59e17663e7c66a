import { expect } from 'chai';
import { type OAuthService, openOAuth } from './oauth-service.ts';
import { CLIENT } from './open-provider.ts';
import type { Visitor } from './visitor.ts';

describe('a sign-in with a provider', () => {
  let one: OAuthService;
  let logged: string;
  const { error } = console;
  before(async () => {
    one = await openOAuth({
      attempts: { network: 60 },
      more: (issuer) => ({
        misfit: { ...CLIENT, issuer: `${issuer}/other` },
        closed: { ...CLIENT, issuer: 'http://127.0.0.1:9' },
      }),
    });
    one.provider.users.set('ann', { email: 'ann@example.com', email_verified: true });
  });
  after(() => one.close());
  beforeEach(() => {
    logged = '';
    console.error = (...parts: unknown[]) => {
      logged += `${parts.join(' ')}\n`;
    };
  });
  afterEach(() => {
    console.error = error;
    one.provider.intercept = undefined;
  });

  /** Begin a sign-in and come back from the provider. */
  async function come(kind = 'op', answer?: 'allow' | 'cancel'): Promise<{ visitor: Visitor; back: URL }> {
    const visitor = one.visitor();
    const { headers } = await visitor.begin(`/oauth/${kind}`);
    return { visitor, back: await one.provider.visit(headers.location as string, 'ann', answer) };
  }

  async function finish(
    visitor: Visitor,
    back: URL,
  ): Promise<{ status: number; code: string; detail: string; retry: string }> {
    const { status, body, headers } = await visitor.finish(back);
    // It is gone in any case.
    expect([...visitor.cookies.keys()]).to.eql([]);
    expect(JSON.stringify(body)).to.not.include(back.searchParams.get('code') ?? 'no code');
    return { status, code: body.code, detail: body.detail, retry: headers['retry-after'] as string };
  }

  const BEGIN_AGAIN = 'This browser has not begun this sign-in, or more than ten minutes ago. Sign in again.';

  /** Change what the cookie has. */
  function change(visitor: Visitor, changes: object): void {
    const begun = JSON.parse(decodeURIComponent(visitor.cookies.get('oauth') as string));
    visitor.cookies.set('oauth', encodeURIComponent(JSON.stringify({ ...begun, ...changes })));
  }

  for (const [what, tamper] of [
    ['without the cookie', ({ cookies }) => cookies.clear()],
    ['with a cookie that is not ours', ({ cookies }) => cookies.set('oauth', 'null')],
    ['with another state', (_, back) => back.searchParams.set('state', 'a'.repeat(43))],
    ['without a state', (_, back) => back.searchParams.delete('state')],
    [
      'of another provider',
      (_, back) => {
        back.pathname = '/oauth/plain';
      },
    ],
    ['with the answer of another issuer', (_, back) => back.searchParams.set('iss', 'https://evil.example')],
    ['with another nonce', (visitor) => change(visitor, { nonce: 'a'.repeat(43) })],
  ] as readonly (readonly [string, (visitor: Visitor, back: URL) => void])[]) {
    it(`is refused ${what}`, async () => {
      const { visitor, back } = await come();
      tamper(visitor, back);
      const { status, code, detail } = await finish(visitor, back);
      expect({ status, code, detail }).to.eql({ status: 400, code: 'E_OAUTH', detail: BEGIN_AGAIN });
    });
  }

  it('is refused in the browser of another user, who would be signed in as its author', async () => {
    const thief = await come();
    const victim = await come();
    expect(await finish(victim.visitor, thief.back)).to.include({ status: 400, code: 'E_OAUTH', detail: BEGIN_AGAIN });
  });

  for (const kind of ['op', 'plain']) {
    it(`is refused by the provider with another verifier, and with a code that was used: ${kind}`, async () => {
      const used = 'The code was used, or it has ended. Sign in again.';
      const { visitor, back } = await come(kind);
      change(visitor, { verifier: 'a'.repeat(43) });
      expect(await finish(visitor, back)).to.include({ status: 400, code: 'E_OAUTH', detail: used });

      const again = await come(kind);
      const cookie = again.visitor.cookies.get('oauth') as string;
      expect((await again.visitor.finish(again.back)).status).to.equal(303);
      again.visitor.cookies.clear();
      again.visitor.cookies.set('oauth', cookie);
      expect(await finish(again.visitor, again.back)).to.include({ status: 400, code: 'E_OAUTH', detail: used });
    });
  }

  it('is over if the user cancels it', async () => {
    const { visitor, back } = await come('op', 'cancel');
    expect(await finish(visitor, back)).to.include({
      status: 400,
      code: 'E_OAUTH',
      detail: 'The sign-in with op was canceled.',
    });
    const other = await come('op', 'cancel');
    other.back.searchParams.set('error', 'invalid_scope');
    expect((await finish(other.visitor, other.back)).detail).to.equal('op has refused the sign-in: invalid_scope.');
  });

  const AT_TOKEN: readonly (readonly [string, { status: number; body: string } | 'nothing', number, string])[] = [
    ['an error of the server', { status: 500, body: '{}' }, 503, 'E_OAUTH_UNAVAILABLE'],
    ['too many requests', { status: 429, body: '{}' }, 503, 'E_OAUTH_UNAVAILABLE'],
    ['no answer', 'nothing', 503, 'E_OAUTH_UNAVAILABLE'],
    ['a page', { status: 200, body: '<html>' }, 502, 'E_OAUTH_PROVIDER'],
    ['a wrong client', { status: 401, body: '{"error":"invalid_client"}' }, 502, 'E_OAUTH_PROVIDER'],
    ['no ID token', { status: 200, body: '{"access_token":"hunter2","token_type":"bearer"}' }, 502, 'E_OAUTH_PROVIDER'],
    ['another token', { status: 200, body: '{"access_token":"hunter2","token_type":"mac"}' }, 502, 'E_OAUTH_PROVIDER'],
    ['an error as GitHub sends it', { status: 200, body: '{"error":"bad_verification_code"}' }, 400, 'E_OAUTH'],
    ['another one', { status: 200, body: '{"error":"redirect_uri_mismatch"}' }, 502, 'E_OAUTH_PROVIDER'],
  ];
  for (const [what, answer, status, code] of AT_TOKEN) {
    it(`is ${status} if the provider answers with ${what}, and the log has no secret`, async () => {
      const { visitor, back } = await come();
      one.provider.intercept = (path) => (path === '/token' ? answer : undefined);
      const { timeout } = AbortSignal;
      const limits: number[] = [];
      AbortSignal.timeout = (limit) => {
        limits.push(limit);
        return timeout.call(AbortSignal, answer === 'nothing' ? 100 : limit);
      };
      try {
        const answered = await finish(visitor, back);
        expect(answered).to.include({ status, code });
        expect(answered.retry).to.equal(status === 503 ? '10' : undefined);
      } finally {
        AbortSignal.timeout = timeout;
      }
      expect(limits).to.eql([10_000]);
      if (status >= 500) expect(logged).to.include(`GET /oauth/op?code=***`).and.to.include(code);
      const { state, code: sent } = Object.fromEntries(back.searchParams);
      for (const secret of [state, sent, CLIENT.clientSecret, 'hunter2', 'ann@example.com']) {
        expect(logged).to.not.include(secret);
      }
    });
  }

  it('is 502 or 503 if the profile cannot be read', async () => {
    for (const [kind, answer, status] of [
      ['plain', { status: 403, body: '{}' }, 502],
      ['plain', { status: 200, body: '<html>' }, 502],
      ['plain', { status: 502, body: '{}' }, 503],
      ['op', { status: 200, body: '{"sub":"another"}' }, 502],
    ] as const) {
      const { visitor, back } = await come(kind);
      one.provider.intercept = (path) => (path === '/me' ? answer : undefined);
      expect((await finish(visitor, back)).status, JSON.stringify(answer)).to.equal(status);
      one.provider.intercept = undefined;
    }
  });

  it('begins when the provider is there again', async () => {
    const closed = await one.service.agent.get('/oauth/closed').expect(503);
    expect(closed.body.code).to.equal('E_OAUTH_UNAVAILABLE');
    expect(closed.headers['retry-after']).to.equal('10');
    expect(closed.headers).to.not.have.property('set-cookie');
    const misfit = await one.service.agent.get('/oauth/misfit').expect(502);
    expect(misfit.body.code).to.equal('E_OAUTH_PROVIDER');
    const { issuer } = one.provider;
    one.provider.intercept = () => ({ status: 200, body: JSON.stringify({ issuer: `${issuer}/other` }) });
    await one.service.agent.get('/oauth/misfit').expect(502);
    one.provider.intercept = () => {
      return {
        status: 200,
        body: JSON.stringify({
          issuer: `${issuer}/other`,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
        }),
      };
    };
    await one.service.agent.get('/oauth/misfit').expect(302);
  });

  it('is one of few attempts from a network', async () => {
    const statuses = new Set<number>();
    for (let count = 0; count < 60; count += 1) {
      const visitor = one.visitor();
      await visitor.begin('/oauth/op');
      const { state } = JSON.parse(decodeURIComponent(visitor.cookies.get('oauth') as string));
      statuses.add((await visitor.finish(new URL(`http://x/oauth/op?error=access_denied&state=${state}`))).status);
    }
    expect([...statuses]).to.eql([400, 429]);
  });
});
