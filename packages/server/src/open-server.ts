import http, { type Server as HttpServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Http1Classes } from './http1-classes.ts';
import type { ResolvedLimits, ServerOptions } from './options.ts';

/**
 * Any server that `createServer` returns.
 *
 * @see docs/server.md#createserver
 */
export type AnyServer = HttpServer | HttpsServer;

/** Create the server, for TLS if the options have `https`, with its limits and without a listener. */
export function openServer(
  { https }: ServerOptions,
  limits: ResolvedLimits,
  classes: Http1Classes | undefined,
): AnyServer {
  const { idleTimeout, maxHeaders, ...times } = limits;
  const { IncomingMessage, ServerResponse } = classes ?? http;
  // `limitBodies` limits the time of bodies.
  const options = { ...times, requestTimeout: 0, IncomingMessage, ServerResponse };
  const server = https
    ? // Most programs do not use TLS: its module is loaded when it is needed.
      process
        .getBuiltinModule('node:https')
        .createServer({ handshakeTimeout: limits.headersTimeout || HANDSHAKE, ...https, ...options })
    : http.createServer(options);
  // Node omits fields above its own limit; the listener must see that there was one more.
  return Object.assign(server, { maxHeadersCount: maxHeaders + 1, timeout: idleTimeout });
}

// --- internal ---

/** The default of Node for a TLS handshake, in milliseconds. */
const HANDSHAKE = 120_000;
