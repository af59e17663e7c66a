import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { connect } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { expect } from 'chai';
import { createServer } from '../src/create-server.ts';
import type { Handler } from '../src/handler.ts';
import { captureErrors, closeAfterEach, exchange, listen } from './serve.ts';

type Next = (error?: unknown) => void;

const GET = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

describe('a handler without Express', () => {
  closeAfterEach();

  const secret = new Error('the password is 1234');
  const rows: readonly [what: string, handler: Handler, status: number, detail: string, printed: RegExp][] = [
    ['throws', () => fail(secret), 500, 'The server failed.', /the password/],
    ['rejects', async () => fail(secret), 500, 'The server failed.', /the password/],
    ['throws null', () => fail(null), 500, 'The server failed.', /null/],
    ['throws an error with a status', () => fail(withStatus('status', 409)), 409, 'It says so.', /^$/],
    ['rejects with a statusCode', async () => fail(withStatus('statusCode', 413)), 413, 'It says so.', /^$/],
    ['throws 503', () => fail(withStatus('status', 503)), 503, 'The server failed.', /It says so/],
    ['throws 404', () => fail(withStatus('status', 404)), 404, 'It says so.', /^$/],
    [
      'sets an invalid status message',
      (_req, res) => void Object.assign(res, { statusMessage: 'two\r\nlines' }).end(),
      500,
      'The server failed.',
      /ERR_INVALID_CHAR/,
    ],
    [
      'throws an error with expose: false',
      () => fail(Object.assign(withStatus('status', 404), { expose: false })),
      404,
      'Not Found',
      /^$/,
    ],
    [
      'throws a message with line breaks and terminal escapes',
      () => fail(new Error('a\nE_FORGED: b\r\x1b[2J\x9b')),
      500,
      'The server failed.',
      /^Error: a\n {2}E_FORGED: b\\r\\u001b\[2J\\u009b\n {2}/,
    ],
    ['calls next', (_req, _res, next) => next(), 404, 'There is nothing at this address.', /^$/],
    ['calls next with an error', (_req, _res, next) => next(secret), 500, 'The server failed.', /the password/],
  ];
  for (const [what, handler, status, detail, printed] of rows) {
    it(`answers ${status} when it ${what}`, async () => {
      const server = createServer((req: IncomingMessage, res: ServerResponse, next: Next) => {
        res.setHeader('Content-Encoding', 'gzip');
        return handler(req, res, next);
      });
      let answer = '';
      const errors = await captureErrors(async () => {
        answer = await exchange(await listen(server), GET);
      });
      expect(answer).to.match(new RegExp(`^HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`));
      expect(answer).not.to.match(/content-encoding/i);
      expect(JSON.parse(answer.split('\r\n\r\n')[1] as string)).to.include({ status, detail });
      expect(errors).to.match(printed);
    });
  }

  for (const [status, code, wanted] of [
    [409, undefined, 'E_CONFLICT'],
    [499, undefined, 'E_499'],
    [409, 'E_IDEMPOTENCY_RUNNING', 'E_IDEMPOTENCY_RUNNING'],
    [400, 'ERR_HTTP', 'E_BAD_REQUEST'],
    [503, 'E_UNAVAILABLE', 'E_INTERNAL'],
  ] as const) {
    it(`answers ${wanted} to an error with status ${status} and code ${code}`, async () => {
      const server = createServer(() => fail(Object.assign(new Error('no'), { status, code })));
      let answer = '';
      await captureErrors(async () => {
        answer = await exchange(await listen(server), GET);
      });
      expect(JSON.parse(answer.split('\r\n\r\n')[1] as string)).to.include({ status, code: wanted });
    });
  }

  it('resets a response that fails halfway', async () => {
    const server = createServer(async (_req, res) => {
      res.writeHead(200, { 'Content-Length': 10 });
      res.write('half');
      await new Promise((resolve) => setImmediate(resolve));
      throw secret;
    });
    const port = await listen(server);
    const errors = await captureErrors(async () => {
      expect(await exchange(port, GET)).to.match(/half$/);
    });
    expect(errors).to.include('the password');
  });

  it('resets a response that fails halfway (HTTP/1.0)', async () => {
    let half: Promise<unknown> | undefined;
    const server = createServer(async (_req: unknown, res: Writable) => {
      res.write('half');
      await half;
      throw secret;
    });
    const stream = askHttp10(await listen(server));
    half = once(stream, 'data');
    await captureErrors(async () => {
      const failure = await once(stream, 'end').then(() => undefined, (error: Error) => error); // biome-ignore format: short
      expect(failure).to.include({ code: 'ECONNRESET' });
    });
  });

  it('sends the whole response when it fails after res.end()', async () => {
    const server = createServer((_req, res) => {
      res.end(Buffer.alloc(10_000_000, 'a'));
      throw secret;
    });
    const port = await listen(server);
    const errors = await captureErrors(async () => {
      expect((await exchange(port, GET)).split('\r\n\r\n')[1]).to.have.length(10_000_000);
    });
    expect(errors).to.include('the password');
  });
});

// --- internal ---

function fail(error: unknown): never {
  throw error;
}

function withStatus(name: string, value: unknown): Error {
  return Object.assign(new Error('It says so.'), { [name]: value });
}

function askHttp10(port: number): Readable {
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.0\r\n\r\n');
  return socket;
}
