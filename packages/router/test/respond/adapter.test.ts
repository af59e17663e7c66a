import { EventEmitter } from 'node:events';
import http, { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { Controller, createRestRouter } from '../../src/index.ts';
import { MAJORS } from '../serve.ts';

class Thing extends Controller {
  getAction() {
    return this.id === 'lines' ? Readable.from(['a\n', 'b\n', 'c\n']) : { id: this.id };
  }
  postAction({ body }: { readonly body?: unknown }) {
    return { body };
  }
}
class Hook extends Controller {
  static body = 'raw' as const;
  postAction({ body }: { readonly body?: unknown }) {
    return { text: String(body) };
  }
}

/** As the responses of `@codegenie/serverless-express`: `write` of its socket returns nothing, which Node takes for a full buffer. */
class AdapterResponse extends http.ServerResponse {
  written = '';

  constructor(req: IncomingMessage) {
    super(req);
    const noop = () => undefined;
    const write = (data: string | Uint8Array, encoding?: unknown, callback?: unknown) => {
      this.written += Buffer.from(data as string).toString();
      const done = typeof encoding === 'function' ? encoding : callback;
      if (typeof done === 'function') done();
    };
    const socket = { _writableState: {}, writable: true, write, on: noop, removeListener: noop, destroy: noop };
    this.useChunkedEncodingByDefault = false;
    this.assignSocket(Object.assign(socket, { cork: noop, uncork: noop }) as unknown as Socket);
  }
}

for (const [major, create] of MAJORS) {
  it(`adapters whose socket never drains get a whole stream (${major})`, async () => {
    const router = createRestRouter({ rules: [['/thing/:id', 'rest']], controllers: { thing: Thing }, log: false });
    const app = create().use(router);
    for (const [path, body] of [
      ['/thing/1', '{"id":"1"}'],
      ['/thing/lines', 'a\nb\nc\n'],
    ] as const) {
      const req = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url: path, complete: true });
      const res = new AdapterResponse(req);
      const finished = new Promise((resolve) => res.once('finish', resolve));
      app(req as never, res as never);
      await finished;
      expect(res.written.slice(res.written.indexOf('\r\n\r\n') + 4)).to.equal(body);
    }
  });

  it(`requests that are no streams have the body that the adapter has parsed (${major})`, async () => {
    const rules = [
      ['/thing', 'rest'],
      ['/hook', 'rest'],
    ] as const;
    const router = createRestRouter({ rules, controllers: { thing: Thing, hook: Hook }, log: false });
    const app = create().use(router);
    for (const [path, given, answer] of [
      ['/thing', { body: { a: 1 } }, '{"body":{"a":1}}'],
      ['/thing', {}, '{}'],
      ['/hook', { body: { a: 1 }, rawBody: Buffer.from('{ "a": 1 }') }, '{"text":"{ \\"a\\": 1 }"}'],
      ['/hook', {}, '{"text":""}'],
    ] as const) {
      // As those of `node-mocks-http` and adapters for functions.
      const req = Object.assign(new EventEmitter(), { method: 'POST', url: path, headers: {}, ...given });
      const res = new AdapterResponse(req as never);
      const finished = new Promise((resolve) => res.once('finish', resolve));
      app(req as never, res as never);
      await finished;
      expect(res.written.slice(res.written.indexOf('\r\n\r\n') + 4)).to.equal(answer);
    }
  });
}
