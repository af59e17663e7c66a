import { Readable } from 'node:stream';
import { defineLogic } from '@rest-gen/logic';
import { expect } from 'chai';
import { Controller, isDryRun, type RestRouterOptions } from '../../src/index.ts';
import { onBothMajors, type Serve } from '../serve.ts';

class Echo extends Controller {
  async getAction() {
    const { req } = this;
    return this.success({ user: this.user ?? null, ip: req.ip ?? null, url: req.originalUrl, dry: isDryRun(req) });
  }
  async postAction() {
    return { body: this.post() };
  }
  async linesAction() {
    const type = { headers: { 'Content-Type': 'application/x-ndjson' } };
    return this.success(Readable.from(['{"id":1}\n', '{"id":2}\n']), type);
  }
  async bytesAction() {
    return Buffer.from([1, 2, 255]);
  }
  async longAction() {
    const pieces = Array.from({ length: 100 }, () => 'a'.repeat(10_000));
    return this.success(Readable.from(pieces), { headers: { 'Content-Type': 'text/plain' } });
  }
  async brokenAction() {
    return Readable.from(
      (function* () {
        yield 'a';
        throw new Error('broken');
      })(),
    );
  }
  async slowAction() {
    await new Promise((_, reject) => this.signal.addEventListener('abort', () => reject(this.signal.reason)));
  }
}

const options: RestRouterOptions = {
  rules: [
    ['/echo/:id/lines', '/echo#lines', 'rest'],
    ['/echo/:id/bytes', '/echo#bytes', 'rest'],
    ['/echo/:id/long', '/echo#long', 'rest'],
    ['/echo/:id/broken', '/echo#broken', 'rest'],
    ['/echo/:id/slow', '/echo#slow', 'rest'],
    ['/echo/:id?', '/echo', 'rest'],
  ] as never,
  controllers: { echo: Echo },
  logics: { echo: defineLogic({ postAction: { body: { title: { required: true, string: true } } } }) },
};
const open = (serve: Serve, more: RestRouterOptions = {}) => serve({ ...options, ...more }, {}, '/api').router;

onBothMajors('router.request', (serve) => {
  it('has the user that it was given, whatever the option user says', async () => {
    const router = open(serve, { user: () => ({ id: 1 }), policies: {} });
    expect((await router.request('get', '/echo', { user: { id: 7 } })).body.user).to.deep.equal({ id: 7 });
    expect((await router.request('GET', '/echo')).body.user).to.equal(null);
  });

  it('has a path below the mount path, and no address of a client', async () => {
    const { status, body } = await open(serve).request('GET', '/echo#top');
    expect(status).to.equal(200);
    expect(body).to.deep.equal({ user: null, ip: null, url: '/echo', dry: false });
  });

  it('sends values as JSON, and text and bytes as they are', async () => {
    const router = open(serve);
    const post = async (body: unknown, type?: string) =>
      (await router.request('POST', '/echo', { body, headers: { 'Content-Type': type } })).status;
    expect(await post({ title: 'a' })).to.equal(200);
    expect(await post(Buffer.from('{"title":"a"}'), 'application/json')).to.equal(200);
    expect(await post(Readable.from(['{"title":', '"a"}']), 'application/json')).to.equal(200);
    expect(await post('title=a', 'application/x-www-form-urlencoded')).to.equal(415);
    expect(await post('text')).to.equal(422);
    expect(await post({ title: 'a'.repeat(200_000) })).to.equal(413);
  });

  it('reads JSON, text and bytes', async () => {
    const router = open(serve);
    expect((await router.request('POST', '/echo/1/lines')).body).to.equal('{"id":1}\n{"id":2}\n');
    expect((await router.request('POST', '/echo/1/bytes')).body).to.deep.equal(Buffer.from([1, 2, 255]));
    expect((await router.request('HEAD', '/echo')).body).to.equal(undefined);
    expect((await router.request('OPTIONS', '/echo')).headers.allow).to.contain('GET');
  });

  it('reads streams of any length', async () => {
    const { body } = await open(serve).request('POST', '/echo/1/long');
    expect(body).to.equal('a'.repeat(1_000_000));
  });

  it('answers problems, also where no rule matches', async () => {
    const router = open(serve);
    const { status, headers, body } = await router.request('GET', '/nothing/here');
    expect([status, headers['content-type'], body.code]).to.deep.equal([
      404,
      'application/problem+json; charset=utf-8',
      'E_NOT_FOUND',
    ]);
    expect((await router.request('POST', '/echo', { body: {} })).body.errors[0].pointer).to.equal('/title');
    expect((await router.request('PATCH', '/echo')).status).to.equal(405);
  });

  it('rejects for an answer that is broken off, and for a caller that leaves', async () => {
    const router = open(serve);
    expect(await router.request('POST', '/echo/1/broken').catch((error) => error)).to.be.instanceOf(Error);
    const aborter = new AbortController();
    const slow = router.request('POST', '/echo/1/slow', { signal: aborter.signal }).catch((error) => error);
    setImmediate(() => aborter.abort(new Error('enough')));
    expect((await slow).message).to.equal('enough');
  });

  for (const [what, method, url, request] of [
    ['another host', 'GET', 'http://example.com/echo', {}],
    ['a path without a slash', 'GET', 'echo', {}],
    ['half of a character', 'GET', '/echo/\ud800', {}],
    ['a method with a line break', 'GET\r\nX: 1', '/echo', {}],
    ['a header with a line break', 'GET', '/echo', { headers: { 'X-A': '1\r\nX-B: 2' } }],
    ['a function as body', 'POST', '/echo', { body: () => 1 }],
  ] as const) {
    it(`refuses ${what}`, async () => {
      const failed = await open(serve)
        .request(method, url, request)
        .catch((error) => error);
      expect(failed).to.be.instanceOf(TypeError);
    });
  }

  it('encodes what a URL cannot have, and header fields cannot change the framing', async () => {
    const router = open(serve);
    const headers = { 'Content-Length': '3', 'Transfer-Encoding': 'chunked' };
    const sent = await router.request('POST', '/echo', { body: { title: 'ü' }, headers });
    expect(sent.body).to.deep.equal({ body: { title: 'ü' } });
    expect((await router.request('GET', '/echo\r\nX: 1')).status).to.equal(404);
    expect((await router.request('GET', '/echo#a\nb')).status).to.equal(200);
  });

  it('takes a thousand at once', async () => {
    const router = open(serve);
    const ids = Array.from({ length: 1_000 }, (_, id) => id);
    const answers = await Promise.all(ids.map((id) => router.request('GET', '/echo', { user: { id } })));
    expect(answers.map(({ body }) => body.user.id)).to.deep.equal(ids);
  });
});
