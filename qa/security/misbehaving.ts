import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import type { Controller } from '@rest-gen/router';
import type { NextFunction, Response } from 'express';
import { cycle, deep, hostile, later, refuse, THROWN, thenable } from './odd-values.ts';

/** What an action does, and the right statuses; 0 stands for a connection that is closed without a whole answer. */
export type Misbehaviour = readonly [
  name: string,
  act: (this: Controller) => unknown,
  answer: number | readonly number[],
];

const throwing: readonly Misbehaviour[] = THROWN.flatMap(([name, value]) => [
  [`throws ${name}`, () => raise(value), 500],
  [`rejects with ${name}`, () => later(1).then(() => raise(value)), 500],
]);

/** Values that cannot be written, or only in part. */
// biome-ignore format: one a line
const returning: readonly Misbehaviour[] = [
  ['returns a cycle', () => cycle, 500],
  ['returns a big integer', () => ({ a: 1n }), 200],
  ['returns a function', () => refuse, 500],
  ['returns a symbol', () => Symbol('s'), 500],
  ['returns a proxy that throws', hostile, 500],
  ['returns a proxy that throws, later', () => later(hostile()), 500],
  ['returns a getter that throws', () => ({ get a() { return refuse(); } }), 500],
  ['returns a toJSON that throws', () => ({ toJSON: refuse }), 500],
  ['returns a toJSON that gives nothing', () => ({ toJSON: () => undefined }), 500],
  ['returns what resolves twice', () => thenable((resolve) => { resolve(1); resolve(2); }), 200],
  ['returns what resolves, then throws', () => thenable((resolve) => { resolve(1); refuse(); }), 200],
  ['returns what never resolves', () => thenable(() => {}), 503],
  ['returns a then that throws', () => thenable(refuse), 500],
  ['returns a getter of then that throws', () => Object.defineProperty({}, 'then', { get: refuse }), 500],
  ['returns ten megabytes', () => 'x'.repeat(10_000_000), 200],
  ['returns lists that are deeper than the stack', () => deep(200_000), 500],
  ['returns its own response', function () { return this.res; }, 500],
  ['returns its own request, which is a stream', function () { return this.req; }, 200],
  ['returns nothing', () => undefined, 500],
  ['returns a date that is none', () => new Date(Number.NaN), 200],
  ['returns a stream that fails at once', () => new Readable({ read() { this.destroy(new Error('x')); } }), 500],
  ['returns a stream that fails half way', () => Readable.from(failing()), [0, 200]],
  ['returns a stream of objects', () => Readable.from([{ a: 1 }]), 500],
  ['returns a stream that was read already', async () => { const one = Readable.from(['x']).resume(); await once(one, 'end'); return one; }, [200, 500]],
  ['returns a stream of the web that fails', () => new ReadableStream({ start: (controller) => controller.error(new Error('x')) }), 500],
  ['returns a stream that never begins', () => new PassThrough(), 503],
];

/** Calls of the router, and of Express, that are wrong or come twice. */
// biome-ignore format: one a line
const calling: readonly Misbehaviour[] = [
  ['says the status 99', function () { return this.success(1, { status: 99 }); }, 500],
  ['says the status 1000', function () { return this.success(1, { status: 1000 }); }, 500],
  ['says a status as text', function () { return this.success(1, { status: 'abc' as never }); }, 500],
  ['says the status NaN', function () { return this.success(1, { status: Number.NaN }); }, 500],
  ['says the status 101', function () { return this.success(1, { status: 101 }); }, 500],
  ['fails with 200', function () { return this.fail(200); }, 500],
  ['fails with NaN', function () { return this.fail(Number.NaN); }, 500],
  ['fails with members that are a cycle', function () { return this.fail(409, 'x', cycle); }, 409],
  ['fails with members that throw', function () { return this.fail(409, 'x', { a: hostile() }); }, [409, 500]],
  ['gives a header field without a name', function () { return this.success(1, { headers: { '': 'x' } }); }, 500],
  ['gives a header field with a line break', function () { return this.success(1, { headers: { a: 'x\r\nb: c' } }); }, 500],
  ['gives a length that is wrong', function () { return this.success({ a: 1 }, { headers: { 'Content-Length': '1' } }); }, 200],
  ['gives chunks and no chunks', function () { return this.success({ a: 1 }, { headers: { 'Transfer-Encoding': 'chunked' } }); }, [200, 500]],
  ['sets the status 99 on res', function () { this.res.statusCode = 99; return 1; }, 200],
  ['sets the status NaN on res', function () { this.res.statusCode = Number.NaN; return 1; }, 200],
  ['responds, then returns', function () { (this.res as Response).json(1); return 2; }, 200],
  ['responds, then throws', function () { (this.res as Response).json(1); return refuse(); }, 200],
  ['responds, then rejects', async function () { (this.res as Response).json(1); await later(1); refuse(); }, 200],
  ['responds, then fails', function () { (this.res as Response).json(1); return this.fail(409); }, 200],
  ['responds through success and through res', function () { this.success(1); (this.res as Response).json(2); }, 200],
  ['responds twice', function () { (this.res as Response).json(1); (this.res as Response).json(2); }, 200],
  ['writes a part, then throws', function () { this.res.write('a'); return refuse(); }, [0, 200]],
  ['writes the head and all, then returns', function () { this.res.writeHead(200, { 'Content-Length': 2 }); this.res.end('{}'); return 1; }, 200],
  ['calls next, and returns', function () { nextOf(this)(); return 1; }, [200, 404]],
  ['calls next twice', function () { nextOf(this)(); nextOf(this)(); }, [404, 500]],
  ['calls next with an error, and returns', function () { nextOf(this)(new Error('x')); return 1; }, [200, 500]],
  ['destroys the socket', function () { this.req.socket.destroy(); return 1; }, 0],
  ['ends the socket, then returns', function () { this.req.socket.end(); return 1; }, 0],
  ['writes an answer of its own to the socket', function () { this.req.socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'); }, 200],
  ['destroys the response', function () { this.res.destroy(); return 1; }, 0],
  ['destroys the request with an error', function () { this.req.destroy(new Error('x')); return 1; }, 0],
  ['never answers', () => new Promise(() => {}), 503],
  ['loops until the signal aborts', async function () { while (!this.signal.aborted) await later(1); return 1; }, 503],
  ['waits for the signal, then throws', async function () { await once(this.signal, 'abort'); refuse(); }, 503],
  ['answers after the deadline', async function () { await once(this.signal, 'abort'); await later(1); return this.success(2); }, 503],
  ['takes the end of its response away', function () { this.res.end = refuse; return 1; }, 0],
  ['makes the header fields of its response throw', function () { this.res.setHeader = refuse; return 1; }, 0],
  ['gives its response the prototype of Node', function () { Object.setPrototypeOf(this.res, ServerResponse.prototype); return 1; }, 200],
  ['gives its request the prototype of Node', function () { Object.setPrototypeOf(this.req, IncomingMessage.prototype); return refuse(); }, 500],
  ['gives itself no prototype', function () { Object.setPrototypeOf(this, null); return 1; }, [200, 500]],
  ['forgets the address of its request', function () { for (const name of ['url', 'originalUrl']) Object.assign(this.req, { [name]: undefined }); return refuse(); }, 500],
  ['gives its request an address that is no text', function () { for (const name of ['url', 'originalUrl']) Object.assign(this.req, { [name]: Symbol('s') }); return refuse(); }, [0, 500]],
  ['asks for a model by a name that all objects have', function () { return this.model('__proto__').select(); }, 500],
  ['emits an error on its response', function () { this.res.on('error', () => {}).emit('error', new Error('x')); return 1; }, 200],
  ['freezes what it returns and all it holds', () => Object.freeze([Object.freeze({ a: 1 })]), 200],
];

export const MISBEHAVIOURS: readonly Misbehaviour[] = [...throwing, ...returning, ...calling];

// --- internal ---

function raise(value: unknown): never {
  throw value;
}

async function* failing(): AsyncGenerator<string> {
  yield 'a';
  await later(1);
  refuse();
}

function nextOf({ req }: Controller): NextFunction {
  return (req as { next?: NextFunction }).next as NextFunction;
}
