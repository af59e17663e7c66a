import http, { type IncomingMessage, type RequestOptions, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex, Readable } from 'node:stream';

/** What a response has sent. */
export interface Received {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly content: Buffer;
}

/** A request as it is sent: header fields are in lower case. */
export interface Sent extends Pick<RequestOptions, 'method' | 'path'> {
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Uint8Array | Readable | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * Call a handler with a request and a response of Node that have no connection: the response writes its bytes into memory. A client and a parser for each
 * request would take five times as long.
 *
 * @throws {TypeError} for a method or header field that HTTP does not have
 * @throws {Error} for an answer that is broken off
 */
export function callHandler(
  handle: (req: IncomingMessage, res: ServerResponse) => void,
  sent: Sent,
): Promise<Received> {
  const wire = new Wire();
  const req = createRequest(wire, sent);
  const res = new http.ServerResponse(req);
  // The content stands as it is behind the head.
  res.useChunkedEncodingByDefault = false;
  res.assignSocket(wire as unknown as Socket);
  return new Promise((resolve, reject) => {
    const { signal, body } = sent;
    const leave = (): void => void wire.destroy();
    signal?.addEventListener('abort', leave);
    const end = (): void => signal?.removeEventListener('abort', leave);
    wire.once('close', () => {
      end();
      if (!req.complete) req.destroy();
      reject(new Error('The answer was broken off.'));
    });
    res.once('finish', () => {
      end();
      // As a server does.
      res.detachSocket(wire as unknown as Socket);
      resolve(readAnswer(res.statusCode, wire.bytes()));
      process.nextTick(() => res.emit('close'));
    });
    if (body instanceof Readable) body.on('error', leave);
    handle(req, res);
  });
}

// --- internal ---

/** Takes the place of a connection. */
class Wire extends Duplex {
  readonly #chunks: Buffer[] = [];

  constructor() {
    // A response waits for the server to say that its connection takes more.
    super({ writableHighWaterMark: 2 ** 40 });
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}

function createRequest(wire: Wire, { method = 'GET', path = '/', headers, body }: Sent): IncomingMessage {
  if (!http.METHODS.includes(method)) throw new TypeError(`HTTP has no method ${JSON.stringify(method)}.`);
  const req = new http.IncomingMessage(wire as unknown as Socket);
  // What destroys a request that nobody reads is no error of the program.
  req.on('error', () => {});
  Object.assign(req, { method, url: path, httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1 });
  const fields = headers.host === undefined ? ['host', 'localhost'] : [];
  for (const [name, value] of Object.entries(headers)) {
    http.validateHeaderName(name);
    for (const one of [value].flat()) {
      http.validateHeaderValue(name, one);
      fields.push(name, one);
    }
  }
  if (body instanceof Readable) fields.push('transfer-encoding', 'chunked');
  setFields(req, fields);
  const end = (): void => {
    req.complete = true;
    req.push(null);
  };
  if (body instanceof Readable) {
    req._read = () => void body.resume();
    body.on('data', (chunk: unknown) => void (req.push(chunk) || body.pause()));
    body.once('end', end);
    body.pause();
  } else {
    if (body !== undefined && body.length > 0) req.push(Buffer.from(body as string));
    end();
  }
  return req;
}

/** Read what was written: heads of interim answers (1xx), the head, and the content. */
function readAnswer(status: number, bytes: Buffer): Received {
  let at = 0;
  let head = '';
  do {
    const end = bytes.indexOf('\r\n\r\n', at);
    head = bytes.toString('latin1', at, end);
    at = end + 4;
  } while (/^HTTP\/1\.1 1\d\d /.test(head));
  const fields: string[] = [];
  for (const line of head.split('\r\n').slice(1)) {
    const colon = line.indexOf(': ');
    fields.push(line.slice(0, colon), line.slice(colon + 2));
  }
  const read = new http.IncomingMessage(undefined as unknown as Socket);
  setFields(read, fields);
  return { status, headers: read.headers, content: bytes.subarray(at) };
}

/** As the parser of Node does: fields of the same name are joined when they are read. */
function setFields(message: IncomingMessage, fields: readonly string[]): void {
  (message as unknown as { _addHeaderLines(lines: readonly string[], count: number): void })._addHeaderLines(
    fields,
    fields.length,
  );
}
