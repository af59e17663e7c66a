import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { finished, Readable, Stream } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { isThenable } from '@rest-gen/model/core';
import type { ReadyAnswer } from '../contracts/answer.ts';
import type { PathPlan } from '../contracts/plan.ts';
import type { AddressedRequest } from '../match/request-path.ts';
import { countUnread, LARGE } from './answer-memory.ts';
import { isLink, putHeaders, replaceHeader } from './headers.ts';
import { discard } from './streams.ts';
import { isWrapped, sendThrough } from './wrapped.ts';

/**
 * Send an answer.
 *
 * Its header fields are set on `res`, where loggers (morgan) read them when it is sent. Of a request that no application and no middleware has
 * touched, Node gets them at once: there is no logger, and it takes half a microsecond less.
 *
 * @returns a promise for a stream, when all of it is sent, and for a middleware that replaced `res.json` by an asynchronous function
 */
export function sendAnswer(
  { status, headers, body }: ReadyAnswer,
  req: AddressedRequest & Pick<IncomingMessage, 'method'>,
  res: ServerResponse,
): Promise<void> | undefined {
  if (body === undefined || body instanceof Readable) {
    lingerAfter(res);
    setHead(status, headers, res);
    if (body && req.method !== 'HEAD') return sendStream(body, res);
    discard(body);
    if (status === 304) res.removeHeader('Content-Type');
    res.end();
    return undefined;
  }
  if (typeof body === 'string' && isWrapped(res, headers) && req.method !== 'HEAD') {
    lingerAfter(res);
    setHead(status, headers, res);
    const sent = sendThrough(res, body);
    return isThenable(sent) ? Promise.resolve(sent).then(() => undefined) : undefined;
  }
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
  replaceHeader(headers, 'Content-Length', String(length));
  if (length > LARGE) countUnread(res, length);
  if (isUntouched(req, res)) res.writeHead(status, headers);
  else setHead(status, headers, res);
  if (typeof body === 'string') endWithText(res, body, length);
  else {
    lingerAfter(res);
    res.end(body);
  }
  return undefined;
}

/** Answer OPTIONS: what this path has (RFC 9110 section 9.3.7). */
export function sendAllow(res: ServerResponse, { allow, acceptPatch, acceptQuery }: PathPlan): void {
  lingerAfter(res);
  res.statusCode = 204;
  res.setHeader('Allow', allow);
  if (acceptPatch !== undefined) res.setHeader('Accept-Patch', acceptPatch);
  if (acceptQuery !== undefined) res.setHeader('Accept-Query', acceptQuery);
  res.end();
}

/**
 * End a response with a UTF-8 string, after its header fields are set, in one write.
 *
 * @param length - bytes of the text, its `Content-Length`
 */
export function endWithText(res: ServerResponse, text: string, length: number): void {
  if (!res.req.complete) lingerAfter(res);
  // Node puts header fields and text together in one string of one encoding; fields are Latin-1. In ASCII both are the same.
  // It copies what the operating system does not take at once, and bytes it does not.
  if (length === text.length && length <= LARGE) res.end(text, 'latin1');
  else res.end(Buffer.from(text));
}

/** Reset a truncated response. */
export function breakOff(res: ServerResponse): void {
  const { req, socket } = res;
  try {
    // For HTTP/1.0 clients, such as some proxies, a closed connection is the regular end of a response.
    if (req.httpVersionMinor === 0) socket?.resetAndDestroy();
  } catch {
    // Only TCP has a reset; TLS and Unix sockets do not.
  }
  res.destroy();
}

// --- internal ---

function sendStream(body: Readable, res: ServerResponse): Promise<void> {
  // Ahead of `pipeline`, which closes the connection, and that is no error to every client.
  finished(body, (error) => error && breakOff(res));
  ignoreMissingDrain(res);
  return pipeline(body, takeTurns, res);
}

/**
 * Sockets of adapters for functions (`@codegenie/serverless-express`) return nothing from `write`. Node takes that for a full buffer, and `pipeline`
 * waits for a `drain` that never comes.
 */
function ignoreMissingDrain(res: ServerResponse): void {
  if (res.socket === null || res.socket instanceof Stream) return;
  const { write } = res;
  res.write = ((...args: Parameters<typeof write>) => write.apply(res, args) !== false) as typeof write;
}

/** Milliseconds that a stream may hold the event loop. */
const SLICE = 2;

/** Let other requests run: chunks that come without I/O, such as rows of SQLite for a fast client, leave no turn of the event loop to them. */
async function* takeTurns(body: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array | string> {
  let end = performance.now() + SLICE;
  for await (const chunk of body) {
    yield chunk;
    if (performance.now() < end) continue;
    await turn();
    end = performance.now() + SLICE;
  }
}

function isUntouched(req: AddressedRequest, res: ServerResponse): boolean {
  // A replaced `end` may set fields before it calls Node's.
  return (
    req.originalUrl === undefined &&
    !Object.hasOwn(res, 'end') &&
    !res.hasHeader('Content-Type') &&
    !res.hasHeader('Link')
  );
}

function setHead(status: number, headers: Readonly<Record<string, string>>, res: ServerResponse): void {
  // Express gives each response a new prototype, after which V8 looks up every member anew: as few as can be save 2 of 66 microseconds.
  if (res.statusCode !== status) res.statusCode = status;
  const { setHeader } = res;
  for (const name of Object.keys(headers)) {
    // A media type that the action has set on `res` itself stays.
    if (name === 'Content-Type' && res.hasHeader(name)) continue;
    if (isLink(name)) putHeaders(res, [[name, headers[name] as string]]);
    else setHeader.call(res, name, headers[name] as string);
  }
}

/** Bytes and milliseconds for which the rest of a body is read after an answer that closes the connection. */
const MAX_BYTES = 67_108_864;
const MAX_TIME = 10_000;

/**
 * Let an answer reach a client that is still sending its body; to be called before the answer is sent.
 *
 * Node closes the connection after an answer with `Connection: close`. The system then resets it as long as data arrives, and many clients and proxies, which
 * write the whole request first, lose the answer. So what follows is read for a while, and dropped (RFC 9112 section 9.6).
 */
function lingerAfter({ req, socket }: ServerResponse): void {
  if (req.complete || !socket?.destroySoon || !hasBody(req)) return;
  // Node calls it where it closes a connection after a response.
  socket.destroySoon = () => {
    socket.destroySoon = Object.getPrototypeOf(socket).destroySoon;
    if (req.complete || socket.destroyed) socket.destroySoon();
    else linger(socket);
  };
}

function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
}

function linger(socket: Socket): void {
  const close = (): void => void socket.destroy();
  const timer = setTimeout(close, MAX_TIME);
  socket.once('close', () => clearTimeout(timer));
  // The parser of Node would take what follows the body for the next request.
  for (const event of ['data', 'end']) socket.removeAllListeners(event);
  let bytes = 0;
  socket.on('data', ({ length }: Buffer) => {
    bytes += length;
    if (bytes > MAX_BYTES) close();
  });
  socket.on('end', close);
  socket.end();
  socket.resume();
  // Node's HTTP parser reads from the socket directly and may have paused it; `resume` alone does not restart that.
  socket._read(0);
}
