import type { Server as HttpServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import { OptionError, show } from './errors.ts';
import { isExpressApp } from './express-app.ts';
import type { Handler } from './handler.ts';
import { makeHttp1Classes } from './http1-classes.ts';
import { limitBodies } from './limit-bodies.ts';
import { limitHeaders } from './limit-headers.ts';
import { type AnyServer, openServer } from './open-server.ts';
import { resolveOptions, type ServerOptions } from './options.ts';
import { serveHandler } from './serve-handler.ts';

/**
 * Create a server for an Express application or any `(req, res)` handler. Like Node's server, it listens after
 * `listen`.
 *
 * Express 4 and 5 applications run on it nearly as fast as plain Node. For the limits of headers, requests and
 * connections, see {@link ServerOptions}.
 *
 * @throws {OptionError} `E_OPTION` for a value that is not a handler, and for unknown or wrong options
 * @see docs/server.md#createserver
 * @example
 * const server = createServer(app).listen(3000);
 * gracefulShutdown(server, { close: [router] });
 */
export function createServer(app: Handler, options?: ServerOptions & { https?: undefined }): HttpServer;
export function createServer(app: Handler, options: ServerOptions & { https: object }): HttpsServer;
export function createServer(app: Handler, options?: ServerOptions): AnyServer;
export function createServer(app: Handler, options: ServerOptions = {}): AnyServer {
  if (typeof app !== 'function') {
    const hint = 'It must be an Express application or a (req, res) function; for Koa, pass app.callback().';
    throw new OptionError(`the application of createServer is ${show(app)}`, hint);
  }
  const limits = resolveOptions(options);
  const classes = isExpressApp(app) ? makeHttp1Classes(app) : undefined;
  const server = openServer(options, limits, classes);
  server.on('request', limitHeaders(limitBodies(server, serveHandler(app), limits), limits.maxHeaders));
  // If the application replaces its prototypes, the next connection uses the new ones.
  if (classes) server.on('connection', classes.update);
  return server;
}
