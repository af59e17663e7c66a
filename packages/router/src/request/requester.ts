import { AsyncResource } from 'node:async_hooks';
import http, { type IncomingMessage } from 'node:http';
import { type Duplex, duplexPair, Readable } from 'node:stream';
import express, { type RequestHandler } from 'express';
import { readContent, writeContent } from './content.ts';
import { REFUSED, SENT } from './sent.ts';
import type { RouterAnswer, RouterRequest } from './types.ts';

/** Sends requests to a router in the same process, through Node's own parser and an application of Express that has nothing but the router. */
export class Requester {
  readonly #handlers: () => readonly unknown[];
  readonly #waiting = new WeakMap<object, (req: IncomingMessage, res: http.ServerResponse) => void>();
  #server: http.Server | undefined;
  #app: express.Application | undefined;

  /** @param handlers - of the application, in their order; asked at the first request */
  constructor(handlers: () => readonly unknown[]) {
    this.#handlers = handlers;
  }

  /** @throws {TypeError} for a request that cannot be written; {Error} for an answer that was broken off */
  async send(method: string, url: string, request: RouterRequest): Promise<RouterAnswer> {
    request.signal?.throwIfAborted();
    const path = toPath(url);
    const { headers, body } = writeContent(request);
    const [client, server] = duplexPair();
    let received: IncomingMessage | undefined;
    // The parser of Node has an asynchronous context of its own; transactions are found by the one of the caller.
    const handle = AsyncResource.bind((req: IncomingMessage, res: http.ServerResponse) => {
      received = req;
      SENT.set(req, request);
      if (request.user !== undefined && request.user !== null) (req as { user?: unknown }).user = request.user;
      this.#application()(req, res);
    });
    this.#waiting.set(server, handle);
    // What closes one end closes the other, as it is with sockets.
    client.once('close', () => server.destroy());
    server.once('close', () => client.destroy());
    this.#listener().emit('connection', server);
    try {
      const answer = await exchange(client, { method: method.toUpperCase(), path, headers }, body, request.signal);
      const refusal = received && REFUSED.get(received);
      return refusal === undefined ? answer : { ...answer, refusal };
    } catch (error) {
      request.signal?.throwIfAborted();
      throw error;
    } finally {
      client.destroy();
    }
  }

  /** It does not listen: connections are handed to it. */
  #listener(): http.Server {
    this.#server ??= http.createServer({ requestTimeout: 0, headersTimeout: 0 }, (req, res) =>
      this.#waiting.get(req.socket)?.(req, res),
    );
    return this.#server;
  }

  #application(): express.Application {
    if (this.#app !== undefined) return this.#app;
    this.#app = express();
    this.#app.disable('x-powered-by');
    for (const handler of this.#handlers()) this.#app.use(handler as RequestHandler);
    return this.#app;
  }
}

/** A path in the characters that HTTP takes; what is not among them is encoded. @throws {TypeError} for what is no path */
export function toPath(url: string): string {
  if (!url.startsWith('/'))
    throw new TypeError(`A URL of the router begins with a slash, as in /post/7, not "${url}".`);
  if (/\p{Surrogate}/u.test(url)) throw new TypeError(`The URL ${JSON.stringify(url)} holds half of a character.`);
  return url.replace(/[^\x21-\x7e]+|#.*/gs, (text) => (text.startsWith('#') ? '' : encodeURIComponent(text)));
}

// --- internal ---

function exchange(
  client: Duplex,
  options: http.RequestOptions,
  body: string | Uint8Array | Readable | undefined,
  signal: AbortSignal | undefined,
): Promise<RouterAnswer> {
  return new Promise((resolve, reject) => {
    const sent = http.request({ ...options, ...(signal && { signal }), createConnection: () => client });
    sent.on('error', reject);
    sent.on('response', (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('error', reject);
      res.on('end', () => {
        try {
          const { 'content-type': type } = res.headers;
          const headers = res.headers as RouterAnswer['headers'];
          resolve({ status: res.statusCode as number, headers, body: readContent(Buffer.concat(chunks), type) });
        } catch (error) {
          reject(error);
        }
      });
    });
    if (body instanceof Readable) body.on('error', (error) => sent.destroy(error)).pipe(sent);
    else sent.end(body);
  });
}
