import type { ServerOptions as HttpOptions, Server as HttpServer } from 'node:http';
import http from 'node:http';
import type { Http2SecureServer, Http2Server, SecureServerOptions } from 'node:http2';
import type { Server as HttpsServer } from 'node:https';
import type { Http1Classes } from './http1-classes.ts';
import { makeHttp2Classes } from './http2-classes.ts';
import { PSEUDO_FIELDS } from './limit-headers.ts';
import type { ResolvedLimits, ServerOptions } from './options.ts';

/** Any server that `createServer` returns. */
export type AnyServer = HttpServer | HttpsServer | Http2SecureServer | Http2Server;

/** Create the server for the protocol in the options, with its limits and without a listener. */
export function openServer(
  options: ServerOptions,
  limits: ResolvedLimits,
  classes: Http1Classes | undefined,
): AnyServer {
  const { idleTimeout, maxHeaders, ...times } = limits;
  // `limitBodies` has the time of bodies.
  const http1: HttpOptions = { ...times, requestTimeout: 0, ...(classes && pickClasses(classes)) };
  const server = openWith(options, limits, classes, http1);
  // Node leaves out what is above its own limit; the listener has to see that there was one more.
  return Object.assign(server, { maxHeadersCount: maxHeaders + 1, timeout: idleTimeout });
}

/** How many requests of an HTTP/2 connection run concurrently: 20, or the value in `settings`. Clients may send 100 before they learn a lower limit. */
export function concurrentStreams({ http2 }: ServerOptions): number {
  const settings = typeof http2 === 'object' ? http2.settings : undefined;
  return settings?.maxConcurrentStreams ?? 20;
}

// --- internal ---

function openWith(
  { https, http2 }: ServerOptions,
  limits: ResolvedLimits,
  classes: Http1Classes | undefined,
  http1: HttpOptions,
): AnyServer {
  if (http2) return openHttp2({ ...https, ...(http2 === true ? undefined : http2) }, limits, classes);
  if (!https) return http.createServer(http1);
  // What most programs do not use costs their start nothing.
  const { createServer } = process.getBuiltinModule('node:https');
  return createServer({ handshakeTimeout: limits.headersTimeout || HANDSHAKE, ...https, ...http1 });
}

/** Milliseconds that Node gives a handshake. */
const HANDSHAKE = 120_000;

function pickClasses({
  IncomingMessage,
  ServerResponse,
}: Http1Classes): Pick<Http1Classes, 'IncomingMessage' | 'ServerResponse'> {
  return { IncomingMessage, ServerResponse };
}

function openHttp2(given: SecureServerOptions, limits: ResolvedLimits, classes: Http1Classes | undefined): AnyServer {
  const node = process.getBuiltinModule('node:http2');
  const options: SecureServerOptions = {
    allowHTTP1: true,
    handshakeTimeout: limits.headersTimeout || HANDSHAKE,
    maxHeaderListPairs: limits.maxHeaders + 1 + PSEUDO_FIELDS,
    ...given,
    settings: { maxHeaderListSize: limits.maxHeaderSize, maxConcurrentStreams: 100, ...given.settings },
    ...(classes && {
      ...makeHttp2Classes(node),
      Http1IncomingMessage: classes.IncomingMessage,
      Http1ServerResponse: classes.ServerResponse,
    }),
  };
  if (!hasCertificate(options)) return node.createServer(options);
  const { headersTimeout, keepAliveTimeout, connectionsCheckingInterval, maxHeaderSize } = limits;
  // For the clients of HTTP/1.1: it does not take them as options.
  return Object.assign(node.createSecureServer(options), {
    headersTimeout,
    requestTimeout: 0,
    keepAliveTimeout,
    connectionsCheckingInterval,
    maxHeaderSize,
  });
}

function hasCertificate(options: SecureServerOptions): boolean {
  return ['key', 'cert', 'pfx', 'SNICallback', 'secureContext'].some((name) => Object.hasOwn(options, name));
}
