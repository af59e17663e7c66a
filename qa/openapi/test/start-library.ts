import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import express, { type RequestHandler } from 'express';
import { openLibrary } from '../project.ts';

export interface Served {
  readonly url: string;
  stop(): Promise<void>;
}

/** Serve the fixture. @param before - runs before the router */
export async function startLibrary(...before: readonly RequestHandler[]): Promise<Served> {
  const { router, close } = await openLibrary();
  const app = express();
  for (const handler of before) app.use(handler);
  app.use(router, router.notFound, router.errors);
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await close();
    },
  };
}

/** Send requests of every kind that the document has, and compare the statuses. */
export async function useLibrary(url: string): Promise<void> {
  const call = async (
    expected: number,
    line: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<unknown> => {
    const [method = '', path = ''] = line.split(' ');
    const isForm = body instanceof FormData;
    const response = await fetch(url + path, {
      method,
      headers: { ...(body && !isForm && { 'Content-Type': 'application/json' }), ...headers },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    expect(response.status, line).to.equal(expected);
    const text = await response.text();
    return response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text;
  };
  const whole = { title: 'A', kind: 'novel', state: null, printed_on: '2026-01-31', read_at: '2026-01-31T10:00:00Z' };
  const more = { shelf_id: 1, price: '1.50', barcode: '9007199254740993', tags: ['a', 'b'], is_lent: true };
  const { id } = (await call(201, 'POST /book', { ...whole, ...more })) as { id: number };
  await call(201, 'POST /book', [whole, { ...whole, state: 'used' }]);
  await call(422, 'POST /book', { title: '', kind: 'essay', printed_on: 'nonsense' });
  await call(200, 'GET /book?state[null]=true&sort=-id&include=shelf&pageSize=2');
  await call(200, 'GET /book', undefined, { Accept: 'application/x-ndjson' });
  await call(200, 'GET /book', undefined, { Accept: 'text/csv' });
  await call(400, 'GET /book?nothing=1');
  await call(200, `GET /book/${id}?include=shelf`);
  await call(200, `PUT /book/${id}`, { ...whole, title: 'B', slug: 'b' }, { 'If-Match': '*' });
  await call(200, `PATCH /book/${id}`, { state: null, printed_on: null });
  await call(204, `PATCH /book/${id}`, { title: 'C' }, { Prefer: 'return=minimal' });
  await call(200, 'PATCH /book?state=used', { kind: 'atlas' }, { Prefer: 'max-affected=5' });
  await call(200, `POST /book/${id}/lend`, { until: '2026-02-28' });
  await call(204, `DELETE /book/${id}`);
  await call(404, `GET /book/${id}`);
  await call(200, 'GET /book?deleted=true');
  await call(200, `POST /book/${id}/restore`);
  await call(200, 'GET /shelf/1/book?title[contains]=c');
  await call(200, 'GET /shelf/1?include=books');
  const form = new FormData();
  form.append('title', 'Front');
  form.append('place[city]', 'Ulm');
  form.append('place[page]', '7');
  form.append('picture', new Blob(['0123456789']), 'front.txt');
  const cover = (await call(201, 'POST /cover', form)) as { id: number };
  await call(200, `GET /cover/${cover.id}`);
  await call(200, `GET /cover/${cover.id}/file`);
  await call(206, `GET /cover/${cover.id}/file`, undefined, { Range: 'bytes=2-4' });
  await call(201, 'POST /v1/member', { name: 'Ann', mail: 'ann@example.org' });
  await call(200, 'GET /v1/member');
  await call(428, 'PATCH /v2/member/1', { mail: null });
  await call(200, 'PATCH /v2/member/1', { mail: null }, { 'If-Match': '*' });
  await call(200, 'GET /report');
  await call(200, 'POST /job');
}
