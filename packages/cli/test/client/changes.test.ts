import { once } from 'node:events';
import { mock } from 'node:test';
import { ApiError, NetworkError } from '@rest-gen/client';
import { expect } from 'chai';
import { createApi } from './changing/api.ts';
import { refusal } from './refusal.ts';
import { control, data, list, put, refuse, remove, says, serveWire, stream, type Wire } from './serve-wire.ts';

describe('changes in the client', () => {
  let wire: Wire | undefined;
  afterEach(() => wire?.close());

  const serve = async (...answers: Parameters<typeof serveWire>[0]) => {
    wire = await serveWire(answers);
    return { api: createApi({ baseUrl: wire.url, retries: 1 }), requests: wire.requests };
  };
  type Changes = ReturnType<ReturnType<typeof createApi>['issue']['changes']>;
  /** The first changes, each as a line. */
  const take = async (changes: Changes, count: number): Promise<string[]> => {
    const lines: string[] = [];
    for await (const change of changes) {
      const record = 'record' in change ? ` ${change.record.title}` : '';
      lines.push([change.type, 'key' in change ? ` ${change.key}${record}` : '', change.offset ?? ''].join('|'));
      if (lines.length === count) break;
    }
    return lines;
  };
  const LIST = list([{ id: 1, title: 'One' } as never, { id: 2, title: 'Two' } as never], 'a1');
  const FIRST = ['reset||', 'insert| 1 One|', 'insert| 2 Two|', 'ready||a1'];

  it('are the list, and what changes', async () => {
    let closed: Promise<unknown> | undefined;
    const { api, requests } = await serve((res) => {
      stream(res, LIST, ': heartbeat\n\n', data([put({ id: 3, title: 'Three' } as never)]));
      res.write(data([put({ id: 1, title: 'New' } as never, 'update'), remove(2)], 'a2'));
      closed = once(res, 'close');
    });
    const query = { where: { title: { contains: 'e' } }, sort: '-id', include: ['comments'] } as const;
    const lines = await take(api.issue.changes(query), 7);
    expect(lines).to.eql([...FIRST, 'insert| 3 Three|', 'update| 1 New|', 'delete| 2|a2']);
    // Ended by the loop.
    await closed;
    const [parameters] = requests;
    expect(parameters).to.eql({
      'title[contains]': 'e',
      sort: '-id',
      include: 'comments',
      offset: '-1',
      live: 'sse',
    });
  });

  it('have types', async () => {
    const { api } = await serve((res) => stream(res, LIST));
    for await (const change of api.issue.changes({ fields: ['id', 'title'] })) {
      if (change.type !== 'insert') continue;
      const { title }: { title?: string } = change.record;
      expect(title).to.equal('One');
      break;
    }
    // @ts-expect-error: there are no pages.
    void api.issue.changes({ page: 1 });
    // @ts-expect-error: its class has no `static changes`.
    expect(api.comment.changes).to.equal(undefined);
    const error = await refusal(take(api.issue.changes({ where: { or: [{ id: 1 }] } }), 1));
    expect(error).to.be.instanceOf(TypeError);
  });

  it('go on after the last offset when the connection is lost', async () => {
    const { api, requests } = await serve(
      (res) => {
        stream(res, LIST, data([put({ id: 3, title: 'Half' } as never)]), 'event: data\nid: a2\ndata: [');
        setImmediate(() => res.destroy());
      },
      (res) => {
        stream(res, control('a3'));
        res.end();
      },
      refuse(502, ''),
      (res) => stream(res, data([put({ id: 3, title: 'Three' } as never)], 'a4')),
    );
    const lines = await take(api.issue.changes(), 6);
    expect(lines).to.eql([...FIRST, 'insert| 3 Half|', 'insert| 3 Three|a4']);
    expect(requests.map(({ offset }) => offset)).to.eql(['-1', 'a1', 'a3', 'a3']);
  });

  it('begin again where the list was cut off', async () => {
    const { api } = await serve(
      (res) => {
        stream(res, data([says('snapshot-start'), put({ id: 9, title: 'Nine' } as never)]));
        setImmediate(() => res.destroy());
      },
      (res) => stream(res, LIST),
    );
    expect(await take(api.issue.changes(), 6)).to.eql(['reset||', 'insert| 9 Nine|', ...FIRST]);
  });

  it('begin again where the offset is too old', async () => {
    const { api, requests } = await serve(refuse(410, 'E_OFFSET_GONE'), (res) =>
      stream(res, LIST, data([says('reset'), says('snapshot-start'), says('snapshot-end')], 'b1')),
    );
    expect(await take(api.issue.changes({ from: 'a0' }), 6)).to.eql([...FIRST, 'reset||', 'ready||b1']);
    expect(requests.map(({ offset }) => offset)).to.eql(['a0', '-1']);
  });

  it('can be later ones only', async () => {
    const { api, requests } = await serve(
      (res) => {
        stream(res, control('a1', false), data([put({ id: 3, title: 'Three' } as never)], 'a2'));
        setImmediate(() => res.destroy());
      },
      refuse(410, 'E_OFFSET_GONE'),
      (res) => stream(res, control('a9')),
    );
    const lines = await take(api.issue.changes({ from: 'now' }), 4);
    expect(lines).to.eql(['ready||a1', 'insert| 3 Three|a2', 'reset||', 'ready||a9']);
    expect(requests.map(({ offset }) => offset)).to.eql(['now', 'a2', 'now']);
  });

  it('end with the error of the service', async () => {
    const { api, requests } = await serve(
      (res) => {
        stream(res, LIST);
        res.end();
      },
      refuse(401, 'E_AUTH'),
    );
    const error = await refusal(take(api.issue.changes(), 9));
    expect(error).to.be.instanceOf(ApiError).and.include({ status: 401, code: 'E_AUTH' });
    expect(requests).to.have.lengthOf(2);
  });

  it('wait as long as the service asks', async () => {
    const { api } = await serve(refuse(503, 'E_STREAM_LIMIT', { 'retry-after': '1' }), (res) => stream(res, LIST));
    const began = performance.now();
    expect(await take(api.issue.changes(), 1)).to.eql(['reset||']);
    expect(performance.now() - began).to.be.above(1_000);
  });

  it('fail where the service cannot be reached at the start', async () => {
    const { api, requests } = await serve((res) => res.destroy());
    expect(await refusal(take(api.issue.changes(), 1))).to.be.instanceOf(NetworkError);
    expect(requests).to.have.lengthOf(2);
    const page = createApi({ fetch: async () => new Response('', { headers: { 'content-type': 'text/plain' } }) });
    expect(await refusal(take(page.issue.changes(), 1)))
      .to.be.instanceOf(ApiError)
      .and.include({ status: 200 });
  });

  it('ask for the header fields at each connection', async () => {
    const seen: (string | undefined)[] = [];
    let token = 0;
    const { requests } = await serve((res, req) => {
      seen.push(req.headers.authorization);
      stream(res, LIST);
      res.end();
    });
    const api = createApi({ baseUrl: wire?.url, headers: async () => ({ authorization: `Bearer ${++token}` }) });
    for await (const _ of api.issue.changes()) if (requests.length === 3) break;
    expect(seen).to.eql(['Bearer 1', 'Bearer 2', 'Bearer 3']);
  });

  it('end when the signal is aborted', async () => {
    let closed: Promise<unknown> | undefined;
    const { api } = await serve((res) => {
      stream(res, LIST);
      closed = once(res, 'close');
    });
    const controller = new AbortController();
    const seen: string[] = [];
    for await (const { type } of api.issue.changes({ signal: controller.signal })) {
      seen.push(type);
      if (type === 'ready') setImmediate(() => controller.abort());
    }
    await closed;
    expect(seen).to.eql(['reset', 'insert', 'insert', 'ready']);
    for await (const _ of api.issue.changes({ signal: controller.signal })) expect.fail('It was aborted.');
  });

  it('are asked for again after 45 seconds without a byte', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const urls: string[] = [];
      const silent: typeof fetch = async (url, init) => {
        urls.push(String(url));
        const body = new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode(urls.length === 1 ? LIST : data([remove(1)], 'a2')));
            init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
          },
        });
        return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
      };
      const changes = createApi({ fetch: silent }).issue.changes()[Symbol.asyncIterator]();
      for (let count = 0; count < 4; count += 1) await changes.next();
      const next = changes.next();
      const turns = () => new Promise((resolve) => setImmediate(resolve));
      await turns();
      mock.timers.tick(44_999);
      await turns();
      expect(urls).to.have.lengthOf(1);
      // The silence, and the pause before the next connection.
      for (const milliseconds of [1, 1_000]) {
        mock.timers.tick(milliseconds);
        await turns();
      }
      expect((await next).value).to.include({ type: 'delete', key: '1' });
      expect(urls.at(-1)).to.contain('offset=a1');
      await changes.return?.();
    } finally {
      mock.timers.reset();
    }
  });
});
