import { ApiError, ConflictError, NetworkError } from '@rest-gen/client';
import { expect } from 'chai';
import { createApi } from './api.ts';
import { refusal as rejection } from './refusal.ts';

/** What a request was answered with: a response, or a lost connection. */
type Answer = Response | 'lost';

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly redirect: string | undefined;
}

/** A client whose requests get these answers, one after the other, and then the last one. */
function answering(...answers: (Answer | (() => Answer))[]) {
  const sent: Sent[] = [];
  const api = createApi({
    baseUrl: 'http://service.test',
    fetch: async (url, init = {}) => {
      const { method = '', headers, redirect } = init;
      const next = answers[Math.min(sent.length, answers.length - 1)];
      sent.push({ method, url: String(url), headers: new Headers(headers), redirect });
      const answer = typeof next === 'function' ? next() : next;
      if (answer === 'lost' || answer === undefined) throw new TypeError('fetch failed');
      return answer;
    },
  });
  return { api, sent };
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) => {
  const type = status < 400 ? 'application/json' : 'application/problem+json';
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': type, ...headers } });
};
const html = (status = 200) => new Response('<!doctype html>', { status, headers: { 'content-type': 'text/html' } });
const ISSUE = { id: 1, title: 'a', state: 'open', due: null, reason: null };

const refusal = rejection<Error>;

describe('the client and odd answers', function () {
  this.timeout(20_000);

  it('refuses a page of HTML: the address of something else than the service', async () => {
    const { api } = answering(html);
    for (const work of [
      api.issue.get(1),
      api.issue.list().page(),
      api.issue.create({ title: 'a' }),
      api.issue.update(1, {}),
    ]) {
      const error = await refusal(work);
      expect(error).to.be.instanceOf(ApiError).and.include({ status: 200, code: '' });
      expect(error.message).to.contain('text/html');
    }
  });

  it('refuses a list that is none', async () => {
    for (const answer of [json(200, { data: [] }), json(200, null), new Response(null, { status: 204 })]) {
      const error = await refusal(answering(answer).api.issue.list().page());
      expect(error).to.be.instanceOf(ApiError);
      expect(error.message).to.contain('is not a list');
    }
  });

  it('takes an empty body for none', async () => {
    const empty = new Response('', { status: 200, headers: { 'content-type': 'application/json' } });
    expect(await answering(empty).api.issue.archive(1, { reason: 'x' })).to.equal(undefined);
    const { api } = answering(new Response(null, { status: 204 }));
    expect(await api.issue.update(1, {}, { headers: { prefer: 'return=minimal' } })).to.equal(undefined);
  });

  it('repeats a request whose response was cut off', async () => {
    const cut = () => new Response('{"id":1,"ti', { headers: { 'content-type': 'application/json' } });
    const { api, sent } = answering(cut, json(200, ISSUE));
    expect(await api.issue.get(1)).to.eql(ISSUE);
    expect(sent).to.have.length(2);
    const broken = answering(cut);
    expect(await refusal(broken.api.comment.create({ issue_id: 1, body: 'x' }))).to.be.instanceOf(NetworkError);
    expect(broken.sent).to.have.length(1);
  });

  it('does not follow the redirect of a write, which would become a GET', async () => {
    const { api, sent } = answering(
      new Response(null, { status: 301, headers: { location: 'https://service.test/issue' } }),
    );
    const error = await refusal(api.issue.create({ title: 'a' }));
    expect(error).to.be.instanceOf(ApiError).and.include({ status: 301 });
    expect(error.message).to.contain('redirect');
    expect(sent.map(({ redirect }) => redirect)).to.eql(['manual']);
  });

  it('has an ApiError for problem documents of any form', async () => {
    for (const body of [{ errors: 'x' }, { errors: [null, 1, {}] }, { errors: {} }, [], 'text', null, { title: 1 }]) {
      const error = await refusal(answering(json(422, body)).api.issue.create({ title: '' }));
      expect(error, JSON.stringify(body)).to.be.instanceOf(ApiError).and.include({ status: 422 });
      expect((error as ApiError).fields).to.eql({});
    }
    expect(await refusal(answering(html(500)).api.issue.get(1))).to.be.instanceOf(ApiError);
  });

  it('throws mistakes of the caller at once', async () => {
    const { api, sent } = answering('lost');
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    for (const work of [
      () => api.$request('PUT', '/issue/1', { body: circular }),
      () => api.issue.get(1, { headers: { authorization: 'a\nb' } }),
      () => api.issue.get(undefined as never),
      () => api.issue.delete(null as never),
    ])
      expect(await refusal(work())).to.be.instanceOf(TypeError);
    expect(sent).to.eql([]);
  });

  it('sends a header field once, however its name is written', async () => {
    const { api, sent } = answering(json(200, ISSUE));
    await api.issue.get(1, { headers: { Accept: 'text/plain', ACCEPT: 'application/json' } });
    expect(sent[0]?.headers.get('accept')).to.equal('application/json');
  });

  it('does not take a record for deleted because it cannot be read', async () => {
    const read = json(201, ISSUE, { location: '/issue/1', etag: '"a"' });
    const failed = () => json(412, { code: 'E_PRECONDITION_FAILED' });
    const hidden = answering(read, 'lost', failed, () => json(403, {}));
    const issue = await hidden.api.issue.create({ title: 'a' });
    const error = await refusal(hidden.api.issue.delete(issue));
    expect(error).to.be.instanceOf(ConflictError).and.include({ current: undefined, isUncertain: true });

    const gone = answering(json(201, ISSUE, { location: '/issue/1', etag: '"a"' }), 'lost', failed, () =>
      json(404, {}),
    );
    await gone.api.issue.delete(await gone.api.issue.create({ title: 'a' }));
    const update = answering(json(201, ISSUE, { location: '/issue/1', etag: '"a"' }), failed, () => json(404, {}));
    const lost = await refusal(update.api.issue.update(await update.api.issue.create({ title: 'a' }), {}));
    expect((lost as ConflictError).current).to.equal(null);
  });

  it('ends a list whose link has no page', async () => {
    const { api } = answering(json(200, [ISSUE], { link: '</issue?x=1>; rel="next"' }));
    expect((await api.issue.list().page()).after).to.equal(undefined);
  });

  it('stops the wait between two attempts, and a response that is being read', async () => {
    for (const answer of [
      () => json(503, {}, { 'retry-after': '20' }),
      () =>
        new Response(new ReadableStream({ start: () => undefined }), {
          headers: { 'content-type': 'application/json' },
        }),
    ]) {
      const reason = new Error('Enough');
      const controller = new AbortController();
      const api = createApi({
        fetch: async (_url, init) => {
          setTimeout(() => controller.abort(reason), 20);
          const response = answer();
          init?.signal?.addEventListener('abort', () => response.body?.cancel().catch(() => undefined));
          return init?.signal && response.status === 200 ? cancelled(response, init.signal) : response;
        },
      });
      expect(await refusal(api.issue.get(1, { signal: controller.signal }))).to.equal(reason);
    }
  });

  it('sends a list of the query in one parameter, or one by one if an item has a comma', async () => {
    const { api, sent } = answering(() => json(200, []));
    await api.issue.list({ where: { id: { in: [1, 2] }, title: { in: ['a,b', 'c'] } }, include: ['comments'] }).page();
    await api.$request('GET', '/report', { query: { tags: ['a,b'], at: [new Date(0)] } });
    expect(sent.map(({ url }) => decodeURIComponent(url.slice('http://service.test'.length)))).to.eql([
      '/issue?include=comments&id[in]=1,2&title[in][]=a,b&title[in][]=c',
      '/report?tags[]=a,b&at=1970-01-01T00:00:00.000Z',
    ]);
  });
});

// --- internal ---

/** As `fetch` does: reading the body ends with the reason of the signal. */
function cancelled(response: Response, signal: AbortSignal): Response {
  const text = () => new Promise<string>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  return Object.assign(response, { text });
}
