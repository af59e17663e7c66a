import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type RequestHandler } from 'express';
import { readContent, writeContent } from './content.ts';
import { callHandler } from './loopback.ts';
import { REFUSED, SENT } from './sent.ts';
import type { RouterAnswer, RouterRequest } from './types.ts';

/** Sends requests to a router in the same process, through an application of Express that has nothing but the router. */
export class Requester {
  readonly #handlers: () => readonly unknown[];
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
    let received: IncomingMessage | undefined;
    const handle = (req: IncomingMessage, res: ServerResponse): void => {
      received = req;
      SENT.set(req, request);
      if (request.user !== undefined && request.user !== null) (req as { user?: unknown }).user = request.user;
      this.#application()(req, res);
    };
    try {
      const sent = { method: method.toUpperCase(), path, headers, body, signal: request.signal };
      const { status, headers: fields, content } = await callHandler(handle, sent);
      const answer = {
        status,
        headers: fields as RouterAnswer['headers'],
        body: readContent(content, fields['content-type']),
      };
      const refusal = received && REFUSED.get(received);
      return refusal === undefined ? answer : { ...answer, refusal };
    } catch (error) {
      request.signal?.throwIfAborted();
      throw error;
    }
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
