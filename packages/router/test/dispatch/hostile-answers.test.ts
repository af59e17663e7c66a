import type { RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import express from 'express';
import { Controller, createRestRouter, type RestRouter } from '../../src/index.ts';
import { askOnce, WAYS } from '../raw-http.ts';
import { keepQuiet } from '../serve.ts';
import { uncaught } from '../uncaught.ts';

const routerOf = (action: (this: Controller) => unknown): RestRouter =>
  createRestRouter({
    rules: [['/thing', 'rest']],
    controllers: {
      thing: class extends Controller {
        getAction() {
          return action.call(this);
        }
      },
    },
  });

const refuse = () => {
  throw new Error('not you');
};
const later = <T>(value: T) => new Promise<T>((resolve) => setImmediate(resolve, value));

for (const [way, listenerOf] of WAYS) {
  describe(`hostile return values (${way})`, () => {
    keepQuiet();
    const ask = (action: (this: Controller) => unknown) =>
      askOnce(listenerOf(routerOf(action)), ['GET /thing HTTP/1.1']);

    for (const [name, value] of [
      // An object that knows its own members only.
      ['whose unknown members throw', new Proxy({}, { get: (_, key) => (key === 'then' ? undefined : refuse()) })],
      ['like a stream that cannot be listened to', { pipe() {}, read() {}, on: refuse }],
      ['like a stream that cannot be let go of', { pipe() {}, read() {}, on() { return this; }, destroy: refuse }], // biome-ignore format: short
    ] as const) {
      for (const [when, give] of [
        ['at once', () => value],
        ['later', () => later(value)],
      ] as const) {
        it(`answers 500 to a value ${name}, ${when}`, async () => {
          const left = await uncaught(async () => expect((await ask(give)).status).to.equal(500));
          expect(left).to.deep.equal([]);
        });
      }
    }

    it('awaits a promise with an overwritten then', async () => {
      const promise = Object.assign(Promise.resolve({ a: 1 }), Object.fromEntries([['then', () => undefined]]));
      expect((await ask(() => promise)).body).to.equal('{"a":1}');
    });

    for (const [when, give] of [
      ['at once', () => 1],
      ['later', () => later(1)],
      ['as an error', refuse],
    ] as const) {
      it(`answers 500 when the field Trailer forbids the response, ${when}`, async () => {
        const left = await uncaught(async () => {
          const heard = await ask(function () {
            this.res.setHeader('Trailer', 'X-Sum');
            this.res.setHeader('Access-Control-Allow-Origin', '*');
            return give();
          });
          expect([heard.status, heard.fields.get('access-control-allow-origin')]).to.deep.equal([500, '*']);
        });
        expect(left).to.deep.equal([]);
      });

      it(`closes the connection when res.end throws, ${when}`, async () => {
        const left = await uncaught(async () => {
          const heard = await ask(function () {
            this.res.end = refuse;
            return give();
          });
          expect(heard.text).to.equal('');
        });
        expect(left).to.deep.equal([]);
      });
    }

    for (const name of ['content-length', 'CONTENT-LENGTH']) {
      it(`sends the Content-Length of the body when the action sets ${name}`, async () => {
        const { text } = await ask(function () {
          return this.success({ a: 1 }, { headers: { [name]: '3' } });
        });
        expect(text.match(/content-length: \d+/gi)).to.have.length(1);
        expect(text).to.match(/content-length: 7\r\n/i);
      });
    }
  });
}

describe('responses through a wrapped res.end', () => {
  /** As a middleware that adds a field at the last moment. */
  const addField = (_req: object, res: ServerResponse, next: () => void) => {
    const { end } = res;
    res.end = ((...args: Parameters<typeof end>) => {
      res.setHeader('X-Last', '1');
      return end.apply(res, args);
    }) as typeof end;
    next();
  };
  const router = routerOf(() => ({ a: 1 }));

  for (const [name, listener] of [
    ['node:http', (req, res) => addField(req, res, () => (router as unknown as RequestListener)(req, res))],
    ['Express 5', express().use(addField, router)],
  ] as readonly (readonly [string, RequestListener])[]) {
    it(`include header fields that it adds (${name})`, async () => {
      const { status, fields } = await askOnce(listener, ['GET /thing HTTP/1.1']);
      expect([status, fields.get('x-last')]).to.deep.equal([200, '1']);
    });
  }
});

describe('a program with a replaced global Promise', () => {
  keepQuiet();

  for (const [name, action] of [
    ['an async action', async () => ({ a: 1 })],
    ['a stream', () => Readable.from(['{"a":1}'])],
    ['its own promise', () => Promise.resolve({ a: 1 })],
  ] as const) {
    it(`receives the response of ${name}`, async () => {
      const native = globalThis.Promise;
      globalThis.Promise = class Other<T> extends native<T> {} as PromiseConstructor;
      try {
        const { status, body } = await askOnce(routerOf(action) as unknown as RequestListener, ['GET /thing HTTP/1.1']);
        expect([status, body.includes('{"a":1}')]).to.deep.equal([200, true]);
      } finally {
        globalThis.Promise = native;
      }
    });
  }
});
