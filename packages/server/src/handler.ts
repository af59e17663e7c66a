import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';

/**
 * An Express application, an `express.Router`, or any `(req, res)` or `(req, res, next)` function.
 *
 * Written as a method, so that a function of Express's own `Request` and `Response` is one too.
 */
export type Handler = {
  handle(req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void): unknown;
}['handle'];

/** A {@link Handler} of HTTP/2's own requests. */
export type Http2Handler = {
  handle(req: Http2ServerRequest, res: Http2ServerResponse, next: (error?: unknown) => void): unknown;
}['handle'];

/** What `createServer` takes, whatever it serves it with. */
export type AnyHandler = Handler | Http2Handler;

/** The request and the response of either protocol, as far as both are the same. */
export type AnyRequest = IncomingMessage | Http2ServerRequest;
export type AnyResponse = ServerResponse | Http2ServerResponse;
