import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * An Express application, an `express.Router`, or any `(req, res)` or `(req, res, next)` function.
 *
 * The type is written as a method, so that a function of Express's own `Request` and `Response` is assignable to it.
 *
 * @see docs/server.md#createserver
 */
export type Handler = {
  handle(req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void): unknown;
}['handle'];
