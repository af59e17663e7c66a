import { expect } from 'chai';
import { Controller, createRestRouter } from '../src/index.ts';
import { askOnce, WAYS } from './raw-http.ts';
import { keepQuiet } from './serve.ts';

class Thing extends Controller {
  getAction(): unknown {
    this.res.statusMessage = 'line\nend';
    return this.fail(410);
  }
  postAction(): unknown {
    return { body: this.post() ?? null };
  }
}

/** Node takes `HTTP/2.0` in the first line of a request of HTTP/1, and says so in `httpVersionMajor`; it has no stream all the same. */
describe('an HTTP/1 request with the version HTTP/2.0', () => {
  keepQuiet();
  for (const [name, listener] of WAYS) {
    const ask = (line: string, fields: readonly string[] = [], body?: string) =>
      askOnce(
        listener(createRestRouter({ rules: [['/thing', 'rest']], controllers: { thing: Thing }, log: false })),
        [line, ...fields],
        body,
      );

    it(`may have no body (${name})`, async () => {
      const { status, body } = await ask('POST /thing HTTP/2.0');
      expect([status, body]).to.deep.equal([200, '{"body":null}']);
    });

    it(`may have a body (${name})`, async () => {
      const { status, body } = await ask('POST /thing HTTP/2.0', ['Content-Type: application/json'], '{"a":1}');
      expect([status, body]).to.deep.equal([200, '{"body":{"a":1}}']);
    });

    it(`gets an error although the action has set an invalid status message (${name})`, async () => {
      const { status, body } = await ask('GET /thing HTTP/2.0');
      expect(status).to.equal(410);
      expect(JSON.parse(body)).to.include({ status: 410 });
    });
  }
});
